/**
 * Confining the own process with libc: resource limits, and a seccomp filter that lists what stays allowed.
 *
 * Numbers: system calls from `asm/unistd.h` of each architecture, BPF and seccomp constants from `linux/bpf_common.h`,
 * `linux/seccomp.h` and `linux/audit.h`, the others from `bits/resource.h`, `linux/prctl.h` and `linux/sched.h`.
 * @module
 * @see {@link https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html}
 */

const table = {
  prctl: { parameters: ["i32", "u64", "u64", "u64", "u64"], result: "i32" },
  setrlimit: { parameters: ["i32", /* const struct rlimit* */ "buffer"], result: "i32" },
  syscall: { parameters: ["i64", "u64", "u64", /* struct sock_fprog* */ "buffer"], result: "i64" },
  alarm: { parameters: [/* seconds */ "u32"], result: "u32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** Numbers of one system call: x86_64, aarch64. `-1` where the architecture lacks it. */
type Numbers = readonly [x86_64: number, aarch64: number];

/** What V8, tokio and glibc need to go on: memory, threads, time, waiting, and the handles that are open. */
const allowed: Readonly<Record<string, Numbers>> = {
  read: [0, 63],
  write: [1, 64],
  close: [3, 57],
  fstat: [5, 80],
  poll: [7, -1],
  lseek: [8, 62],
  mmap: [9, 222],
  mprotect: [10, 226],
  munmap: [11, 215],
  brk: [12, 214],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  readv: [19, 65],
  writev: [20, 66],
  sched_yield: [24, 124],
  mremap: [25, 216],
  madvise: [28, 233],
  nanosleep: [35, 101],
  alarm: [37, -1],
  setitimer: [38, 103],
  getpid: [39, 172],
  // Of a socket pair that Deno made earlier for signals; new sockets are refused.
  sendto: [44, 206],
  recvfrom: [45, 207],
  exit: [60, 93],
  uname: [63, 160],
  fcntl: [72, 25],
  gettimeofday: [96, 169],
  getrusage: [98, 165],
  sysinfo: [99, 179],
  sigaltstack: [131, 132],
  gettid: [186, 178],
  time: [201, -1],
  futex: [202, 98],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  sched_getaffinity: [204, 123],
  restart_syscall: [219, 128],
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  clock_nanosleep: [230, 115],
  exit_group: [231, 94],
  epoll_wait: [232, -1],
  epoll_ctl: [233, 21],
  ppoll: [271, 73],
  set_robust_list: [273, 99],
  epoll_pwait: [281, 22],
  getcpu: [309, 168],
  getrandom: [318, 278],
  membarrier: [324, 283],
  pkey_mprotect: [329, 288],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  rseq: [334, 293],
};
const clone: Numbers = [56, 220];
const prctl: Numbers = [157, 167];
const tgkill: Numbers = [234, 131];
const prlimit64: Numbers = [302, 261];
const clone3: Numbers = [435, 435];
const seccomp: Numbers = [317, 277];

const architectures = {
  x86_64: { column: 0, audit: 0xc000003e },
  aarch64: { column: 1, audit: 0xc00000b7 },
} as const;

/** One BPF instruction: code, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, jt: number, jf: number, k: number];

const LOAD = 0x20, JUMP_EQUAL = 0x15, JUMP_SET = 0x45, RETURN = 0x06;
const KILL_PROCESS = 0x80000000, ALLOW = 0x7fff0000, EPERM = 0x00050001, ENOSYS = 0x00050026;
/** Offsets in `struct seccomp_data`; arguments are 64 bits, low word first on both architectures. */
const NUMBER = 0, ARCHITECTURE = 4, ARGUMENT = (index: number) => 16 + 8 * index;
const CLONE_THREAD = 0x10000, PR_SET_NAME = 15, PR_SET_VMA = 0x53564d41, PR_SET_NO_NEW_PRIVS = 38;
const SECCOMP_SET_MODE_FILTER = 1n, SECCOMP_FILTER_FLAG_TSYNC = 1n;
const SOCK_FPROG_BYTES = 16;
const RLIMIT_DATA = 2, RLIMIT_CORE = 4;
/** Enough for V8 and the guest's 64 MiB; the process starts with about 600 MiB counted. */
const DATA_BYTES = 1024n ** 3n;

/** What a confined process has. */
export interface Confined {
  /**
   * Has the kernel end the process (SIGALRM) unless the alarm is set anew in time; 0 takes it back. Works after the
   * FFI permission was dropped.
   */
  readonly alarm: (seconds: number) => void;
  /** Why there is no filter, if there is none. */
  readonly missing?: string;
}

/**
 * Limits the process's resources and sets the filter on all of its threads: from then on it can't open, connect,
 * start or signal anything else. Refused calls fail with EPERM. Needs `--allow-ffi`.
 */
export function confineProcess(): Confined {
  const { symbols } = Deno.dlopen("libc.so.6", table);
  const alarm = (seconds: number) => void symbols.alarm(seconds);
  const limit = (which: number, bytes: bigint) => symbols.setrlimit(which, new BigUint64Array([bytes, bytes]));
  const limited = limit(RLIMIT_CORE, 0n) === 0 && limit(RLIMIT_DATA, DATA_BYTES) === 0;
  const missing = limited ? installFilter(symbols) : "setrlimit failed";
  return { alarm, ...(missing && { missing }) };
}

function installFilter(symbols: Deno.DynamicLibrary<typeof table>["symbols"]): string | undefined {
  const architecture = architectures[Deno.build.arch];
  const program = filterProgram(architecture.column, architecture.audit, Deno.pid);
  if (symbols.prctl(PR_SET_NO_NEW_PRIVS, 1n, 0n, 0n, 0n) !== 0) return "the kernel refused PR_SET_NO_NEW_PRIVS";
  const number = BigInt(seccomp[architecture.column]);
  const status = symbols.syscall(number, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, program);
  return status === 0n ? undefined : `the kernel refused the seccomp filter (${status})`;
}

function filterProgram(column: 0 | 1, audit: number, pid: number) {
  const rule = (numbers: Numbers, body: readonly Instruction[]): Instruction[] =>
    numbers[column] < 0 ? [] : [[JUMP_EQUAL, 0, body.length, numbers[column]], ...body];
  const end = (verdict: number): Instruction => [RETURN, 0, 0, verdict];
  const instructions: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, audit],
    end(KILL_PROCESS),
    [LOAD, 0, 0, NUMBER],
    ...Object.values(allowed).flatMap((numbers) => rule(numbers, [end(ALLOW)])),
    // glibc falls back to clone, whose flags can be read here.
    ...rule(clone3, [end(ENOSYS)]),
    ...rule(clone, [[LOAD, 0, 0, ARGUMENT(0)], [JUMP_SET, 0, 1, CLONE_THREAD], end(ALLOW), end(EPERM)]),
    ...rule(tgkill, [[LOAD, 0, 0, ARGUMENT(0)], [JUMP_EQUAL, 0, 1, pid], end(ALLOW), end(EPERM)]),
    ...rule(prctl, [
      [LOAD, 0, 0, ARGUMENT(0)],
      [JUMP_EQUAL, 1, 0, PR_SET_NAME],
      [JUMP_EQUAL, 0, 1, PR_SET_VMA],
      end(ALLOW),
      end(EPERM),
    ]),
    // Reading the own limits: no process id, no new value.
    ...rule(prlimit64, [
      [LOAD, 0, 0, ARGUMENT(0)],
      [JUMP_EQUAL, 0, 5, 0],
      [LOAD, 0, 0, ARGUMENT(2)],
      [JUMP_EQUAL, 0, 3, 0],
      [LOAD, 0, 0, ARGUMENT(2) + 4],
      [JUMP_EQUAL, 0, 1, 0],
      end(ALLOW),
      end(EPERM),
    ]),
    end(EPERM),
  ];
  return encodeProgram(instructions);
}

/** `struct sock_fprog`, with the `struct sock_filter`s that it points to right behind it. */
function encodeProgram(instructions: readonly Instruction[]): Uint8Array<ArrayBuffer> {
  const program = new Uint8Array(SOCK_FPROG_BYTES + instructions.length * 8);
  const view = new DataView(program.buffer);
  const address = Deno.UnsafePointer.value(Deno.UnsafePointer.of(program));
  view.setUint16(0, instructions.length, true);
  view.setBigUint64(8, address + BigInt(SOCK_FPROG_BYTES), true);
  instructions.forEach(([code, jt, jf, k], index) => {
    const at = SOCK_FPROG_BYTES + index * 8;
    view.setUint16(at, code, true);
    view.setUint8(at + 2, jt);
    view.setUint8(at + 3, jf);
    view.setUint32(at + 4, k, true);
  });
  return program;
}
