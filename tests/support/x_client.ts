/**
 * An X client of its own process that does what a test tells it.
 * @module
 */
import { LineChild } from "./line_child.ts";

/** How a window is made. */
export interface WindowWish {
  /** Place inside the parent. */
  readonly x?: number;
  /** Place inside the parent. */
  readonly y?: number;
  /** X pixels; 100 when left out. */
  readonly width?: number;
  /** X pixels; 100 when left out. */
  readonly height?: number;
  /** Width of the border, X pixels. */
  readonly border?: number;
  /** The root window when left out. */
  readonly parent?: number;
  /** Whether window managers leave it alone. */
  readonly override?: boolean;
  /** `false` leaves it unmapped. */
  readonly map?: boolean;
  /** Instance and class. */
  readonly wmClass?: readonly [string, string];
  /** _NET_WM_NAME. */
  readonly title?: string;
}

/** What is done to a window. */
export type WindowVerb = "map" | "unmap" | "destroy" | "raise" | "focus" | "iconify" | "close";

/** A running client. */
export class XClient implements AsyncDisposable {
  readonly #child: LineChild;

  /**
   * Starts one.
   *
   * @param interpreter What runs the script: python by another name, for instance.
   * @param script The script in this folder; it must keep the protocol of `x_client.py`.
   */
  constructor(
    env: Readonly<Record<string, string>>,
    interpreter: readonly [string, ...string[]] = ["/usr/bin/python3"],
    script = "x_client.py",
  ) {
    this.#child = new LineChild({ script: `tests/support/${script}`, env, interpreter });
  }

  /** Its process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Resolves when the process that was started has ended. */
  get ended(): Promise<Deno.CommandStatus> {
    return this.#child.ended;
  }

  /** Gives a command; resolves when the server has done it. */
  async tell<T = { window?: number; pid?: number }>(command: Record<string, unknown>): Promise<T> {
    return JSON.parse(await this.#child.ask(JSON.stringify(command)));
  }

  /** Makes a window, and maps it once its properties are set. */
  async window(wish: WindowWish = {}): Promise<number> {
    const { wmClass, title, map = true, ...shape } = wish;
    const window = (await this.tell({ do: "window", ...shape })).window!;
    if (wmClass) await this.text(window, "WM_CLASS", "STRING", `${wmClass[0]}\0${wmClass[1]}\0`);
    if (title !== undefined) await this.text(window, "_NET_WM_NAME", "UTF8_STRING", title);
    if (map) await this.do("map", window);
    return window;
  }

  /** Sets a property of format 8 to a text as UTF-8. */
  async text(window: number, name: string, type: string, text: string): Promise<void> {
    await this.tell({ do: "property", window, name, type, format: 8, text });
  }

  /** Sets a property to numbers. */
  async numbers(window: number, name: string, type: string, items: readonly number[], format = 32): Promise<void> {
    await this.tell({ do: "property", window, name, type, format, items });
  }

  /** What the screen shows at a place, 0xRRGGBB. */
  async pixel(x: number, y: number): Promise<number> {
    return (await this.tell<{ pixel: number }>({ do: "pixel", x, y })).pixel;
  }

  /** Does something to a window. */
  async do(verb: WindowVerb, window: number): Promise<void> {
    await this.tell({ do: verb, window });
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child[Symbol.asyncDispose]();
  }
}
