/**
 * Reading pixels: through MIT-SHM without a copy where the server shares memory, else with XGetImage.
 * @module
 */
import type { Display } from "./display.ts";
import { libc } from "./libc.ts";
import { libX11 } from "./libx11.ts";
import { libXext } from "./libxext.ts";
import { pointerAt } from "./memory.ts";
import type { Drawable } from "./xid.ts";

/** ZPixmap of X.h. */
const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffffffffffffn;
/** IPC_CREAT | 0600 (sys/ipc.h). */
const CREATE_PRIVATE = 0o1000 | 0o600;
/** IPC_RMID: the segment goes away with its last user. */
const REMOVE = 0;
/** Largest picture that is read, in pixels: 16384 × 16384 would be 1 GiB. */
const MAX_PIXELS = 64 * 1024 * 1024;

/** Pixels as the server keeps them. `data` is valid only inside the call that gets it. */
export interface RawImage {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** Bits a pixel that mean something. */
  readonly depth: number;
  /** Bits a pixel takes. */
  readonly bitsPerPixel: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** The rows. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Red, green and blue masks of the Visual. */
  readonly masks: readonly [number, number, number];
}

/** What to read. */
export interface ImageSource {
  /** A window or pixmap. */
  readonly drawable: Drawable;
  /** The Visual of the window that it shows: a pixmap's own image has no masks. */
  readonly visual: Deno.PointerObject;
  /** Depth in bits. */
  readonly depth: number;
  /** Left edge inside the drawable. */
  readonly x: number;
  /** Top edge inside the drawable. */
  readonly y: number;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/** Reads pixels and hands them to `use`; what `use` returns is returned. */
export function withImage<T>(display: Display, source: ImageSource, use: (image: RawImage) => T): T {
  const pixels = source.width * source.height;
  if (pixels <= 0 || pixels > MAX_PIXELS) throw new RangeError(`Can't read ${source.width}×${source.height} pixels`);
  const shared = hasShm(display) && sharedImage(display, source);
  return shared ? useShared(display, source, shared, use) : useCopied(display, source, use);
}

const shmByDisplay = new WeakMap<Display, boolean>();

function hasShm(display: Display): boolean {
  const known = shmByDisplay.get(display);
  if (known !== undefined) return known;
  const present = display.run("XShmQueryExtension", (pointer) => libXext().XShmQueryExtension(pointer)) !== 0;
  shmByDisplay.set(display, present);
  return present;
}

interface SharedImage {
  readonly image: Deno.PointerObject;
  readonly address: Deno.PointerObject;
  /** XShmSegmentInfo, 32 bytes: shmseg 0, shmid 8, shmaddr 16, readOnly 24 (XShm.h). It lives as long as the image. */
  readonly info: Uint8Array<ArrayBuffer>;
}

/** A shared segment that the server is attached to; null when it can't be (a full /dev/shm, a remote server). */
function sharedImage(display: Display, source: ImageSource): SharedImage | null {
  const id = libc().shmget(0, BigInt(source.width * source.height * 4), CREATE_PRIVATE);
  if (id < 0) return null;
  const address = libc().shmat(id, null, 0);
  if (!address || Deno.UnsafePointer.value(address) === 0xffffffffffffffffn) return removeSegment(id);
  const info = new Uint8Array(32);
  const view = new DataView(info.buffer);
  view.setInt32(8, id, true);
  view.setBigUint64(16, Deno.UnsafePointer.value(address), true);
  try {
    const image = display.check("XShmAttach", (pointer) => {
      libXext().XShmAttach(pointer, info);
      const { visual, depth, width, height } = source;
      return libXext().XShmCreateImage(pointer, visual, depth, Z_PIXMAP, address, info, width, height);
    });
    return image ? { image, address, info } : detachSegment(address);
  } catch (error) {
    detachSegment(address);
    if (display.dead) throw error;
    shmByDisplay.set(display, false);
    return null;
  } finally {
    removeSegment(id);
  }
}

function removeSegment(id: number): null {
  libc().shmctl(id, REMOVE, null);
  return null;
}

function detachSegment(address: Deno.PointerObject): null {
  libc().shmdt(address);
  return null;
}

function useShared<T>(display: Display, source: ImageSource, shared: SharedImage, use: (image: RawImage) => T): T {
  try {
    display.check(
      "XShmGetImage",
      (pointer) =>
        libXext().XShmGetImage(pointer, BigInt(source.drawable), shared.image, source.x, source.y, ALL_PLANES),
    );
    return use(describe(source, shared.image, shared.address));
  } finally {
    if (!display.dead) display.run("XShmDetach", (pointer) => libXext().XShmDetach(pointer, shared.info));
    // The XImage's data is the segment, which XDestroyImage of MIT-SHM leaves alone.
    libX11().XDestroyImage(shared.image);
    libc().shmdt(shared.address);
  }
}

function useCopied<T>(display: Display, source: ImageSource, use: (image: RawImage) => T): T {
  const { drawable, x, y, width, height } = source;
  const image = display.check(
    "XGetImage",
    (pointer) => libX11().XGetImage(pointer, BigInt(drawable), x, y, width, height, ALL_PLANES, Z_PIXMAP),
  );
  if (!image) throw new Error(`The server gave no image of ${width}×${height} pixels`);
  try {
    const data = pointerAt(new Deno.UnsafePointerView(image), 16);
    if (!data) throw new Error("The server's image holds no data");
    return use(describe(source, image, data));
  } finally {
    libX11().XDestroyImage(image);
  }
}

/** XImage, 136 bytes: width 0, height 4, data 16, bytes_per_line 44, bits_per_pixel 48; Visual: masks 24, 32, 40. */
function describe(source: ImageSource, image: Deno.PointerObject, data: Deno.PointerObject): RawImage {
  const view = new Deno.UnsafePointerView(image);
  const stride = view.getInt32(44);
  const visual = new Deno.UnsafePointerView(source.visual);
  const mask = (offset: number) => Number(visual.getBigUint64(offset));
  return {
    width: source.width,
    height: source.height,
    depth: source.depth,
    bitsPerPixel: view.getInt32(48),
    stride,
    data: new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(data, stride * source.height)),
    masks: [mask(24), mask(32), mask(40)],
  };
}
