/**
 * Starts a fixture application and reads its log.
 * @module
 */
import { root } from "../../scripts/processes.ts";

/** The fixtures by toolkit. */
export const fixtures = {
  gtk3: { program: "fixtures/gtk3/main.py", title: "Fixture GTK3", wmClass: "fixture-gtk3" },
  gtk4: { program: "fixtures/gtk4/main.py", title: "Fixture GTK4", wmClass: "fixture-gtk4" },
  qt5: { program: "fixtures/qt5/main.py", title: "Fixture Qt5", wmClass: "fixture-qt5" },
  qt6: { program: "fixtures/qt6/main.py", title: "Fixture Qt6", wmClass: "fixture-qt6" },
  tk: { program: "fixtures/tk/main.py", title: "Fixture Tk", wmClass: "fixture-tk" },
  xaw: { program: "fixtures/xaw/main.py", title: "Fixture Xaw", wmClass: "fixture-xaw" },
  chromium: { program: "fixtures/chromium/main.py", title: "Fixture Chromium", wmClass: "fixture-chromium" },
  libreoffice: { program: "fixtures/libreoffice/main.py", title: "Fixture LibreOffice", wmClass: "soffice" },
} as const;

/** A toolkit that has a fixture. */
export type Toolkit = keyof typeof fixtures;

/** Fixtures in whole applications: what needs them belongs to the `apps` tier of tests. */
export const applications: readonly Toolkit[] = ["chromium", "libreoffice"];

/** One line of a fixture's log; see `fixtures/README.md`. */
export interface FixtureEvent {
  /** Milliseconds since the epoch. */
  readonly t: number;
  /** What happened. */
  readonly event: string;
  /** The widget's name in `fixtures/form.json`. */
  readonly widget?: string;
  /** The widget's new value. */
  readonly value?: string | number | boolean;
  /** In a table: the title of the column. */
  readonly column?: string;
  /** Place on the display. */
  readonly x?: number;
  /** Place on the display. */
  readonly y?: number;
  /** On `place`: X pixels. */
  readonly width?: number;
  /** On `place`: X pixels. */
  readonly height?: number;
  /** X11's number of the pointer button. */
  readonly button?: number;
  /** X keysym. */
  readonly keyval?: number;
  /** Name or text of the key. */
  readonly key?: string;
  /** Modifiers in the toolkit's own number, or a word for windows and dialogs. */
  readonly state?: number | string;
  /** On `ready`: the process. */
  readonly pid?: number;
  /** On `ready`: X window ids. */
  readonly windows?: readonly number[];
}

/** A start takes half a second; a machine with much else to do has been seen to take twenty times as long. */
const WAIT_MS = 30_000;
/** LibreOffice starts a second time when it has made its profile: 5 s, and more than a minute on a busy machine. */
const START_MS = 150_000;

/** A running fixture. */
export class Fixture implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #log: string;
  #status: Deno.CommandStatus | undefined;

  private constructor(child: Deno.ChildProcess, log: string) {
    this.#child = child;
    this.#log = log;
    child.status.then((status) => this.#status = status);
  }

  /**
   * Starts a fixture and waits until its window is shown.
   *
   * @param env Its environment besides the runner's own: at least `DISPLAY`.
   * @param args Its options; see `fixtures/README.md`.
   */
  static async start(toolkit: Toolkit, env: Record<string, string>, args: readonly string[] = []): Promise<Fixture> {
    const log = Deno.makeTempFileSync({ suffix: ".ndjson" });
    const child = new Deno.Command("/usr/bin/python3", {
      args: [root + fixtures[toolkit].program, "--log", log, ...args],
      env,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const fixture = new Fixture(child, log);
    try {
      await fixture.waitFor(({ event }) => event === "ready", 0, START_MS);
      return fixture;
    } catch (error) {
      await fixture[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Its process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Its main window. */
  get window(): number {
    return this.events()[0]?.windows?.[0] ?? 0;
  }

  /** Resolves when it ended by itself. */
  get ended(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  /** Everything logged so far. A line that is being written is left for the next time. */
  events(): FixtureEvent[] {
    const text = Deno.readTextFileSync(this.#log);
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    return whole.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as FixtureEvent);
  }

  /**
   * Waits until a matching event is logged.
   *
   * @param after How many events to pass over: `events().length` before the action.
   */
  async waitFor(matches: (event: FixtureEvent) => boolean, after = 0, timeoutMs = WAIT_MS): Promise<FixtureEvent> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const ended = this.#status;
      const found = this.events().slice(after).find(matches);
      if (found) return found;
      if (ended) throw new Error(`The fixture ended with ${JSON.stringify(ended)}; logged: ${this.#since(after)}`);
      // Its log is a file: looking again is all that can be done.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`No such event within ${timeoutMs} ms; logged: ${this.#since(after)}`);
  }

  #since(after: number): string {
    return JSON.stringify(this.events().slice(after));
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It ended by itself.
      if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
    }
    await this.#child.status;
    Deno.removeSync(this.#log);
  }
}
