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

/** Most shared memory that is kept between pictures, bytes: a screen of 3840 × 2160. */
const MAX_KEPT_BYTES = 3840 * 2160 * 4;

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
  const shared = hasShm(display) && sharedMemory(display, pixels * 4);
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

/** Memory that the server and this process share. */
interface SharedMemory {
  readonly address: Deno.PointerObject;
  readonly bytes: number;
  /** XShmSegmentInfo, 32 bytes: shmseg 0, shmid 8, shmaddr 16, readOnly 24 (XShm.h). It lives as long as its images. */
  readonly info: Uint8Array<ArrayBuffer>;
}

/** Kept from one picture to the next: to share, fault in and give back 3 MB takes longer than to read them. */
const kept = new WeakMap<Display, SharedMemory>();

/** Memory for a picture; null when none can be shared (a full /dev/shm, a remote server). */
function sharedMemory(display: Display, bytes: number): SharedMemory | null {
  const known = kept.get(display);
  if (known && known.bytes >= bytes) return known;
  const memory = share(display, bytes);
  if (!memory || bytes > MAX_KEPT_BYTES) return memory;
  releaseImages(display);
  kept.set(display, memory);
  return memory;
}

/** Gives back the memory that pictures of a display used. Called before the display is closed. */
export function releaseImages(display: Display): void {
  const memory = kept.get(display);
  kept.delete(display);
  if (memory) release(display, memory);
}

/** A segment that the server is attached to. */
function share(display: Display, bytes: number): SharedMemory | null {
  const id = libc().shmget(0, BigInt(bytes), CREATE_PRIVATE);
  if (id < 0) return null;
  const address = libc().shmat(id, null, 0);
  if (!address || Deno.UnsafePointer.value(address) === 0xffffffffffffffffn) return removeSegment(id);
  const info = new Uint8Array(32);
  const view = new DataView(info.buffer);
  view.setInt32(8, id, true);
  view.setBigUint64(16, Deno.UnsafePointer.value(address), true);
  try {
    display.check("XShmAttach", (pointer) => libXext().XShmAttach(pointer, info));
    return { address, bytes, info };
  } catch (error) {
    libc().shmdt(address);
    if (display.dead) throw error;
    shmByDisplay.set(display, false);
    return null;
  } finally {
    removeSegment(id);
  }
}

function release(display: Display, { address, info }: SharedMemory): void {
  if (!display.dead) display.run("XShmDetach", (pointer) => libXext().XShmDetach(pointer, info));
  libc().shmdt(address);
}

/** The segment goes away when nobody is attached to it any more. */
function removeSegment(id: number): null {
  libc().shmctl(id, REMOVE, null);
  return null;
}

function useShared<T>(display: Display, source: ImageSource, memory: SharedMemory, use: (image: RawImage) => T): T {
  const { visual, depth, width, height, drawable, x, y } = source;
  const { address, info } = memory;
  try {
    const image = display.run(
      "XShmCreateImage",
      (pointer) => libXext().XShmCreateImage(pointer, visual, depth, Z_PIXMAP, address, info, width, height),
    );
    if (!image) throw new Error(`No image of ${width}×${height} pixels could be made`);
    try {
      display.check(
        "XShmGetImage",
        (pointer) => libXext().XShmGetImage(pointer, BigInt(drawable), image, x, y, ALL_PLANES),
      );
      return use(describe(source, image, address));
    } finally {
      // The XImage's data is the segment, which XDestroyImage of MIT-SHM leaves alone.
      libX11().XDestroyImage(image);
    }
  } finally {
    if (kept.get(display) !== memory) release(display, memory);
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
