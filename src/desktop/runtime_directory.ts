/**
 * Where the program keeps what lives as long as the machine is up: desktops, sockets of sessions.
 * @module
 */
import { OperationError } from "../contract/errors.ts";

/** Longest path of a Unix socket in bytes: `sun_path` has 108 with its closing zero. */
export const MAX_SOCKET_PATH = 107;
/** What is appended to the directory at most, in bytes: `desktops/xxxxxxxx/run/at-spi/bus_999` and room to spare. */
const LONGEST_INSIDE = 48;

/** A sub-folder of the runtime directory. */
export type RuntimeFolder = "desktops" | "sessions";

/**
 * A folder in the runtime directory, made when it is missing: below `$XDG_RUNTIME_DIR/linux-cua`, else
 * `/run/user/UID/linux-cua` if that is ours, else `/tmp/linux-cua-UID`. Mode 0700, owned by us, no symbolic link.
 *
 * @throws {OperationError} `desktop_unavailable` when what stands there is not ours alone.
 */
export async function runtimeFolder(folder: RuntimeFolder): Promise<string> {
  const base = runtimeDirectory();
  await ensurePrivate(base);
  const path = `${base}/${folder}`;
  await ensurePrivate(path);
  return path;
}

/** The runtime directory's path; it may not be there yet. */
export function runtimeDirectory(): string {
  const uid = userId();
  // A shell or program inside a private desktop has that one's folder; desktops live side by side, not inside.
  const named = Deno.env.get("XDG_RUNTIME_DIR");
  const outer = named?.match(/^(.+)\/desktops\/[0-9a-f]{8}\/run$/)?.[1];
  if (outer !== undefined) return outer;
  const candidates = [named, `/run/user/${uid}`].filter((path): path is string => usable(path, uid));
  return candidates[0] === undefined ? `/tmp/linux-cua-${uid}` : `${candidates[0]}/linux-cua`;
}

/**
 * Our user id, as the owner of what we make. (`Deno.uid()` would need the sys permission, which no role holds.)
 * `TMPDIR` may name a folder that is gone, of a desktop that was closed.
 */
function userId(): number {
  const path = Deno.makeTempFileSync({ dir: "/tmp", prefix: "linux-cua-" });
  try {
    return Deno.statSync(path).uid ?? -1;
  } finally {
    Deno.removeSync(path);
  }
}

function usable(path: string | undefined, uid: number): boolean {
  if (!path?.startsWith("/") || new TextEncoder().encode(path).length + LONGEST_INSIDE > MAX_SOCKET_PATH) return false;
  try {
    const info = Deno.lstatSync(path);
    return info.isDirectory && info.uid === uid;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/**
 * Makes a directory with mode 0700, or checks that the one there is ours alone.
 *
 * @throws {OperationError} `desktop_unavailable`, saying what stands there instead.
 */
export async function ensurePrivate(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const info = await Deno.lstat(path);
  if (!info.isDirectory) refuse(path, info.isSymlink ? "is a symbolic link" : "is not a directory");
  if (info.uid !== userId()) refuse(path, `belongs to user ${info.uid}`);
  if ((info.mode ?? 0) & 0o077) await Deno.chmod(path, 0o700);
}

function refuse(path: string, why: string): never {
  const remedy = "remove it, or set XDG_RUNTIME_DIR to a directory of your own";
  throw new OperationError("desktop_unavailable", `The runtime directory "${path}" ${why}; ${remedy}`);
}
