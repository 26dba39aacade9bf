/**
 * The desktops that are open, as their folders tell. Needs read, write and run permission.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { isLocked } from "./lock.ts";
import { reapStale } from "./reaper.ts";
import { runtimeFolder } from "./runtime_directory.ts";
import {
  type DesktopState,
  identityFile,
  identitySchema,
  lockFile,
  readJson,
  stateFile,
  stateSchema,
} from "./state.ts";

/** A folder without an owner's name may be one that is just being made; after this time it is not. */
const NEWBORN_MS = 10_000;

/** The desktops that are open, oldest first. What ended desktops left behind is removed. */
export async function listDesktops(): Promise<DesktopState[]> {
  const folder = await runtimeFolder("desktops");
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isDirectory) names.push(entry.name);
  const states = await Promise.all(names.map((name) => inspect(`${folder}/${name}`)));
  return states.filter((state) => state !== null).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/**
 * Finds an open desktop by its id or label.
 *
 * @throws {OperationError} `desktop_unavailable`, naming the desktops that are open.
 */
export async function findDesktop(name: string): Promise<DesktopState> {
  const all = await listDesktops();
  const byId = all.find((state) => state.id === name);
  if (byId) return byId;
  const [first, second] = all.filter((state) => state.label === name);
  if (first && !second) return first;
  const said = second ? `Several desktops are called "${name}"` : `No desktop "${name}" is open`;
  const known = all.map((state) => state.id === state.label ? state.id : `${state.id} (${state.label})`).join(", ");
  const next = known === "" ? 'open one with "linux-cua desktop new"' : `open are ${known}`;
  throw new OperationError("desktop_unavailable", `${said}; ${next}`);
}

/** The state of the desktop in a folder; null when it is not open, and what is left of it is removed. */
async function inspect(directory: string): Promise<DesktopState | null> {
  const identity = await readJson(identityFile(directory), identitySchema);
  if (!identity) return await removeNameless(directory);
  if (await isLocked(lockFile(directory))) return await readJson(stateFile(directory), stateSchema);
  await reapStale(directory, identity);
  return null;
}

async function removeNameless(directory: string): Promise<null> {
  try {
    const born = (await Deno.stat(directory)).mtime?.getTime() ?? Date.now();
    if (Date.now() - born > NEWBORN_MS) await Deno.remove(directory, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error; // Its own reaper was faster.
  }
  return null;
}
