/**
 * Any value as a readable text, bounded: what `nodeRepl.write` and `console.log` show. Runs no getter.
 * @module
 */
import type { Primordials } from "./primordials.ts";

/**
 * Makes the inspector. See `primordials.ts` for what such functions may refer to.
 *
 * @param p The captured language.
 * @param label What stands for an object of the library, or undefined.
 * @param limit Longest text, roughly.
 */
export function makeInspector(p: Primordials, label: (value: object) => string | undefined, limit: number) {
  const MAX_DEPTH = 6, MAX_MEMBERS = 1_000, MAX_STRING = 10_000, WIDTH = 100;
  let left = 0;

  const quoted = (text: string): string => {
    const shown = text.length > MAX_STRING ? p.slice(text, 0, MAX_STRING) : text;
    return p.quote(shown) + (shown === text ? "" : ` … (${text.length} characters)`);
  };

  const primitive = (value: unknown): string => {
    if (typeof value === "string") return quoted(value);
    if (typeof value === "symbol") return p.describeSymbol(value);
    return typeof value === "bigint" ? `${value}n` : p.String(value);
  };

  /** One line when it is short, else one member a line. */
  const layout = (open: string, close: string, indent: string, each: (add: (member: string) => boolean) => void) => {
    let inline = "", block = "", count = 0;
    each((member) => {
      const full = count >= MAX_MEMBERS || left <= 0;
      const text = full ? "…" : member;
      inline += (count ? ", " : "") + text;
      block += `${count ? "," : ""}\n${indent}  ${text}`;
      count++;
      return !full;
    });
    if (count === 0) return open + close;
    if (inline.length <= WIDTH && !p.includes(inline, "\n")) return `${open} ${inline} ${close}`;
    return `${open}${block}\n${indent}${close}`;
  };

  const property = (value: object, key: PropertyKey, indent: string, outer: Outer): string => {
    const descriptor = p.descriptor(value, key);
    if (!descriptor) return "undefined";
    return p.has(descriptor, "value") ? show(descriptor.value, indent + "  ", outer) : "[getter]";
  };

  const members = (value: object, indent: string, outer: Outer): string =>
    layout("{", "}", indent, (add) => {
      const keys = p.ownKeys(value);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]!;
        if (!p.descriptor(value, key)?.enumerable) continue;
        const name = typeof key === "symbol" ? `[${p.describeSymbol(key)}]` : keyText(key as string);
        if (!add(`${name}: ${property(value, key, indent, outer)}`)) return;
      }
    });

  const keyText = (key: string): string => p.match(/^[A-Za-z_$][\w$]{0,99}$/, key) ? key : quoted(key);

  const items = (value: readonly unknown[], indent: string, outer: Outer): string =>
    layout("[", "]", indent, (add) => {
      for (let i = 0; i < value.length; i++) if (!add(property(value, p.String(i), indent, outer))) return;
    });

  const collection = (value: object, indent: string, outer: Outer): string | undefined => {
    const entries = (name: string, size: number, forEach: (self: unknown, visit: Visit) => void, keyed: boolean) =>
      layout(`${name}(${size}) {`, "}", indent, (add) => {
        let open = true;
        forEach(value, (item, key) => {
          const text = open ? show(item, indent + "  ", outer) : "";
          if (open) open = add(keyed ? `${show(key, indent + "  ", outer)} => ${text}` : text);
        });
      });
    const pairs = p.attempt(() => p.mapSize(value));
    if (pairs !== undefined) return entries("Map", pairs, p.mapForEach, true);
    const size = p.attempt(() => p.setSize(value));
    return size === undefined ? undefined : entries("Set", size, p.setForEach, false);
  };

  const special = (value: object): string | undefined => {
    const known = label(value);
    if (known !== undefined) return known;
    if (value instanceof p.Promise) return "Promise (await it to see its value)";
    if (p.isView(value)) return `${p.attempt(() => p.viewName(value)) ?? "DataView"}(${value.byteLength} bytes)`;
    const bytes = p.attempt(() => p.bufferLength(value));
    if (bytes !== undefined) return `ArrayBuffer(${bytes} bytes)`;
    const date = p.attempt(() => p.isoDate(value));
    if (date !== undefined) return date;
    const source = p.attempt(() => p.regExpSource(value));
    if (source !== undefined) return `/${source}/${p.attempt(() => p.regExpFlags(value)) ?? ""}`;
    return value instanceof p.Error ? errorText(value) : undefined;
  };

  const errorText = (value: object): string => {
    const name = p.attempt(() => (value as Error).name), message = p.attempt(() => (value as Error).message);
    const text = typeof message === "string" && message ? `: ${p.slice(message, 0, MAX_STRING)}` : "";
    return (typeof name === "string" ? p.slice(name, 0, 100) : "Error") + text;
  };

  const show = (value: unknown, indent: string, outer: Outer | undefined): string => {
    if (left <= 0) return "…";
    const text = typeof value === "function"
      ? "[function]"
      : typeof value === "object" && value !== null
      ? object(value, indent, outer)
      : primitive(value);
    left -= text.length;
    return text;
  };

  const object = (value: object, indent: string, outer: Outer | undefined): string => {
    for (let at = outer; at; at = at.outer) if (at.value === value) return "[circular]";
    const depth = (outer?.depth ?? 0) + 1;
    const inside: Outer = { value, outer, depth };
    const text = special(value) ?? (depth > MAX_DEPTH ? "[deeper]" : collection(value, indent, inside));
    if (text !== undefined) return text;
    return p.isArray(value) ? items(value, indent, inside) : members(value, indent, inside);
  };

  /** Shows a value: a string as it is, others readably. A value that refuses to be looked at is said to. */
  return (value: unknown): string => {
    left = limit;
    const text = typeof value === "string"
      ? value
      : p.attempt(() => show(value, "", undefined)) ?? "[unreadable value]";
    return text.length > limit ? `${p.slice(text, 0, limit)} … (cut)` : text;
  };

  /** The objects around a value. */
  interface Outer {
    readonly value: object;
    readonly outer: Outer | undefined;
    readonly depth: number;
  }
  type Visit = (item: unknown, key: unknown) => void;
}
