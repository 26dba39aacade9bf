/**
 * libXext: MIT-SHM, SHAPE and SYNC. Signatures from XShm.h, shape.h and sync.h.
 * @module
 * @see {@link https://www.x.org/releases/current/doc/xextproto/shm.html}
 */
import { lazyLibrary } from "./library.ts";

/** libXext's symbols. */
export const libXext = lazyLibrary(
  { soname: "libXext.so.6", packages: { debian: "libxext6", fedora: "libXext", arch: "libxext" } },
  {
    XShmQueryExtension: { parameters: ["pointer"], result: "i32" },
    XShmAttach: { parameters: ["pointer", "buffer" /* XShmSegmentInfo* */], result: "i32" },
    XShmDetach: { parameters: ["pointer", "buffer"], result: "i32" },
    XShmCreateImage: {
      parameters: [
        "pointer",
        "pointer", /* Visual* */
        "u32", /* depth */
        "i32", /* format */
        "pointer",
        "buffer",
        "u32",
        "u32",
      ],
      result: "pointer",
    },
    XShmGetImage: { parameters: ["pointer", "u64", "pointer", "i32", "i32", "u64" /* plane mask */], result: "i32" },
    XShapeQueryExtents: {
      parameters: [
        "pointer",
        "u64", // Window
        "buffer", // Bool* bounding shaped
        "buffer", // int* x
        "buffer", // int* y
        "buffer", // unsigned* width
        "buffer", // unsigned* height
        "buffer", // Bool* clip shaped
        "buffer",
        "buffer",
        "buffer",
        "buffer",
      ],
      result: "i32", // Status; 0 on a server without SHAPE
    },
    XShapeCombineRectangles: {
      parameters: [
        "pointer",
        "u64", // Window
        "i32", // kind
        "i32", // x offset
        "i32", // y offset
        "buffer", // XRectangle*
        "i32", // count
        "i32", // operation
        "i32", // ordering
      ],
      result: "void",
    },
    XShapeGetRectangles: {
      parameters: ["pointer", "u64", "i32", /* kind */ "buffer", /* int* count */ "buffer" /* int* ordering */],
      result: "pointer", /* XRectangle*, XFree */
    },
    XSyncInitialize: { parameters: ["pointer", "buffer", /* int* major */ "buffer" /* int* minor */], result: "i32" },
    XSyncListSystemCounters: { parameters: ["pointer", "buffer" /* int* count */], result: "pointer" },
    XSyncFreeSystemCounterList: { parameters: ["pointer"], result: "void" },
    XSyncQueryCounter: { parameters: ["pointer", "u64", /* XSyncCounter */ "buffer" /* XSyncValue* */], result: "i32" },
  },
);
