/**
 * libXrandr (RandR 1.5). Signatures from Xrandr.h.
 * @module
 * @see {@link https://cgit.freedesktop.org/xorg/proto/randrproto/tree/randrproto.txt}
 */
import { lazyLibrary } from "./library.ts";

/** libXrandr's symbols. */
export const libXrandr = lazyLibrary(
  { soname: "libXrandr.so.2", packages: { debian: "libxrandr2", fedora: "libXrandr", arch: "libxrandr" } },
  {
    XRRQueryVersion: { parameters: ["pointer", "buffer", /* int* major */ "buffer" /* int* minor */], result: "i32" },
    XRRGetMonitors: {
      parameters: ["pointer", "u64", "i32", /* Bool active only */ "buffer" /* int* count */],
      result: "pointer", /* XRRMonitorInfo*, XRRFreeMonitors */
    },
    XRRFreeMonitors: { parameters: ["pointer"], result: "void" },
  },
);
