/**
 * Installed applications: desktop entries of the trusted data folders.
 * @module
 * @see {@link https://specifications.freedesktop.org/desktop-entry-spec/latest/}
 */

/** An installed application. */
export interface DesktopEntry {
  /** Desktop file id without `.desktop`, such as `org.xfce.mousepad`. */
  readonly id: string;
  /** Path of the file. */
  readonly path: string;
  /** Name, not localised. */
  readonly name: string;
  /** Localised names, for matching. */
  readonly names: readonly string[];
  /** Exec, its escape sequences undone; quotes and field codes are still there. */
  readonly exec: string;
  /** TryExec: a program without which the application counts as not installed. */
  readonly tryExec: string | null;
  /** Working folder. */
  readonly workingDirectory: string | null;
  /** StartupWMClass. */
  readonly wmClass: string | null;
  /** Whether it wants a terminal. */
  readonly terminal: boolean;
  /** Whether menus leave it out (Hidden, NoDisplay), or it is no application. */
  readonly hidden: boolean;
}

/** Largest desktop file that is read, bytes. */
const MAX_FILE_BYTES = 256 * 1024;
/** One file at a time is read into it: a new one for each costs more than all the rest. */
const fileBytes = new Uint8Array(MAX_FILE_BYTES + 1);
/** Most entries that are kept. */
const MAX_ENTRIES = 2_000;

/** The folders that hold desktop entries, the user's first: it hides the system's entries of the same id. */
export function entryFolders(environment: Readonly<Record<string, string>>): string[] {
  const { HOME, XDG_DATA_HOME, XDG_DATA_DIRS } = environment;
  const home = XDG_DATA_HOME || (HOME ? `${HOME}/.local/share` : "");
  const system = (XDG_DATA_DIRS || "/usr/local/share:/usr/share").split(":");
  return [home, ...system].filter((folder) => folder.startsWith("/")).map((folder) => `${folder}/applications`);
}

/** All entries, the first of each id. */
export function readDesktopEntries(environment: Readonly<Record<string, string>>): DesktopEntry[] {
  const entries = new Map<string, DesktopEntry>();
  for (const folder of entryFolders(environment)) {
    for (const path of desktopFiles(folder)) {
      if (entries.size >= MAX_ENTRIES) return [...entries.values()];
      const id = path.slice(folder.length + 1).replaceAll("/", "-").replace(/\.desktop$/, "");
      const text = entries.has(id) ? null : readBounded(path);
      if (text !== null) entries.set(id, parseEntry(id, path, text));
    }
  }
  return [...entries.values()];
}

function desktopFiles(folder: string, depth = 0): string[] {
  if (depth > 3) return [];
  try {
    return [...Deno.readDirSync(folder)].flatMap((file) => {
      const path = `${folder}/${file.name}`;
      const isEntry = file.name.endsWith(".desktop");
      if (file.isDirectory) return isEntry ? [] : desktopFiles(path, depth + 1);
      return isEntry ? [path] : [];
    });
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

/** Folders belong to anybody: a broken link or a file in the place of a folder hides nothing but itself. */
function isUnreadable(error: unknown): boolean {
  const { NotFound, PermissionDenied, NotADirectory, FilesystemLoop } = Deno.errors;
  return [NotFound, PermissionDenied, NotADirectory, FilesystemLoop].some((kind) => error instanceof kind);
}

/**
 * A file that can't be read or is too large is an entry without content: it still hides another of its id. Null for
 * what is no regular file: opening a FIFO would block.
 */
function readBounded(path: string): string | null {
  try {
    if (!Deno.statSync(path).isFile) return null;
    using file = Deno.openSync(path);
    let length = 0;
    for (let count: number | null = 1; count && length < fileBytes.length; length += count ?? 0) {
      count = file.readSync(fileBytes.subarray(length));
    }
    return length > MAX_FILE_BYTES ? "" : new TextDecoder().decode(fileBytes.subarray(0, length));
  } catch (error) {
    if (isUnreadable(error)) return "";
    throw error;
  }
}

/** The group that counts: up to the next one. */
const GROUP = /^\[Desktop Entry\][ \t\r]*\n([^]*?)(?=^\[|(?![^]))/m;
/** The keys that are read. Most of a file are translations of others. */
const WANTED =
  /^[ \t]*(Type|Name(?:\[[^\]\n]*\])?|Exec|TryExec|Path|StartupWMClass|Terminal|Hidden|NoDisplay)[ \t]*=(.*)$/gm;
/** Escape sequences of string values. */
const escapes: Readonly<Record<string, string>> = { s: " ", n: "\n", t: "\t", r: "\r", "\\": "\\" };

/**
 * Parses a desktop file: its `[Desktop Entry]` group. What has no Exec line, but is only activated over D-Bus, counts as
 * hidden: nothing says which program would run.
 */
export function parseEntry(id: string, path: string, text: string): DesktopEntry {
  const group = GROUP.exec(text)?.[1] ?? "";
  const values = new Map([...group.matchAll(WANTED)].map(([, key, value]) => [key!, unescape(value!.trim())]));
  const isTrue = (key: string) => values.get(key) === "true";
  const isApplication = values.get("Type") === "Application" && values.has("Exec");
  return {
    id,
    path,
    name: values.get("Name") ?? id,
    names: [...values].flatMap(([key, value]) => key === "Name" || key.startsWith("Name[") ? [value] : []),
    exec: values.get("Exec") ?? "",
    tryExec: values.get("TryExec") || null,
    workingDirectory: values.get("Path") || null,
    wmClass: values.get("StartupWMClass") ?? null,
    terminal: isTrue("Terminal"),
    hidden: !isApplication || isTrue("Hidden") || isTrue("NoDisplay"),
  };
}

function unescape(value: string): string {
  return value.replace(/\\([sntr\\])/g, (_, letter: string) => escapes[letter]!);
}
