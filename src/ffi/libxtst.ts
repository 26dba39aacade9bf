/**
 * libXtst: the XTEST extension. Signatures from XTest.h.
 * @module
 * @see {@link https://www.x.org/releases/current/doc/libXtst/xtestlib.html}
 */
import { lazyLibrary } from "./library.ts";

/** libXtst's symbols. */
export const libXtst = lazyLibrary(
  { soname: "libXtst.so.6", packages: { debian: "libxtst6", fedora: "libXtst", arch: "libxtst" } },
  {
    XTestQueryExtension: { parameters: ["pointer", "buffer", "buffer", "buffer", "buffer"], result: "i32" },
    XTestFakeKeyEvent: {
      parameters: ["pointer", "u32", "i32", /* Bool is_press */ "u64" /* delay, ms */],
      result: "i32",
    },
    XTestFakeButtonEvent: { parameters: ["pointer", "u32", "i32", "u64"], result: "i32" },
    XTestFakeMotionEvent: { parameters: ["pointer", "i32", /* screen */ "i32", "i32", "u64"], result: "i32" },
  },
);
