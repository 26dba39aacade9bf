/**
 * libc: shared memory, poll, eventfd, and reading /proc without Deno's unrestricted read permission.
 * @module
 */
import { lazyLibrary } from "./library.ts";

/** libc's symbols. */
export const libc = lazyLibrary(
  { soname: "libc.so.6", packages: { debian: "libc6", fedora: "glibc", arch: "glibc" } },
  {
    shmget: { parameters: ["i32", /* key */ "usize", "i32" /* flags */], result: "i32" },
    shmat: { parameters: ["i32", "pointer", "i32"], result: "pointer" },
    shmdt: { parameters: ["pointer"], result: "i32" },
    shmctl: { parameters: ["i32", "i32", /* IPC_RMID = 0 */ "pointer"], result: "i32" },
    // Runs on a thread of its own, so that waiting does not block JavaScript.
    poll: {
      parameters: ["buffer", /* struct pollfd* */ "u64", "i32" /* timeout, ms */],
      result: "i32",
      nonblocking: true,
    },
    eventfd: { parameters: ["u32", "i32" /* flags */], result: "i32" },
    open: { parameters: ["buffer", /* const char* */ "i32" /* flags */], result: "i32" },
    read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    close: { parameters: ["i32"], result: "i32" },
    getdents64: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    getuid: { parameters: [], result: "u32" },
    readlink: { parameters: ["buffer", /* const char* */ "buffer", "usize"], result: "isize" },
  },
);
