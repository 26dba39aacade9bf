/**
 * One QuickJS context with the guest library in it.
 *
 * What model code throws is a value here. What escapes as a JavaScript exception is a fault of the machine (a trap,
 * exhausted native stack): its state is unknown then, and the process must end.
 * @module
 */
import base from "@jitl/quickjs-singlefile-mjs-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { type GuestServices, makeBridge } from "./guest_bridge.ts";
import type { Library } from "./guest/library.ts";
import { LIBRARY_FILE, librarySource } from "./guest/source.ts";

/** 64 KiB each: 16 MiB at the start, 64 MiB at most, for all that the guest holds. */
const INITIAL_PAGES = 256, MAXIMUM_PAGES = 1024;
/** More lets native recursion overflow the stack of WebAssembly. */
const STACK_BYTES = 128 << 10;
/** Global code that may await and whose bindings stay: QuickJS's `JS_EVAL_FLAG_ASYNC`. */
const EVAL_ASYNC = 1 << 7;
/** Between two looks at the clock: QuickJS itself looks only every 10,000 calls. */
const JOBS_AT_ONCE = 100;
/** How long describing an error or cleaning up may take, ms. */
const AFTERWARDS_MS = 100;

/** A thrown value of the guest, as texts. */
export interface Described {
  /** `name` of an Error. */
  readonly name: string;
  /** Its message. */
  readonly message: string;
  /** Its stack. */
  readonly stack: string;
}

/** What became of a cell's promise. */
export type CellState = { readonly type: "pending" | "fulfilled" } | {
  readonly type: "rejected";
  readonly error: Described;
};

/** Whether a further cell could work: code still runs, the memory is full, no global can be added any more. */
export type Condition = "good" | "busy" | "full" | "frozen";

/** Loads QuickJS with a memory of its own. */
export function loadQuickJS(): Promise<QuickJSWASMModule> {
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES });
  return newQuickJSWASMModuleFromVariant(newVariant(base, { wasmMemory }));
}

/** See the module's text. */
export class VirtualMachine {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #library: Record<keyof Library, QuickJSHandle>;
  #deadline = Infinity;

  /** Makes a context and installs the library. */
  constructor(quickJS: QuickJSWASMModule, services: GuestServices) {
    this.#runtime = quickJS.newRuntime();
    this.#runtime.setMaxStackSize(STACK_BYTES);
    this.#runtime.setInterruptHandler(() => performance.now() > this.#deadline);
    this.#runtime.setModuleLoader(() => ({ error: new Error("Modules are not available here; use cua and nodeRepl") }));
    this.#context = this.#runtime.newContext();
    this.#library = this.#install(services);
  }

  /** Runs `body`; guest code in it is interrupted after `ms`. */
  within<T>(ms: number, body: () => T): T {
    const outer = this.#deadline;
    this.#deadline = performance.now() + ms;
    try {
      return body();
    } finally {
      this.#deadline = outer;
    }
  }

  /** Whether the time of the running {@linkcode within} is over. */
  get overdue(): boolean {
    return performance.now() > this.#deadline;
  }

  /** Starts a cell: the handle of its promise, owned by the caller, or what its code threw at once. */
  start(code: string, name: string): QuickJSHandle | Described {
    const result = this.#context.evalCode(code, name, EVAL_ASYNC);
    return result.error ? this.#describe(result.error) : result.value;
  }

  /** Runs what is ready to run, until nothing is or the time is over. */
  runJobs(): void {
    while (this.hasJobs && !this.overdue) this.#runtime.executePendingJobs(JOBS_AT_ONCE).dispose();
  }

  /** Whether something is ready to run. */
  get hasJobs(): boolean {
    return this.#runtime.hasPendingJob();
  }

  /** What became of a cell's promise. Asks QuickJS itself, so patched prototypes have no say. */
  state(promise: QuickJSHandle): CellState {
    const state = this.#context.getPromiseState(promise);
    if (state.type === "pending") return { type: "pending" };
    if (state.type === "rejected") return { type: "rejected", error: this.#describe(state.error) };
    if (!state.notAPromise) state.value.dispose();
    return { type: "fulfilled" };
  }

  /** Runs a timer's callback; what it threw, if it did. */
  fire(id: number): Described | undefined {
    const result = this.#context.newNumber(id).consume((handle) => this.#call("fire", handle));
    return this.#thrown(result);
  }

  /** Ends what a cell left: forgets its timers, runs what is ready to run. Says whether a further cell could work. */
  tidy(): Condition {
    return this.within(AFTERWARDS_MS, () => {
      this.runJobs();
      this.#thrown(this.#call("forgetTimers"));
      if (this.hasJobs) return "busy";
      const result = this.#call("probe");
      if (result.error) return result.error.consume(() => "full" as const);
      return result.value.consume((extensible) => this.#context.eq(extensible, this.#context.true)) ? "good" : "frozen";
    });
  }

  #call(name: keyof Library, ...args: QuickJSHandle[]) {
    return this.#context.callFunction(this.#library[name], this.#context.undefined, ...args);
  }

  #thrown(result: ReturnType<QuickJSContext["callFunction"]>): Described | undefined {
    if (result.error) return this.#describe(result.error);
    result.value.dispose();
    return undefined;
  }

  /** Reads a thrown value inside the guest, with captured functions and a limit; the handle is disposed. */
  #describe(error: QuickJSHandle): Described {
    return this.within(AFTERWARDS_MS, () => {
      const result = error.consume((handle) => this.#call("describe", handle));
      const text = result.error ? undefined : this.#context.getString(result.value);
      result.dispose();
      return text === undefined ? unreadable : JSON.parse(text) as Described;
    });
  }

  #install(services: GuestServices): Record<keyof Library, QuickJSHandle> {
    const context = this.#context;
    using make = context.unwrapResult(context.evalCode(librarySource(), LIBRARY_FILE));
    using bridge = makeBridge(context, services);
    using library = context.unwrapResult(context.callFunction(make, context.undefined, bridge));
    const keep = (name: keyof Library) => context.getProp(library, name);
    return {
      describe: keep("describe"),
      fire: keep("fire"),
      forgetTimers: keep("forgetTimers"),
      probe: keep("probe"),
    };
  }
}

const unreadable: Described = { name: "Error", message: "The error can't be shown", stack: "" };
