/**
 * Windows without a toolkit whose every pixel is known.
 * @module
 */
import { LineChild } from "./line_child.ts";

/** A filled rectangle: its place, and its pixel as the server keeps it. */
export type Fill = readonly [x: number, y: number, width: number, height: number, pixel: number];

/** How a window is made. */
export interface DrawnWindow {
  /** Place on the display; 0 when left out. */
  readonly x?: number;
  /** Place on the display; 0 when left out. */
  readonly y?: number;
  /** X pixels. */
  readonly width: number;
  /** X pixels. */
  readonly height: number;
  /** Width of the magenta border. */
  readonly border?: number;
  /** Bits a pixel; the display's when left out. */
  readonly depth?: number;
  /** Whether window managers leave it alone. */
  readonly override?: boolean;
  /** Pixel of the background, which the server paints; black when left out. */
  readonly ground?: number;
  /** What the client draws. */
  readonly fills?: readonly Fill[];
  /** `false` for a client that never draws. */
  readonly draws?: boolean;
}

/** A client that shows such windows. Its application id is `Drawn`. */
export class DrawingClient implements AsyncDisposable {
  readonly #child: LineChild;

  /** Starts one. @param env At least `DISPLAY`. */
  constructor(env: Readonly<Record<string, string>>) {
    this.#child = new LineChild({ script: "tests/support/drawn_window.py", env });
  }

  /** Shows a window; resolves when it was drawn. */
  async window(wish: DrawnWindow): Promise<number> {
    return (await this.tell({ do: "window", ...wish })).window!;
  }

  /** Gives a command; resolves when the server has done it. */
  async tell(command: Record<string, unknown>): Promise<{ window?: number }> {
    return JSON.parse(await this.#child.ask(JSON.stringify(command)));
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child[Symbol.asyncDispose]();
  }
}
