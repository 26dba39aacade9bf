/**
 * What of a desktop is still there: the oracle of the tests, read from `/proc` and the file system by itself.
 * @module
 */
import assert from "node:assert/strict";
import type { DesktopState } from "../../../src/desktop/desktop.ts";

/**
 * Shared-memory segments of System V that nobody has attached: what processes that ended left behind. Segments in use
 * belong to somebody who lives, perhaps in another test that runs beside this one.
 */
export function segments(): Set<string> {
  const [header, ...rows] = Deno.readTextFileSync("/proc/sysvipc/shm").trim().split("\n")
    .map((line) => line.trim().split(/\s+/));
  const [id, attached] = [header!.indexOf("shmid"), header!.indexOf("nattch")];
  return new Set(rows.filter((row) => row[attached] === "0").map((row) => row[id]!));
}

/** Living processes that carry a desktop's marker, as `PID PROGRAM`. */
export function markedProcesses(uuid: string): string[] {
  const found: string[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (/^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`LINUX_CUA_DESKTOP=${uuid}`)) {
      found.push(`${name} ${read(`/proc/${name}/comm`).trim()}`);
    }
  }
  return found;
}

/** Whether a process runs (a zombie does not). */
export function runs(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== "" && !/^\d+ \(.*\) [ZX] /s.test(stat);
}

/** Everything that is left of a desktop. Its number may serve another desktop by now: the lock says whose it is. */
export function leftovers(state: DesktopState): string[] {
  const number = state.display.slice(1);
  const holder = Number(read(`/tmp/.X${number}-lock`));
  const isOurs = holder === state.services["x_server"]?.pid;
  const socket = isOurs ? [`/tmp/.X11-unix/X${number}`, `/tmp/.X${number}-lock`] : [];
  const services = Object.entries(state.services).filter(([, { pid }]) => runs(pid)).map(([name]) => `service ${name}`);
  const supervisor = runs(state.supervisor.pid) ? ["supervisor"] : [];
  return [...markedProcesses(state.uuid), ...services, ...supervisor, ...[...socket, state.directory].filter(exists)];
}

/** Waits until nothing is left of a desktop; fails with what is after ten seconds. */
export async function assertNothingLeft(state: DesktopState): Promise<void> {
  await eventually(() => leftovers(state).length === 0, () => `left: ${leftovers(state).join(", ")}`);
}

/** Waits until a condition holds; fails after ten seconds, for machines that are busy. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: () => string,
  timeoutMs = 10_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!await condition()) {
    if (performance.now() > end) assert.fail(what());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs a program to its end. */
export async function output(
  argv: string[],
  env: Record<string, string>,
): Promise<{ code: number; text: string; error: string }> {
  const [program, ...args] = argv as [string, ...string[]];
  const { code, stdout, stderr } = await new Deno.Command(program, { args, clearEnv: true, env }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout), error: decoder.decode(stderr) };
}

/** Keeps the desktops of one test file apart from everybody else's: in a runtime directory of its own. */
export function ownRuntimeDirectory(): void {
  const before = Deno.env.get("XDG_RUNTIME_DIR");
  Deno.test.beforeAll(async () => {
    Deno.env.set("XDG_RUNTIME_DIR", await Deno.makeTempDir({ prefix: "linux-cua-test-" }));
  });
  Deno.test.afterAll(async () => {
    await Deno.remove(Deno.env.get("XDG_RUNTIME_DIR")!, { recursive: true });
    // The test files of a run share their environment.
    if (before === undefined) Deno.env.delete("XDG_RUNTIME_DIR");
    else Deno.env.set("XDG_RUNTIME_DIR", before);
  });
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // It ended while we looked.
  }
}
