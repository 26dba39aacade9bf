/**
 * libXdamage. Signatures from Xdamage.h.
 * @module
 * @see {@link https://cgit.freedesktop.org/xorg/proto/damageproto/tree/damageproto.txt}
 */
import { lazyLibrary } from "./library.ts";

/** libXdamage's symbols. */
export const libXdamage = lazyLibrary(
  { soname: "libXdamage.so.1", packages: { debian: "libxdamage1", fedora: "libXdamage", arch: "libxdamage" } },
  {
    XDamageQueryExtension: { parameters: ["pointer", "buffer", /* int* event base */ "buffer"], result: "i32" },
    XDamageCreate: { parameters: ["pointer", "u64", "i32" /* level; 3 = non-empty */], result: "u64" },
    XDamageDestroy: { parameters: ["pointer", "u64"], result: "void" },
    XDamageSubtract: { parameters: ["pointer", "u64", "u64", /* repair */ "u64" /* parts */], result: "void" },
  },
);
