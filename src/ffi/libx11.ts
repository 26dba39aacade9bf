/**
 * libX11: the table. Signatures from Xlib.h; an XID, Atom, Mask or Time is an unsigned long.
 * @module
 * @see {@link https://www.x.org/releases/current/doc/libX11/libX11/libX11.html}
 */
import { lazyLibrary } from "./library.ts";

/** libX11's symbols. */
export const libX11 = lazyLibrary(
  { soname: "libX11.so.6", packages: { debian: "libx11-6", fedora: "libX11", arch: "libx11" } },
  {
    XOpenDisplay: { parameters: ["buffer" /* const char* */], result: "pointer" },
    XCloseDisplay: { parameters: ["pointer"], result: "i32" },
    XConnectionNumber: { parameters: ["pointer"], result: "i32" },
    XNextRequest: { parameters: ["pointer"], result: "u64" },
    XSetErrorHandler: { parameters: ["function" /* int (*)(Display*, XErrorEvent*) */], result: "pointer" },
    XSetIOErrorHandler: { parameters: ["function" /* int (*)(Display*) */], result: "pointer" },
    // void (*)(Display*, void* user_data); since libX11 1.7
    XSetIOErrorExitHandler: { parameters: ["pointer", "function", "pointer"], result: "void" },
    XGetErrorText: { parameters: ["pointer", "i32", "buffer", "i32" /* length */], result: "i32" },
    XSync: { parameters: ["pointer", "i32" /* Bool discard */], result: "i32" },
    XFlush: { parameters: ["pointer"], result: "i32" },
    XEventsQueued: { parameters: ["pointer", "i32" /* mode */], result: "i32" },
    XNextEvent: { parameters: ["pointer", "buffer" /* XEvent* */], result: "i32" },
    XGetEventData: { parameters: ["pointer", "buffer" /* XGenericEventCookie* */], result: "i32" },
    XFreeEventData: { parameters: ["pointer", "buffer"], result: "void" },
    XQueryExtension: { parameters: ["pointer", "buffer", "buffer", "buffer", "buffer"], result: "i32" },

    XDefaultScreen: { parameters: ["pointer"], result: "i32" },
    XDefaultRootWindow: { parameters: ["pointer"], result: "u64" },
    XDefaultVisual: { parameters: ["pointer", "i32"], result: "pointer" },
    XDefaultDepth: { parameters: ["pointer", "i32"], result: "i32" },

    XInternAtom: {
      parameters: ["pointer", "buffer", /* const char* */ "i32" /* Bool only_if_exists */],
      result: "u64",
    },
    XGetAtomName: { parameters: ["pointer", "u64"], result: "pointer" /* char*, XFree */ },
    XGetWindowProperty: {
      parameters: [
        "pointer",
        "u64", // Window
        "u64", // Atom property
        "i64", // long offset, in 32-bit units
        "i64", // long length, in 32-bit units
        "i32", // Bool delete
        "u64", // Atom type, 0 = AnyPropertyType
        "buffer", // Atom* actual type
        "buffer", // int* actual format
        "buffer", // unsigned long* items
        "buffer", // unsigned long* bytes after
        "buffer", // unsigned char** value, XFree
      ],
      result: "i32",
    },
    XChangeProperty: {
      parameters: ["pointer", "u64", "u64", "u64", "i32", /* format */ "i32", /* mode */ "buffer", "i32" /* items */],
      result: "i32",
    },
    XDeleteProperty: { parameters: ["pointer", "u64", "u64"], result: "i32" },
    XListProperties: {
      parameters: ["pointer", "u64", "buffer" /* int* count */],
      result: "pointer", /* Atom*, XFree */
    },
    XGrabServer: { parameters: ["pointer"], result: "i32" },
    XUngrabServer: { parameters: ["pointer"], result: "i32" },

    XFree: { parameters: ["pointer"], result: "i32" },

    XSelectInput: { parameters: ["pointer", "u64", "i64" /* event mask */], result: "i32" },
    XQueryTree: { parameters: ["pointer", "u64", "buffer", "buffer", "buffer", "buffer"], result: "i32" },
    XGetWindowAttributes: { parameters: ["pointer", "u64", "buffer" /* XWindowAttributes* */], result: "i32" },
    XTranslateCoordinates: {
      parameters: [
        "pointer",
        "u64", /* from */
        "u64", /* to */
        "i32",
        "i32",
        "buffer",
        "buffer",
        "buffer", /* Window* child */
      ],
      result: "i32",
    },
    XCreateWindow: {
      parameters: ["pointer", "u64", "i32", "i32", "u32", "u32", "u32", "i32", "u32", "pointer", "u64", "buffer"],
      result: "u64",
    },
    XMoveWindow: { parameters: ["pointer", "u64", "i32", "i32"], result: "i32" },
    XDestroyWindow: { parameters: ["pointer", "u64"], result: "i32" },
    XRaiseWindow: { parameters: ["pointer", "u64"], result: "i32" },
    XUnmapWindow: { parameters: ["pointer", "u64"], result: "i32" },
    XMapRaised: { parameters: ["pointer", "u64"], result: "i32" },
    XGetInputFocus: { parameters: ["pointer", "buffer", /* Window* */ "buffer" /* int* revert_to */], result: "i32" },
    XSetInputFocus: { parameters: ["pointer", "u64", "i32", /* revert_to */ "u64" /* time */], result: "i32" },
    XQueryPointer: {
      parameters: ["pointer", "u64", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer"],
      result: "i32",
    },
    XSetSelectionOwner: { parameters: ["pointer", "u64", "u64", /* owner */ "u64" /* time */], result: "i32" },
    XGetSelectionOwner: { parameters: ["pointer", "u64"], result: "u64" },
    XConvertSelection: {
      parameters: ["pointer", "u64", /* selection */ "u64", /* target */ "u64", /* property */ "u64", "u64" /* time */],
      result: "i32",
    },
    XSendEvent: { parameters: ["pointer", "u64", "i32", /* propagate */ "i64", /* mask */ "buffer"], result: "i32" },

    XGetImage: {
      parameters: ["pointer", "u64", "i32", "i32", "u32", "u32", "u64", /* plane mask */ "i32" /* format */],
      result: "pointer", /* XImage*, XDestroyImage */
    },
    XDestroyImage: { parameters: ["pointer"], result: "i32" },
    XFreePixmap: { parameters: ["pointer", "u64"], result: "i32" },

    XDisplayKeycodes: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
    XGetKeyboardMapping: {
      parameters: ["pointer", "u8", /* first keycode */ "i32", /* count */ "buffer" /* int* keysyms per keycode */],
      result: "pointer", /* KeySym*, XFree */
    },
    XChangeKeyboardMapping: {
      parameters: ["pointer", "i32", /* first keycode */ "i32", /* keysyms per keycode */ "buffer", "i32" /* count */],
      result: "i32",
    },
    XGetModifierMapping: { parameters: ["pointer"], result: "pointer" /* XModifierKeymap*, XFreeModifiermap */ },
    XFreeModifiermap: { parameters: ["pointer"], result: "i32" },
    XStringToKeysym: { parameters: ["buffer"], result: "u64" },
    XkbGetState: {
      parameters: ["pointer", "u32", /* device, 0x100 = core keyboard */ "buffer" /* XkbStateRec* */],
      result: "i32",
    },
    XkbLockModifiers: {
      parameters: ["pointer", "u32", /* device */ "u32", /* affected */ "u32" /* values */],
      result: "i32",
    },
    XkbGetMap: {
      parameters: ["pointer", "u32", /* which */ "u32" /* device */],
      result: "pointer", /* XkbDescPtr, XkbFreeKeyboard */
    },
    XkbFreeKeyboard: { parameters: ["pointer", "u32", /* which */ "i32" /* Bool free_all */], result: "void" },
  },
);
