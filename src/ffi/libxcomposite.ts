/**
 * libXcomposite. Signatures from Xcomposite.h.
 * @module
 * @see {@link https://cgit.freedesktop.org/xorg/proto/compositeproto/tree/compositeproto.txt}
 */
import { lazyLibrary } from "./library.ts";

/** libXcomposite's symbols. */
export const libXcomposite = lazyLibrary(
  {
    soname: "libXcomposite.so.1",
    packages: { debian: "libxcomposite1", fedora: "libXcomposite", arch: "libxcomposite" },
  },
  {
    XCompositeQueryExtension: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
    XCompositeRedirectWindow: { parameters: ["pointer", "u64", "i32" /* 0 = automatic */], result: "void" },
    XCompositeRedirectSubwindows: { parameters: ["pointer", "u64", "i32"], result: "void" },
    XCompositeUnredirectWindow: { parameters: ["pointer", "u64", "i32"], result: "void" },
    XCompositeNameWindowPixmap: { parameters: ["pointer", "u64"], result: "u64" },
  },
);
