/**
 * Child processes of the scripts, and what is read about other processes in `/proc`.
 * @module
 */

/** The repository's folder, ending with a slash. */
export const root: string = decodeURIComponent(new URL("../", import.meta.url).pathname);

/** How a child process ended. */
export interface Ended {
  /** Exit status; 128 + signal when a signal ended it. */
  readonly code: number;
  /** Standard output. */
  readonly stdout: string;
  /** Standard error. */
  readonly stderr: string;
}

/** Options of {@linkcode runQuietly}. */
export interface RunOptions {
  /** Working folder; the repository when left out. */
  readonly cwd?: string;
  /** The whole environment; the script's own when left out. */
  readonly env?: Record<string, string>;
  /** Text for standard input. */
  readonly input?: string;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/** Runs Deno with these arguments and collects what it writes. */
export function deno(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return runQuietly(Deno.execPath(), args, options);
}

/** Runs a program and collects what it writes. */
export async function runQuietly(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(program, args, options);
  if (options.input !== undefined) await writeInput(child, options.input);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function spawn(program: string, args: readonly string[], options: RunOptions) {
  return new Deno.Command(program, {
    args: [...args],
    cwd: options.cwd ?? root,
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.env ? { env: options.env, clearEnv: true } : {}),
  }).spawn();
}

async function writeInput(child: Deno.ChildProcess, input: string): Promise<void> {
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
}

/** A process that may be looked at again: the start time tells it from a later one with the same pid. */
export interface ProcessInfo {
  /** Its pid. */
  readonly pid: number;
  /** Clock ticks after boot at which it started, field 22 of `/proc/PID/stat`. */
  readonly startTime: string;
  /** Its command line, arguments joined by blanks. */
  readonly command: string;
}

/** Every process whose environment holds all of these texts. Processes of other users are passed over. */
export function processesWith(texts: readonly string[]): ProcessInfo[] {
  const pids = [...Deno.readDirSync("/proc")].map((entry) => Number(entry.name)).filter(Number.isInteger);
  return pids.map((pid) => processWith(pid, texts)).filter((process) => process !== undefined);
}

function processWith(pid: number, texts: readonly string[]): ProcessInfo | undefined {
  try {
    const environment = Deno.readTextFileSync(`/proc/${pid}/environ`);
    if (!texts.every((text) => environment.includes(text))) return undefined;
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const command = Deno.readTextFileSync(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    return isZombie(stat) ? undefined : { pid, startTime: statField(stat, 22), command };
  } catch {
    // It ended meanwhile, or it belongs to somebody else.
    return undefined;
  }
}

/** A field of `/proc/PID/stat` by its number in proc(5). The second may hold blanks and brackets itself. */
function statField(stat: string, number: number): string {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[number - 3] ?? "";
}

function isZombie(stat: string): boolean {
  return statField(stat, 3) === "Z";
}
