/**
 * libXfixes. Signatures from Xfixes.h.
 * @module
 * @see {@link https://cgit.freedesktop.org/xorg/proto/fixesproto/tree/fixesproto.txt}
 */
import { lazyLibrary } from "./library.ts";

/** libXfixes' symbols. */
export const libXfixes = lazyLibrary(
  { soname: "libXfixes.so.3", packages: { debian: "libxfixes3", fedora: "libXfixes", arch: "libxfixes" } },
  {
    XFixesCreateRegion: { parameters: ["pointer", "pointer", /* XRectangle* */ "i32"], result: "u64" },
    XFixesDestroyRegion: { parameters: ["pointer", "u64"], result: "void" },
    XFixesFetchRegion: { parameters: ["pointer", "u64", "buffer" /* int* count */], result: "pointer" },
  },
);
