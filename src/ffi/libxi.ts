/**
 * libXi: the X Input Extension 2. Signatures from XInput2.h.
 * @module
 * @see {@link https://www.x.org/releases/current/doc/inputproto/XI2proto.txt}
 */
import { lazyLibrary } from "./library.ts";

/** libXi's symbols. */
export const libXi = lazyLibrary(
  { soname: "libXi.so.6", packages: { debian: "libxi6", fedora: "libXi", arch: "libxi" } },
  {
    XIQueryVersion: { parameters: ["pointer", "buffer", /* int* major */ "buffer" /* int* minor */], result: "i32" },
    XISelectEvents: {
      parameters: ["pointer", "u64", /* Window */ "buffer", /* XIEventMask* */ "i32" /* masks */],
      result: "i32",
    },
    XIQueryDevice: {
      parameters: ["pointer", "i32", /* deviceid */ "buffer" /* int* count */],
      result: "pointer", /* XIDeviceInfo*, XIFreeDeviceInfo */
    },
    XIFreeDeviceInfo: { parameters: ["pointer"], result: "void" },
    XIChangeHierarchy: {
      parameters: ["pointer", "buffer", /* XIAnyHierarchyChangeInfo* */ "i32" /* changes */],
      result: "i32",
    },
    XISetClientPointer: { parameters: ["pointer", "u64", /* Window */ "i32" /* deviceid */], result: "i32" },
    XIWarpPointer: {
      parameters: [
        "pointer",
        "i32", // deviceid
        "u64", // source window
        "u64", // destination window
        "f64",
        "f64",
        "u32",
        "u32",
        "f64", // x in the destination
        "f64", // y in the destination
      ],
      result: "i32",
    },
    XISetFocus: {
      parameters: ["pointer", "i32", /* deviceid */ "u64", /* Window */ "u64" /* Time */],
      result: "i32",
    },
    XIGetFocus: { parameters: ["pointer", "i32", /* deviceid */ "buffer" /* Window* */], result: "i32" },
  },
);
