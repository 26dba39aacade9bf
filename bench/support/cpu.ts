/**
 * The CPU time of processes, from /proc.
 * @module
 */

/** `_SC_CLK_TCK` of every Linux that Deno runs on. */
const TICK_MS = 10;
const NS_PER_MS = 1e6;
/** How often the CPU time is looked at, and for how long it is waited to stand still, ms. */
const INTERVAL_MS = 20;
const QUIET_DEADLINE_MS = 2_000;
/** What an idle program may use in one interval, ms: a cursor blinks. */
const IDLE_MS = 0.5;

/** The process and all that descend from it. */
export function familyOf(pid: number): number[] {
  const parents = new Map([...Deno.readDirSync("/proc")].map(({ name }) => [Number(name), parentOf(name)]));
  const family = [pid];
  // It grows while it is walked.
  for (const parent of family) family.push(...[...parents].filter(([, its]) => its === parent).map(([child]) => child));
  return family;
}

/** User and system time that the processes have used, ms. What has ended counts no more. */
export function cpuTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + timeOf(pid), 0);
}

/** Waits until the processes use no CPU, so that what came before is not counted later; at most two seconds. */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + QUIET_DEADLINE_MS;
  for (let before = -Infinity, now = cpuTime(pids); now - before > IDLE_MS; now = cpuTime(pids)) {
    if (performance.now() > deadline) return;
    before = now;
    // CPU time sends no events: looking again is all that can be done.
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

/** The scheduler counts nanoseconds for each thread; where it does not, `stat` has ticks. */
function timeOf(pid: number): number {
  const threads = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`));
  const exact = threads.reduce((sum, text) => sum + Number(text.split(" ")[0] ?? 0), 0);
  return exact > 0 ? exact / NS_PER_MS : statTime(pid);
}

function statTime(pid: number): number {
  const fields = statFields(`/proc/${pid}/stat`);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

function threadsOf(pid: number): string[] {
  try {
    return [...Deno.readDirSync(`/proc/${pid}/task`)].map(({ name }) => name);
  } catch {
    return []; // It has ended.
  }
}

function parentOf(name: string): number {
  return /^\d+$/.test(name) ? Number(statFields(`/proc/${name}/stat`)[1]) : NaN;
}

/** The fields from the third on: the second is the program's name, and may hold anything. */
function statFields(path: string): string[] {
  const text = read(path);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // It has ended.
  }
}
