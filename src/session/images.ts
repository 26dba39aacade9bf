/**
 * Pictures of a session. They stay on the host; model code holds handles.
 * @module
 */
import { OperationError } from "../contract/errors.ts";

/** How many pictures are kept. */
export const MAX_IMAGES = 32;
/** How much they may have together, in base64 characters. */
export const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

/** A picture. */
export interface StoredImage {
  /** MIME type. */
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
  /** Pixels, where known. */
  readonly width?: number;
  /** Pixels, where known. */
  readonly height?: number;
}

/** The pictures of a session, bounded: the oldest ones are dropped. */
export class ImageStore {
  readonly #images = new Map<number, StoredImage>();
  #bytes = 0;
  #last = 0;

  /** Keeps a picture; its handle. */
  add(image: StoredImage): number {
    if (image.data.length > MAX_IMAGE_BYTES) throw new OperationError("too_long", "The picture is too large to keep");
    const handle = ++this.#last;
    this.#images.set(handle, image);
    this.#bytes += image.data.length;
    while (this.#images.size > MAX_IMAGES || this.#bytes > MAX_IMAGE_BYTES) this.#dropOldest();
    return handle;
  }

  /** The picture of a handle. @throws {OperationError} `invalid_request` when it was dropped or never was. */
  get(handle: unknown): StoredImage {
    const image = typeof handle === "number" ? this.#images.get(handle) : undefined;
    if (image) return image;
    const message = `This picture is no longer there: the last ${MAX_IMAGES} are kept. Take a new one`;
    throw new OperationError("invalid_request", message);
  }

  #dropOldest(): void {
    const [handle, image] = this.#images.entries().next().value!;
    this.#images.delete(handle);
    this.#bytes -= image.data.length;
  }
}

/** The first characters of each kind of picture in base64. */
const signatures: readonly (readonly [string, string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
];

/**
 * A picture that model code made, checked: base64 of a kind that clients show.
 *
 * @throws {OperationError} `invalid_request`.
 */
export function readModelImage(data: unknown): StoredImage {
  if (typeof data !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    throw new OperationError("invalid_request", "emitImage takes a picture of getScreenshot, bytes or a data URL");
  }
  const mimeType = signatures.find(([start]) => data.startsWith(start))?.[1];
  if (mimeType) return { mimeType, data };
  throw new OperationError("invalid_request", "The bytes are no PNG, JPEG, GIF or WebP picture");
}

/** The base64 part of a data URL. @throws {OperationError} `invalid_request`: nothing is fetched. */
export function dataOfUrl(url: unknown): string {
  const match = typeof url === "string" ? /^data:image\/[a-z+.-]+;base64,(.*)$/s.exec(url) : null;
  if (match) return match[1]!;
  throw new OperationError("invalid_request", "Only data: URLs with base64 can be shown; nothing is fetched");
}
