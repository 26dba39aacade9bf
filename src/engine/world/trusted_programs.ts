/**
 * Programs that the administrator alone can have put where they are, with everything that runs in their place.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { userId } from "../../ffi/proc.ts";
import { checkTrustedPath, type FileSystem } from "../../policy/trusted_path.ts";
import { isEnv } from "./exec_line.ts";
import { decode, readPart } from "./part_of_file.ts";

/** The real file system. */
export const realFiles: FileSystem = { lstat: Deno.lstatSync, readLink: Deno.readLinkSync };
/** Where programs are looked for when the environment's PATH has no trusted folder. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
/** Scripts whose interpreters are scripts: as deep as Linux follows them (execve(2)). */
const MAX_INTERPRETERS = 4;
/** Longest first line of a script, bytes: as Linux reads it (BINPRM_BUF_SIZE). */
const MAX_FIRST_LINE = 256;

/** Looks for programs in trusted places. */
export class TrustedPrograms {
  readonly #files: FileSystem;

  /** Looks at nothing yet. @param files How owners and permissions are read. */
  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** The real path. @throws {OperationError} `denied`. */
  demand(path: string): string {
    const result = this.#check(path);
    if ("path" in result) return result.path;
    throw new OperationError("denied", `Not started: ${result.untrusted}`);
  }

  /** The real path of a folder. @throws {OperationError} `denied`. */
  demandFolder(path: string): string {
    const folder = this.demand(path);
    if (Deno.statSync(folder).isDirectory) return folder;
    throw new OperationError("denied", `Not started: ${path} is no folder`);
  }

  /** The trusted folders of a PATH: an application looks for its helpers there. */
  searchPath(path = DEFAULT_PATH): string {
    const trusted = path.split(":").filter((folder) => "path" in this.#check(folder));
    return trusted.length > 0 ? trusted.join(":") : DEFAULT_PATH;
  }

  /** The path of a program, as it was named or found in `path`. @throws {OperationError} `denied`. */
  demandProgram(name: string, path: string): string {
    const program = this.findProgram(name, path);
    if (program) return program;
    if (name.startsWith("/")) this.demand(name);
    throw new OperationError("denied", `Not started: the program "${name}" was not found in a trusted folder`);
  }

  /** The path of a program; null when there is none that is trusted and can be run. */
  findProgram(name: string, path: string): string | null {
    const inPath = name === "" || name.includes("/") ? [] : path.split(":").map((folder) => `${folder}/${name}`);
    const candidates = name.startsWith("/") ? [name] : inPath;
    return candidates.find((file) => "path" in this.#check(file) && isExecutable(file)) ?? null;
  }

  /** A script runs its interpreter, which may be a script itself: all of them have to be trusted. */
  interpreters(script: string, path: string): string[] {
    const found: string[] = [];
    for (let program = script; found.length <= MAX_INTERPRETERS; found.push(program)) {
      const line = firstLine(this.demand(program));
      if (!line.startsWith("#!")) return found;
      const [interpreter = "", ...words] = line.slice(2).trim().split(/\s+/);
      this.demand(interpreter);
      program = isEnv(interpreter) ? this.demandProgram(nameForEnv(program, words), path) : interpreter;
    }
    throw new OperationError("denied", `Not started: ${script} has too many interpreters`);
  }

  /** Whether there is such a file, in a trusted place. */
  exists(path: string): boolean {
    return "path" in this.#check(path);
  }

  /** What can't be looked at is not trusted. */
  #check(path: string): ReturnType<typeof checkTrustedPath> {
    try {
      return checkTrustedPath(path, userId(), this.#files);
    } catch (error) {
      if (!(error instanceof Deno.errors.PermissionDenied) && !(error instanceof Deno.errors.NotCapable)) throw error;
      return { untrusted: `${path} can't be looked at` };
    }
  }
}

function isExecutable(path: string): boolean {
  const { isFile, mode } = Deno.statSync(path);
  return isFile && ((mode ?? 0) & 0o111) !== 0;
}

/** `#!/usr/bin/env NAME`. @throws {OperationError} `denied` for everything else that `env` understands. */
function nameForEnv(script: string, [name = "", ...more]: readonly string[]): string {
  if (more.length === 0 && /^[^-=][^=]*$/.test(name)) return name;
  throw new OperationError("denied", `Not started: ${script} runs env with options, which is not followed`);
}

function firstLine(path: string): string {
  return decode(readPart(path, 0, MAX_FIRST_LINE)).split("\n")[0]!;
}
