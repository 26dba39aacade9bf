/**
 * What the threads of a process are doing, by /proc: how much they have worked, and what they sleep in.
 * @module
 */
import { libc } from "./libc.ts";
import { cString } from "./memory.ts";
import { readProc } from "./proc.ts";

/** One thread. */
export interface Thread {
  /** Its id; the main thread has the process'. */
  readonly id: number;
  /** What it has worked: time on a processor and in the queue for one, and how often (schedstat of proc(5)). */
  readonly work: string;
  /**
   * What it sleeps in: waiting for events or for another thread, for how many milliseconds at most (`Infinity` without
   * a limit, NaN where the limit stands in its own memory). `busy` when it runs or sleeps in anything else, `unknown`
   * when it may not be looked at: the kernel shows it to those who may trace the process (ptrace(2)).
   */
  readonly sleep: { readonly in: "events" | "thread"; readonly limitMs: number } | "busy" | "unknown";
}

/** O_RDONLY | O_DIRECTORY | O_CLOEXEC (fcntl.h; the second differs between architectures). */
const OPEN_DIRECTORY = 0o2000000 | (Deno.build.arch === "aarch64" ? 0o40000 : 0o200000);
/** Offsets in struct linux_dirent64 (getdents(2)). */
const RECORD_LENGTH = 16;
const NAME = 19;
const LIST_BYTES = 8_192;
/** More than three numbers of 20 digits, and than nine of 18. */
const LINE_BYTES = 256;

/** What a system call waits for, and which of its arguments is the limit. */
interface Wait {
  readonly in: "events" | "thread";
  readonly argument: number;
  /** Whether the limit is a number of milliseconds; else it is the address of a structure, null for none. */
  readonly isMs: boolean;
}

const polling = (argument: number, isMs: boolean): Wait => ({ in: "events", argument, isMs });
const futex: Wait = { in: "thread", argument: 3, isMs: false };
/** By system call number (asm/unistd_64.h, asm-generic/unistd.h): poll, ppoll, epoll_wait, epoll_pwait, select, pselect6, futex. */
const waits: Readonly<Record<string, Readonly<Record<number, Wait>>>> = {
  x86_64: {
    7: polling(2, true),
    271: polling(2, false),
    232: polling(3, true),
    281: polling(3, true),
    23: polling(4, false),
    270: polling(4, false),
    202: futex,
  },
  aarch64: { 73: polling(2, false), 22: polling(3, true), 72: polling(4, false), 98: futex },
};

/** The threads of a process, the main one first; null when it is gone or has more than `most`. */
export function threadsOf(pid: number, most: number): Thread[] | null {
  const ids = threadIds(pid);
  if (ids === null || ids.length > most) return null;
  return [pid, ...ids.filter((id) => id !== pid)].map((id) => ({ id, work: workOf(pid, id), sleep: sleepOf(pid, id) }));
}

/** The processes that a thread started and that have not been waited for. */
export function childrenOf(pid: number, thread = pid): string {
  return readProc(`${pid}/task/${thread}/children`, LINE_BYTES) ?? "";
}

function workOf(pid: number, thread: number): string {
  return readProc(`${pid}/task/${thread}/schedstat`, LINE_BYTES)?.trim() ?? "";
}

function sleepOf(pid: number, thread: number): Thread["sleep"] {
  const line = readProc(`${pid}/task/${thread}/syscall`, LINE_BYTES);
  const calls = waits[Deno.build.arch];
  if (!line || !calls) return "unknown";
  const words = line.split(" ");
  const wait = calls[Number(words[0])];
  if (!wait) return "busy";
  return { in: wait.in, limitMs: limitOf(BigInt(words[1 + wait.argument]!), wait.isMs) };
}

function limitOf(argument: bigint, isMs: boolean): number {
  if (!isMs) return argument === 0n ? Infinity : NaN;
  const ms = Number(BigInt.asIntN(32, argument));
  return ms < 0 ? Infinity : ms;
}

function threadIds(pid: number): number[] | null {
  const descriptor = libc().open(cString(`/proc/${pid}/task`), OPEN_DIRECTORY);
  if (descriptor < 0) return null;
  try {
    const bytes = new Uint8Array(LIST_BYTES);
    const length = Number(libc().getdents64(descriptor, bytes, BigInt(bytes.length)));
    return length < 0 ? null : namesIn(bytes, length).map(Number).filter((id) => id > 0);
  } finally {
    libc().close(descriptor);
  }
}

function namesIn(bytes: Uint8Array<ArrayBuffer>, length: number): string[] {
  const view = new DataView(bytes.buffer);
  const names: string[] = [];
  for (let at = 0; at < length; at += view.getUint16(at + RECORD_LENGTH, true)) {
    const name = bytes.subarray(at + NAME, bytes.indexOf(0, at + NAME));
    names.push(new TextDecoder().decode(name));
  }
  return names;
}
