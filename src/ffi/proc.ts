/**
 * What /proc says of a process, read through libc: Deno asks for unrestricted read permission there.
 * @module
 */
import { libc } from "./libc.ts";
import { cString } from "./memory.ts";

/** O_RDONLY | O_CLOEXEC (fcntl.h). */
const OPEN_FLAGS = 0o2000000;
const MAX_BYTES = 65_536;
/** More than 52 numbers and a name of 64 bytes take. */
const MAX_STAT = 2_048;

/** Reads a file below /proc, at most its first bytes; null when it can't be read. */
export function readProc(path: string, limit = MAX_BYTES): string | null {
  const descriptor = libc().open(cString(`/proc/${path}`), OPEN_FLAGS);
  if (descriptor < 0) return null;
  try {
    const bytes = new Uint8Array(limit);
    let length = 0;
    // Some files come in pieces of a page.
    for (let count = 1; count > 0 && length < limit; length += Math.max(0, count)) {
      const rest = bytes.subarray(length);
      count = Number(libc().read(descriptor, rest, BigInt(rest.length)));
      if (count < 0) return null;
    }
    return new TextDecoder().decode(bytes.subarray(0, length));
  } finally {
    libc().close(descriptor);
  }
}

/** Our own user id. */
export function userId(): number {
  return libc().getuid();
}

/** The executable of a process; null when it can't be established. */
export function executableOf(pid: number): string | null {
  const bytes = new Uint8Array(4096);
  const count = Number(libc().readlink(cString(`/proc/${pid}/exe`), bytes, BigInt(bytes.length)));
  if (count <= 0 || count === bytes.length) return null;
  // A replaced program is still the program that it was when it started.
  return new TextDecoder().decode(bytes.subarray(0, count)).replace(/ \(deleted\)$/, "");
}

/** When a process started, in clock ticks since boot: with the pid it names the process for good. Null when it is gone. */
export function startTimeOf(pid: number): string | null {
  return statFields(pid)?.[19] ?? null;
}

/** The state letter of a process (R, S, D, T, Z …, see proc(5)); null when it is gone. */
export function stateOf(pid: number): string | null {
  return statFields(pid)?.[0] ?? null;
}

/** The fields of /proc/PID/stat after the name, which may itself hold spaces and parentheses. */
function statFields(pid: number): string[] | null {
  const stat = readProc(`${pid}/stat`, MAX_STAT);
  if (stat === null) return null;
  return stat.slice(stat.lastIndexOf(")") + 2).trim().split(" ");
}
