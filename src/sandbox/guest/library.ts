/**
 * What model code finds in its surroundings: `cua`, `App`, `Image`, `nodeRepl`, `console`, timers.
 * Every method forwards one call to the host; what it does there is the session's business.
 * @module
 */
import type { Bridge } from "./bridge.ts";
import type { makeCalls, Send } from "./calls.ts";
import type { makeEncoder } from "./encode.ts";
import type { makeInspector } from "./inspect.ts";
import type { makeObjects } from "./objects.ts";
import type { makePictureArgs } from "./pictures.ts";
import type { makePrimordials } from "./primordials.ts";
import type { makeTimers } from "./timers.ts";

/** The library's parts, and its limits in UTF-16 units. */
export interface Parts {
  readonly makePrimordials: typeof makePrimordials;
  readonly makeEncoder: typeof makeEncoder;
  readonly makeInspector: typeof makeInspector;
  readonly makeObjects: typeof makeObjects;
  readonly makeCalls: typeof makeCalls;
  readonly makePictureArgs: typeof makePictureArgs;
  readonly makeTimers: typeof makeTimers;
  readonly maxArgs: number;
  readonly maxOutput: number;
  readonly maxError: number;
  readonly cuaMethods: readonly string[];
  readonly clipboardMethods: readonly string[];
  readonly appMethods: readonly string[];
}

/** What the process keeps of the library. */
export interface Library {
  /** A thrown value as JSON `{name, message, stack}`. */
  readonly describe: (error: unknown) => string;
  /** Runs the callback of a timer. */
  readonly fire: (id: number) => void;
  /** Forgets all timers. */
  readonly forgetTimers: () => void;
  /** Takes and drops some memory, and throws when there is none left. False when no global can be added any more. */
  readonly probe: () => boolean;
}

/** Installs the surroundings on the global object. See `primordials.ts` for what such functions may refer to. */
export function installLibrary(bridge: Bridge, parts: Parts): Library {
  const p = parts.makePrimordials();
  const PROBE_BYTES = 4 << 20;
  // They need each other: an answer holds Apps, and an App sends calls.
  const tools = {
    send: ((name, args) => send(name, args)) as Send,
    encode: (args: readonly unknown[]): string => encode(args),
  };
  const objects = parts.makeObjects(p, bridge, tools);
  const encode = parts.makeEncoder(p, objects.replace, parts.maxArgs);
  const send = parts.makeCalls(p, bridge, objects.revive);
  const inspect = parts.makeInspector(p, objects.label, parts.maxOutput);
  const pictureArgs = parts.makePictureArgs(p, bridge, objects.handleOf);
  const timers = parts.makeTimers(p, bridge);

  /** Functions that send a call each, by name. */
  const forward = (names: readonly string[], prefix: string): Record<string, unknown> => {
    const target: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) {
      const name = prefix + names[i];
      p.hide(target, names[i]!, async (...args: unknown[]) => await send(name, `{"args":${encode(args)}}`));
    }
    return target;
  };

  const write = (...values: unknown[]): void => {
    let text = "";
    for (let i = 0; i < values.length; i++) text += (i ? " " : "") + inspect(values[i]);
    // One more than allowed, so that the process sees that there was more.
    bridge.write(p.slice(text, 0, parts.maxOutput + 1));
  };

  const textOf = (error: object, key: string, limit: number): string | undefined => {
    const value = p.attempt(() => (error as Record<string, unknown>)[key]);
    return typeof value === "string" ? p.slice(value, 0, limit) : undefined;
  };
  const describe = (error: unknown): string => {
    const thrown = error instanceof p.Error;
    const name = (thrown && textOf(error, "name", 100)) || "Error";
    const message = thrown ? textOf(error, "message", parts.maxError) ?? "" : `${inspect(error)} was thrown`;
    const stack = (thrown && textOf(error, "stack", parts.maxError)) || "";
    const shown = p.quote(p.slice(message, 0, parts.maxError));
    return `{"name":${p.quote(name)},"message":${shown},"stack":${p.quote(stack)}}`;
  };

  /** A global that cells can't take over: a later cell relies on it. */
  const fix = (name: string, value: object): void => {
    const set = () => {
      throw new p.TypeError(`${name} belongs to the console and can't be set or declared again; use another name`);
    };
    p.define(globalThis, name, { get: () => value, set, enumerable: false, configurable: false });
  };

  for (let i = 0; i < parts.appMethods.length; i++) objects.addMethod(parts.appMethods[i]!);
  const cua = forward(parts.cuaMethods, "cua.");
  p.hide(cua, "clipboard", p.freeze(forward(parts.clipboardMethods, "cua.clipboard.")));
  fix("cua", p.freeze(cua));
  const emitImage = async (image: unknown) => await send("nodeRepl.emitImage", pictureArgs(image));
  fix("nodeRepl", p.freeze({ write, emitImage }));
  const globals: Record<string, unknown> = {
    App: objects.App,
    Image: objects.Image,
    console: { log: write, info: write, warn: write, error: write, debug: write },
    display: write,
    setTimeout: timers.setTimeout,
    setInterval: timers.setInterval,
    clearTimeout: timers.stop,
    clearInterval: timers.stop,
    sleep: timers.sleep,
  };
  const names = p.ownKeys(globals) as string[];
  for (let i = 0; i < names.length; i++) p.hide(globalThis, names[i]!, globals[names[i]!]);
  // Every await in here and in every later cell relies on these two.
  p.define(p.Promise.prototype, "then", { writable: false, configurable: false });
  p.define(p.Promise.prototype, "constructor", { writable: false, configurable: false });

  const probe = () => {
    if (p.bufferLength(new p.ArrayBuffer(PROBE_BYTES)) !== PROBE_BYTES) throw new p.RangeError("out of memory");
    return p.isExtensible(globalThis);
  };
  return { describe, fire: timers.fire, forgetTimers: timers.forget, probe };
}
