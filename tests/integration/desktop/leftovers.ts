/**
 * What of a desktop is still there: the oracle of the tests, read from `/proc` and the file system by itself.
 * @module
 */
import assert from "node:assert/strict";
import type { DesktopState } from "../../../src/desktop/desktop.ts";

/** Shared-memory segments of System V by id. */
export function segments(): Set<string> {
  const lines = Deno.readTextFileSync("/proc/sysvipc/shm").trim().split("\n").slice(1);
  return new Set(lines.map((line) => line.trim().split(/\s+/)[1]!));
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

/** Everything that is left of a desktop. */
export function leftovers(state: DesktopState): string[] {
  const services = Object.entries(state.services).filter(([, { pid }]) => runs(pid)).map(([name]) => `service ${name}`);
  const supervisor = runs(state.supervisor.pid) ? ["supervisor"] : [];
  return [
    ...markedProcesses(state.uuid),
    ...services,
    ...supervisor,
    ...displayFiles(state),
    ...[state.directory].filter(exists),
  ];
}

/** The X server's lock and socket, unless another server has taken the number since. */
function displayFiles(state: DesktopState): string[] {
  const number = state.display.slice(1);
  const holder = read(`/tmp/.X${number}-lock`).trim();
  if (holder !== "" && holder !== String(state.services.x_server!.pid)) return [];
  return [`/tmp/.X11-unix/X${number}`, `/tmp/.X${number}-lock`].filter(exists);
}

/** Waits until nothing is left of a desktop; fails with what is after ten seconds. */
export async function assertNothingLeft(state: DesktopState): Promise<void> {
  await eventually(() => leftovers(state).length === 0, () => `left: ${leftovers(state).join(", ")}`);
}

/** Waits until a condition holds; fails after ten seconds, for machines that are busy. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + 10_000;
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
  Deno.test.beforeAll(async () => {
    Deno.env.set("XDG_RUNTIME_DIR", await Deno.makeTempDir({ prefix: "linux-cua-test-" }));
  });
  Deno.test.afterAll(async () => {
    await Deno.remove(Deno.env.get("XDG_RUNTIME_DIR")!, { recursive: true });
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
