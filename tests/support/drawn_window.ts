/**
 * Windows without a toolkit whose every pixel is known.
 * @module
 */
import { root } from "../../scripts/processes.ts";

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
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;

  /** Starts one. @param environment At least `DISPLAY`. */
  constructor(environment: Readonly<Record<string, string>>) {
    this.#child = new Deno.Command("/usr/bin/python3", {
      args: [`${root}tests/support/drawn_window.py`],
      env: environment,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Shows a window; resolves when it was drawn. */
  async window(wish: DrawnWindow): Promise<number> {
    return (await this.tell({ do: "window", ...wish })).window!;
  }

  /** Gives a command; resolves when the server has done it. */
  async tell(command: Record<string, unknown>): Promise<{ window?: number }> {
    await this.#input.write(new TextEncoder().encode(JSON.stringify(command) + "\n"));
    let line = "";
    while (!line.endsWith("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error(`The drawing client ended at ${JSON.stringify(command)}`);
      line += value;
    }
    return JSON.parse(line);
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {}); // It may have ended.
    await this.#output.cancel();
    await this.#child.status;
  }
}
