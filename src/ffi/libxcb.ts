/**
 * libxcb and its bridge from Xlib: the tables. Signatures from xcb.h, xproto.h and Xlib-xcb.h. A cookie is a structure
 * of one unsigned int, which both x86-64 and AArch64 pass and return like the number itself.
 * @module
 * @see {@link https://xcb.freedesktop.org/PublicApi/}
 */
import { lazyLibrary } from "./library.ts";

/** libX11-xcb's symbols. */
export const libX11Xcb = lazyLibrary(
  { soname: "libX11-xcb.so.1", packages: { debian: "libx11-xcb1", fedora: "libX11-xcb", arch: "libx11" } },
  { XGetXCBConnection: { parameters: ["pointer" /* Display* */], result: "pointer" } },
);

/** libxcb's symbols. */
export const libXcb = lazyLibrary(
  { soname: "libxcb.so.1", packages: { debian: "libxcb1", fedora: "libxcb", arch: "libxcb" } },
  {
    xcb_get_setup: { parameters: ["pointer"], result: "pointer" /* const xcb_setup_t* */ },
    xcb_wait_for_reply: {
      parameters: ["pointer", "u32", /* sequence */ "buffer" /* xcb_generic_error_t** */],
      result: "pointer", /* free */
    },
    xcb_get_window_attributes: { parameters: ["pointer", "u32"], result: "u32" },
    xcb_get_geometry: { parameters: ["pointer", "u32"], result: "u32" },
    xcb_query_tree: { parameters: ["pointer", "u32"], result: "u32" },
    xcb_get_input_focus: { parameters: ["pointer"], result: "u32" },
    xcb_translate_coordinates: {
      parameters: ["pointer", "u32", /* from */ "u32", /* to */ "i16", "i16"],
      result: "u32",
    },
    xcb_get_property: {
      parameters: [
        "pointer",
        "u8", // delete
        "u32", // window
        "u32", // atom
        "u32", // type, 0 = any
        "u32", // offset, in 32-bit units
        "u32", // length, in 32-bit units
      ],
      result: "u32",
    },
  },
);
