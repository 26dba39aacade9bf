/**
 * D-Bus type signatures (https://dbus.freedesktop.org/doc/dbus-specification.html#type-system).
 * @module
 */
import { MalformedMessage } from "./errors.ts";

/** Codes of types that hold no other type. */
export type BasicCode = "y" | "b" | "n" | "q" | "i" | "u" | "x" | "t" | "d" | "s" | "o" | "g" | "h";

/** A complete type. */
export type Type =
  | { readonly code: BasicCode | "v" }
  | { readonly code: "a"; readonly element: Type }
  | { readonly code: "("; readonly fields: readonly Type[] }
  | { readonly code: "{"; readonly key: Type; readonly value: Type };

/** Longest signature, by the specification. */
export const MAX_SIGNATURE = 255;
/** Deepest nesting of arrays, and of structures, by the specification. */
export const MAX_DEPTH = 32;

const basicCodes = "ybnqiuxtdsogh";
const alignments: Readonly<Record<Type["code"], number>> = {
  y: 1,
  b: 4,
  n: 2,
  q: 2,
  i: 4,
  u: 4,
  x: 8,
  t: 8,
  d: 8,
  s: 4,
  o: 4,
  g: 1,
  h: 4,
  v: 1,
  a: 4,
  "(": 8,
  "{": 8,
};

/** Bytes that values of a type are aligned to. */
export function alignmentOf(type: Type): number {
  return alignments[type.code];
}

const known = new Map<string, readonly Type[]>();
/** Signatures come from applications: what is remembered of them is bounded. */
const MAX_KNOWN = 1000;

/**
 * The complete types of a signature.
 *
 * @throws {MalformedMessage} For anything but a valid signature.
 */
export function parseSignature(signature: string): readonly Type[] {
  const found = known.get(signature);
  if (found) return found;
  if (signature.length > MAX_SIGNATURE) throw new MalformedMessage(`Signature of ${signature.length} characters`);
  const types = new Parser(signature).all();
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(signature, types);
  return types;
}

class Parser {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): Type[] {
    const types: Type[] = [];
    while (this.#position < this.#text.length) types.push(this.#type(0, 0));
    return types;
  }

  #type(arrays: number, structs: number): Type {
    const code = this.#text[this.#position++];
    if (code === undefined) throw this.#malformed("ends too early");
    if (code === "a") return this.#array(arrays + 1, structs);
    if (code === "(") return this.#struct(arrays, structs + 1);
    if (code === "v" || isBasic(code)) return { code };
    throw this.#malformed(`has ${JSON.stringify(code)} at ${this.#position - 1}`);
  }

  #array(arrays: number, structs: number): Type {
    if (arrays > MAX_DEPTH) throw this.#malformed("nests arrays too deep");
    if (this.#text[this.#position] !== "{") return { code: "a", element: this.#type(arrays, structs) };
    this.#position++;
    return { code: "a", element: this.#entry(arrays, structs + 1) };
  }

  #entry(arrays: number, structs: number): Type {
    if (structs > MAX_DEPTH) throw this.#malformed("nests structures too deep");
    const key = this.#type(arrays, structs);
    if (!isBasic(key.code)) throw this.#malformed("has a key that is no basic type");
    const value = this.#type(arrays, structs);
    if (this.#text[this.#position++] !== "}") throw this.#malformed("has an open dictionary entry");
    return { code: "{", key, value };
  }

  #struct(arrays: number, structs: number): Type {
    if (structs > MAX_DEPTH) throw this.#malformed("nests structures too deep");
    const fields: Type[] = [];
    while (this.#text[this.#position] !== ")") fields.push(this.#type(arrays, structs));
    this.#position++;
    if (fields.length === 0) throw this.#malformed("has an empty structure");
    return { code: "(", fields };
  }

  #malformed(what: string): MalformedMessage {
    return new MalformedMessage(`Signature ${JSON.stringify(this.#text)} ${what}`);
  }
}

function isBasic(code: string): code is BasicCode {
  return code.length === 1 && basicCodes.includes(code);
}
