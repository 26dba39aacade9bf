/**
 * Encoded pictures of the last moments: a window that shows the same as before needs no second encoding, which is most of
 * what a picture costs.
 * @module
 */
import { Buffer } from "node:buffer";
import type { Window } from "../../ffi/xid.ts";
import { encodeBase64 } from "../base64.ts";
import type { EngineContext } from "../context.ts";
import { encodePng, type RgbImage } from "./png.ts";

/** Most pictures that are kept; one of a full screen has some 7 MB. */
const KEPT = 4;

/** The last picture of each window. */
export class Encodings {
  readonly #last = new Map<Window | null, { readonly image: RgbImage; readonly data: string }>();

  /** A picture as PNG in base64. @param window Whose it is; null for the display. The picture must not change later. */
  encode(window: Window | null, image: RgbImage): string {
    const last = this.#last.get(window);
    this.#last.delete(window);
    const data = last && isSame(last.image, image) ? last.data : encodeBase64(encodePng(image));
    this.#last.set(window, { image, data });
    if (this.#last.size > KEPT) this.#last.delete(this.#last.keys().next().value!);
    return data;
  }
}

const known = new WeakMap<EngineContext, Encodings>();

/** The encoded pictures of an engine. */
export function encodingsOf(context: EngineContext): Encodings {
  let encodings = known.get(context);
  if (!encodings) known.set(context, encodings = new Encodings());
  return encodings;
}

function isSame(a: RgbImage, b: RgbImage): boolean {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.data, b.data) === 0;
}
