/**
 * The file that holds what the user always allows: `{"always_allowed": [{"app_id": "Xed", "executable": "/usr/bin/xed"}]}`.
 * Of this program only the trusted host writes it, after an explicit choice; the engine and model code do not. Other
 * programs of the same user can write it all the same: its permissions keep out other users alone. A file that can't be
 * read as that is never overwritten.
 * @module
 */
import { z } from "zod";
import { OperationError } from "../contract/errors.ts";

const entrySchema = z.object({
  app_id: z.string().min(1).max(256),
  executable: z.string().regex(/^\//, "must be an absolute path").max(4096),
}).strict();
const fileSchema = z.object({ always_allowed: z.array(entrySchema).max(1000) }).strict();

/** An application that is always allowed: its id (WM_CLASS) together with its executable. */
export type AlwaysAllowed = z.infer<typeof entrySchema>;

/** What a file holds, and what is wrong with it if it can't be read. */
export interface LoadedApprovals {
  /** The entries; none when something is wrong. */
  readonly entries: readonly AlwaysAllowed[];
  /** What is wrong, for the operator. */
  readonly problem?: string;
}

/**
 * Where the file is: `CUA_APPROVALS_FILE`, else `linux-cua/approvals.json` in `$XDG_CONFIG_HOME` or `~/.config`.
 * A relative `XDG_CONFIG_HOME` or `HOME` is ignored, as the XDG base directory specification wants it.
 *
 * @param variable Reads a variable of the environment.
 * @returns Its absolute path; undefined when there is no home directory either.
 * @throws {OperationError} `invalid_request` when `CUA_APPROVALS_FILE` is not an absolute path of a file.
 */
export function approvalsPath(variable: (name: string) => string | undefined): string | undefined {
  const named = variable("CUA_APPROVALS_FILE");
  if (named) return absolute(named);
  const [config, home] = [variable("XDG_CONFIG_HOME"), variable("HOME")];
  if (home?.startsWith("/") && !config?.startsWith("/")) return `${home}/.config/linux-cua/approvals.json`;
  return config?.startsWith("/") ? `${config}/linux-cua/approvals.json` : undefined;
}

function absolute(path: string): string {
  if (path.startsWith("/") && !path.endsWith("/")) return path;
  throw new OperationError(
    "invalid_request",
    `The approvals file (CUA_APPROVALS_FILE) is ${JSON.stringify(path)}; give the absolute path of a file`,
    { details: { variable: "CUA_APPROVALS_FILE" } },
  );
}

/** Reads a file; one that is missing holds nothing. Needs `--allow-read`. */
export async function loadApprovals(path: string): Promise<LoadedApprovals> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { entries: [] };
    return { entries: [], problem: `The approvals file ${path} can't be read: ${(error as Error).message}` };
  }
  return parse(path, text);
}

function parse(path: string, text: string): LoadedApprovals {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(text));
    if (parsed.success) return { entries: parsed.data.always_allowed };
    return malformed(path, z.prettifyError(parsed.error).replaceAll("\n", " "));
  } catch (error) {
    return malformed(path, (error as Error).message);
  }
}

function malformed(path: string, why: string): LoadedApprovals {
  return { entries: [], problem: `The approvals file ${path} is malformed and treated as empty: ${why}` };
}

/** Adds an entry. Needs `--allow-read` and `--allow-write`. @throws {OperationError} `denied` when the file is malformed. */
export async function addApproval(path: string, entry: AlwaysAllowed): Promise<void> {
  await change(path, (entries) => [...entries.filter((other) => !isSame(other, entry)), entry]);
}

/** Removes all entries of an application; how many there were. Fails as {@linkcode addApproval} does. */
export async function removeApprovals(path: string, appId: string): Promise<number> {
  let removed = 0;
  await change(path, (entries) => {
    const kept = entries.filter((entry) => entry.app_id.toLowerCase() !== appId.toLowerCase());
    removed = entries.length - kept.length;
    return kept;
  });
  return removed;
}

/** Whether an entry stands for this application: ids compare case-insensitively, executables exactly. */
export function isSame(a: AlwaysAllowed, b: AlwaysAllowed): boolean {
  return a.app_id.toLowerCase() === b.app_id.toLowerCase() && a.executable === b.executable;
}

/** Rewrites the file so that a reader sees the old or the new one. It is read again, since others write it too. */
async function change(path: string, edit: (entries: readonly AlwaysAllowed[]) => AlwaysAllowed[]): Promise<void> {
  const { entries, problem } = await loadApprovals(absolute(path));
  if (problem) throw new OperationError("denied", `${problem}. It is left alone: repair or remove it`);
  const edited = edit(entries);
  if (edited.length === 0 && entries.length === 0) return;
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(temporary, JSON.stringify({ always_allowed: edited }, null, 2) + "\n", { mode: 0o600 });
  await Deno.rename(temporary, path);
}
