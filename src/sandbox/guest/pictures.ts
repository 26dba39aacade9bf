/**
 * What `nodeRepl.emitImage` takes.
 * @module
 */
import type { Bridge } from "./bridge.ts";
import type { Primordials } from "./primordials.ts";

/**
 * Makes the function that turns a picture into the arguments of the call, as JSON.
 * See `primordials.ts` for what such functions may refer to.
 *
 * @param p The captured language.
 * @param bridge The process.
 * @param handleOf The handle of an Image.
 */
export function makePictureArgs(p: Primordials, bridge: Bridge, handleOf: (value: object) => number | undefined) {
  /** Bytes as base64, or undefined when it is none. */
  const binary = (value: object): string | undefined => {
    const length = p.attempt(() => p.viewLength(value));
    if (length !== undefined) return bridge.toBase64(p.viewBuffer(value), p.viewOffset(value), length);
    const whole = p.attempt(() => p.bufferLength(value));
    return whole === undefined ? undefined : bridge.toBase64(value as ArrayBuffer, 0, whole);
  };

  const bytes = (text: string, mimeType: unknown): string =>
    `{"bytes":"${text}"${typeof mimeType === "string" ? `,"mimeType":${p.quote(mimeType)}` : ""}}`;

  const wrapped = (value: { bytes?: unknown; mimeType?: unknown }): string | undefined => {
    const inner = value.bytes;
    const text = typeof inner === "object" && inner !== null ? binary(inner) : undefined;
    return text === undefined ? undefined : bytes(text, value.mimeType);
  };

  return (value: unknown): string => {
    if (typeof value === "string") return `{"url":${p.quote(value)}}`;
    if (value instanceof p.Promise) throw new p.TypeError("emitImage was given a promise; await it first");
    if (typeof value === "object" && value !== null) {
      const handle = handleOf(value);
      if (handle !== undefined) return `{"image":{"handle":${handle}}}`;
      const text = binary(value);
      const args = text === undefined ? wrapped(value) : bytes(text, undefined);
      if (args !== undefined) return args;
    }
    throw new p.TypeError("emitImage takes an Image, bytes, a data: URL or {bytes, mimeType}");
  };
}
