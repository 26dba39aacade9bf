/**
 * Base64 of bytes, fast enough for pictures.
 * @module
 */
import { Buffer } from "node:buffer";

/** Encodes bytes (RFC 4648, padded). */
export function encodeBase64(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
