/**
 * Arguments of a call as JSON text, written by hand: the guest's `toJSON` and patched prototypes have no say.
 * @module
 */
import type { Primordials } from "./primordials.ts";

/** Gives what stands in JSON for an object of the library, or undefined. */
export type Replace = (value: object) => string | undefined;

/**
 * Makes the encoder. See `primordials.ts` for what such functions may refer to.
 *
 * @param p The captured language.
 * @param replace What stands for Apps and Images.
 * @param limit Longest text.
 */
export function makeEncoder(p: Primordials, replace: Replace, limit: number) {
  const MAX_DEPTH = 32;
  let size = 0;

  const refuse = (path: string, what: string): never => {
    throw new p.TypeError(`${path.length > 80 ? p.slice(path, 0, 80) + "…" : path} ${what}`);
  };
  const count = (text: string): string => {
    size += text.length;
    if (size > limit) throw new p.TypeError(`The arguments are longer than ${limit} characters`);
    return text;
  };

  const primitive = (value: unknown, path: string): string => {
    if (value === null || value === undefined) return "null";
    if (typeof value === "string") {
      if (value.length > limit) count(value);
      return count(p.quote(value));
    }
    if (typeof value === "boolean") return count(value ? "true" : "false");
    if (typeof value !== "number") return refuse(path, `is a ${typeof value}; only plain values can be sent`);
    return p.isFinite(value) ? count(p.String(value)) : refuse(path, `is ${value}, not a finite number`);
  };

  const special = (value: object, path: string): string | undefined => {
    const replaced = replace(value);
    if (replaced !== undefined) return count(replaced);
    if (value instanceof p.Promise) return refuse(path, "is a promise; await it first");
    if (p.isView(value) || p.attempt(() => p.bufferLength(value)) !== undefined) {
      return refuse(path, "is binary data; only nodeRepl.emitImage takes that");
    }
    const source = p.attempt(() => p.regExpSource(value));
    if (source !== undefined) {
      return count(
        `{"regex":${p.quote(source)},"flags":${p.quote(p.String(p.attempt(() => p.regExpFlags(value)) ?? ""))}}`,
      );
    }
    const date = p.attempt(() => p.isoDate(value));
    if (date !== undefined) return count(p.quote(date));
    const collection = p.attempt(() => p.mapSize(value)) ?? p.attempt(() => p.setSize(value));
    return collection === undefined ? undefined : refuse(path, "is a collection; give a plain object or an array");
  };

  const array = (value: readonly unknown[], path: string, inside: Inside): string => {
    let text = "";
    for (let i = 0; i < value.length; i++) text += (i ? "," : "") + encode(value[i], `${path}[${i}]`, inside);
    return `[${text}]`;
  };

  const record = (value: Record<string, unknown>, path: string, inside: Inside): string => {
    const keys = p.ownKeys(value);
    let text = "";
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      if (typeof key !== "string" || !p.descriptor(value, key)?.enumerable) continue;
      const member = value[key];
      if (member === undefined) continue;
      text += (text ? "," : "") + count(p.quote(key)) + ":" + encode(member, `${path}.${p.slice(key, 0, 40)}`, inside);
    }
    return `{${text}}`;
  };

  const encode = (value: unknown, path: string, outer: Inside | undefined): string => {
    if (typeof value === "function") return refuse(path, "is a function; only plain values can be sent");
    if (typeof value !== "object" || value === null) return primitive(value, path);
    for (let at = outer; at; at = at.outer) if (at.value === value) return refuse(path, "contains itself");
    const text = special(value, path);
    if (text !== undefined) return text;
    const inside: Inside = { value, outer, depth: (outer?.depth ?? 0) + 1 };
    if (inside.depth > MAX_DEPTH) return refuse(path, `is nested deeper than ${MAX_DEPTH}`);
    count("{}");
    return p.isArray(value) ? array(value, path, inside) : record(value as Record<string, unknown>, path, inside);
  };

  /** Encodes a list of arguments; trailing undefined ones are dropped. */
  return (args: readonly unknown[]): string => {
    size = 0;
    let length = args.length;
    while (length > 0 && args[length - 1] === undefined) length--;
    let text = "";
    for (let i = 0; i < length; i++) text += (i ? "," : "") + encode(args[i], `Argument ${i + 1}`, undefined);
    return `[${text}]`;
  };

  /** The objects around a value. */
  interface Inside {
    readonly value: object;
    readonly outer: Inside | undefined;
    readonly depth: number;
  }
}
