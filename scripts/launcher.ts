/**
 * The one-file form of the program: a POSIX shell script with the runtime and the program behind it. The script picks
 * the permissions by the first argument.
 * @module
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { roleCommand, type RoleName } from "../src/roles.ts";
import { root, runQuietly } from "./processes.ts";

/** The role that serves each first word of the command line; every other word is `command`. See `main.ts`. */
export const rolesByWord: Readonly<Record<string, RoleName>> = {
  "--mcp": "host",
  "--ndjson": "engine",
  "--live-desktop": "engine",
  sandbox: "sandbox",
  supervisor: "supervisor",
};

/** Flags that matter for sources only: the bundle has no modules to find. */
const sourceFlags = /^(--config=.*|--frozen)$/;
const bundleFlags = ["--no-config", "--no-npm", "--no-remote", "--no-lock"];

/** Deno's flags for a role that runs from the bundle. */
export function bundledFlags(role: RoleName): string[] {
  const flags = roleCommand(role, []).args.slice(1, -1);
  return [...bundleFlags, ...flags.filter((flag) => !sourceFlags.test(flag))];
}

/** The branches of the script's `case`, one for each role. */
export function roleCases(): string {
  const roles = Map.groupBy(Object.keys(rolesByWord), (word) => rolesByWord[word]);
  const named = [...roles].map(([role, words]) => roleCase(words.join(" | "), role ?? "command"));
  return [...named, roleCase("*", "command")].join("\n");
}

function roleCase(pattern: string, role: RoleName): string {
  const flags = bundledFlags(role).map(quote).join(" ");
  return `  ${pattern}) exec "$folder/deno" run ${flags} "$folder/app/main.js" "$@" ;;`;
}

function quote(word: string): string {
  return /^[\w./=,:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes the one-file form of a bundle.
 *
 * @param app The bundle's folder, with `main.js` in it.
 * @param path The file to write.
 * @param version What the file says of itself.
 */
export async function writeExecutable(app: string, path: string, version: string): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "linux-cua-build-" });
  try {
    Deno.mkdirSync(`${folder}/app`);
    for (const { name } of Deno.readDirSync(app)) Deno.copyFileSync(`${app}/${name}`, `${folder}/app/${name}`);
    Deno.copyFileSync(Deno.execPath(), `${folder}/deno`);
    Deno.chmodSync(`${folder}/deno`, 0o755);
    await replaceFile(path, assemble(version, await pack(folder)));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A running program keeps its file: the new one takes the name. */
async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  await Deno.writeFile(`${path}.new`, content, { mode: 0o755 });
  await Deno.rename(`${path}.new`, path);
}

/** The script, filled in, and the payload behind it. */
function assemble(version: string, payload: Uint8Array): Uint8Array {
  const id = createHash("sha256").update(payload).digest("hex").slice(0, 32);
  const template = Deno.readTextFileSync(`${root}scripts/launcher.sh`);
  const filled = template.replace("@VERSION@", version).replace("@ID@", id).replace("@CASES@", () => roleCases());
  const script = new TextEncoder().encode(withOffset(filled));
  const file = new Uint8Array(script.length + payload.length);
  file.set(script);
  file.set(payload, script.length);
  return file;
}

/** `tail -c +N` counts from 1. The number is part of what it measures, so it is padded with blanks to a fixed width. */
function withOffset(script: string): string {
  const width = "@OFFSET@".length;
  const offset = new TextEncoder().encode(script).length + 1;
  return script.replace("@OFFSET@", `${offset}`.padEnd(width));
}

/** The runtime and the bundle as a gzip'd tar that is the same for the same content. */
async function pack(folder: string): Promise<Uint8Array> {
  const tar = `${folder}/payload.tar`;
  const same = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  const { code, stderr } = await runQuietly("tar", [...same, "-C", folder, "-cf", tar, "deno", "app"]);
  if (code !== 0) throw new Error(`tar ended with ${code}: ${stderr.trim()}`);
  return gzipSync(await Deno.readFile(tar), { level: 9 });
}
