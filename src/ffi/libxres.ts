/**
 * libXRes (X-Resource 1.2). Signatures from XRes.h.
 * @module
 * @see {@link https://cgit.freedesktop.org/xorg/proto/resourceproto/tree/resproto.txt}
 */
import { lazyLibrary } from "./library.ts";

/** libXRes' symbols. */
export const libXRes = lazyLibrary(
  { soname: "libXRes.so.1", packages: { debian: "libxres1", fedora: "libXres", arch: "libxres" } },
  {
    XResQueryExtension: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
    XResQueryVersion: { parameters: ["pointer", "buffer", /* int* major */ "buffer" /* int* minor */], result: "i32" },
    XResQueryClientIds: {
      parameters: [
        "pointer",
        "i64", /* specs */
        "buffer", /* XResClientIdSpec* */
        "buffer", /* long* */
        "buffer", /* values** */
      ],
      result: "i32",
    },
    XResClientIdsDestroy: { parameters: ["i64", "pointer"], result: "void" },
  },
);
