/**
 * What the guest library needs of the language, taken before model code can change it.
 *
 * The functions in this folder run in the guest: `source.ts` takes their text. So each is whole in itself: it refers
 * to its parameters and to nothing outside of it, and its types are all that it imports.
 * @module
 */

/** See {@linkcode makePrimordials}. */
export type Primordials = ReturnType<typeof makePrimordials>;

/** Captures the language's own functions. Called once, first of all. */
export function makePrimordials() {
  const { bind, call } = Function.prototype;
  /** A method as a function whose first parameter is `this`. */
  const free = <A extends unknown[], R>(method: (...args: A) => R) =>
    bind.call(call, method) as unknown as (self: unknown, ...args: A) => R;
  const getter = <T>(prototype: object, key: PropertyKey) =>
    free(Reflect.getOwnPropertyDescriptor(prototype, key)!.get as () => T);
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  const captured = {
    Array,
    ArrayBuffer,
    Error,
    Promise,
    RangeError,
    TypeError,
    Uint8Array,
    String,
    apply: Reflect.apply,
    define: Reflect.defineProperty,
    descriptor: Reflect.getOwnPropertyDescriptor,
    freeze: Object.freeze,
    has: Object.hasOwn,
    isArray: Array.isArray,
    isExtensible: Reflect.isExtensible,
    isView: ArrayBuffer.isView,
    ownKeys: Reflect.ownKeys,
    parse: JSON.parse,
    quote: JSON.stringify as (text: string) => string,
    isFinite: Number.isFinite,
    slice: free(String.prototype.slice),
    includes: free(String.prototype.includes),
    indexOf: free(String.prototype.indexOf),
    match: free(RegExp.prototype.exec),
    describeSymbol: free(Symbol.prototype.toString),
    isoDate: free(Date.prototype.toISOString),
    regExpSource: getter<string>(RegExp.prototype, "source"),
    regExpFlags: getter<string>(RegExp.prototype, "flags"),
    mapSize: getter<number>(Map.prototype, "size"),
    setSize: getter<number>(Set.prototype, "size"),
    mapForEach: free(Map.prototype.forEach),
    setForEach: free(Set.prototype.forEach),
    bufferLength: getter<number>(ArrayBuffer.prototype, "byteLength"),
    viewBuffer: getter<ArrayBuffer>(typedArray, "buffer"),
    viewOffset: getter<number>(typedArray, "byteOffset"),
    viewLength: getter<number>(typedArray, "byteLength"),
    viewName: getter<string | undefined>(typedArray, Symbol.toStringTag),
  };
  /** What `body` gives, or undefined when it throws: for questions that only the right kind of object answers. */
  const attempt = <T>(body: () => T): T | undefined => {
    try {
      return body();
    } catch {
      return undefined;
    }
  };
  /** Sets a property that listing does not show. */
  const hide = (target: object, key: PropertyKey, value: unknown): boolean =>
    captured.define(target, key, { value, writable: true, configurable: true, enumerable: false });
  return { ...captured, attempt, hide };
}
