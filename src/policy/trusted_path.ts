/**
 * Whether a program or folder can be trusted to be what the system's administrator put there.
 * @module
 */

/** What `lstat` says. */
export interface FileStatus {
  /** Owner. */
  readonly uid: number | null;
  /** Permission bits. */
  readonly mode: number | null;
  /** Whether it is a symbolic link. */
  readonly isSymlink: boolean;
}

/** Looks at the file system; injected, so that the rule itself stays pure. */
export interface FileSystem {
  /** Status of the path itself; throws when it does not exist. */
  lstat(path: string): FileStatus;
  /** Target of a symbolic link. */
  readLink(path: string): string;
}

const MAX_LINKS = 40; // as Linux does (path_resolution(7))
const GROUP_OR_OTHERS_WRITE = 0o022;

/**
 * Follows a path step by step: every folder, link and the file itself has to belong to root (when we are root) or to
 * another user than us, and must not be writable by group or others.
 *
 * @param path An absolute path.
 * @param uid Our own user id.
 * @returns The real path, or why it is not trusted.
 */
export function checkTrustedPath(
  path: string,
  uid: number,
  files: FileSystem,
): { readonly path: string } | { readonly untrusted: string } {
  if (!path.startsWith("/")) return { untrusted: `${path} is not an absolute path` };
  const root = ownership("/", files.lstat("/"), uid);
  if (root) return { untrusted: root };
  let rest = path.split("/").filter((part) => part !== "");
  let at = "";
  for (let links = 0; rest.length > 0;) {
    const part = rest.shift()!;
    if (part === ".") continue;
    if (part === "..") {
      at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
      continue;
    }
    const next = `${at}/${part}`;
    const status = statusOf(next, files);
    if (status === null) return { untrusted: `${next} does not exist` };
    const problem = ownership(next, status, uid);
    if (problem) return { untrusted: problem };
    if (!status.isSymlink) {
      at = next;
      continue;
    }
    if (++links > MAX_LINKS) return { untrusted: `${path} has too many symbolic links` };
    const target = files.readLink(next);
    if (target.startsWith("/")) at = "";
    rest = [...target.split("/").filter((piece) => piece !== ""), ...rest];
  }
  return { path: at || "/" };
}

function statusOf(path: string, files: FileSystem): FileStatus | null {
  try {
    return files.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}

function ownership(path: string, status: FileStatus, uid: number): string | null {
  const trustedOwner = uid === 0 ? status.uid === 0 : status.uid !== uid;
  if (!trustedOwner) return `${path} belongs to a user who runs the applications`;
  // The permission bits of a link mean nothing.
  if (!status.isSymlink && ((status.mode ?? 0) & GROUP_OR_OTHERS_WRITE) !== 0) {
    return `${path} is writable by group or others`;
  }
  return null;
}
