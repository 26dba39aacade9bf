/**
 * The one-file form with a small program in it: unpacking, faults, and what the program is given.
 * @module
 */
import assert from "node:assert/strict";
import { type Ended, runQuietly } from "../../../scripts/processes.ts";
import { writeExecutable } from "../../../scripts/launcher.ts";

const program = `const { state } = await Deno.permissions.query({ name: "ffi" });
const input = await new Response(Deno.stdin.readable).text();
console.log(JSON.stringify({ pid: Deno.pid, args: Deno.args, ffi: state, input, at: import.meta.url }));
Deno.exit(7);
`;

interface Seen {
  readonly pid: number;
  readonly args: string[];
  readonly ffi: string;
  readonly input: string;
  readonly at: string;
}

interface Launched extends Ended {
  readonly seen: Seen;
}

/** A folder with the executable `linux-cua` in it. */
async function prepare(): Promise<string> {
  const folder = Deno.makeTempDirSync();
  Deno.mkdirSync(`${folder}/app`);
  Deno.writeTextFileSync(`${folder}/app/main.js`, program);
  await writeExecutable(`${folder}/app`, `${folder}/linux-cua`, "0");
  return folder;
}

const folder = await prepare();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

function start(args: string[], env: Record<string, string>, input = ""): Promise<Ended> {
  return runQuietly(`${folder}/linux-cua`, args, { env: { PATH: Deno.env.get("PATH") ?? "", ...env }, input });
}

async function launch(args: string[], env: Record<string, string>, input = ""): Promise<Launched> {
  const ended = await start(args, env, input);
  assert.equal(ended.code, 7, ended.stderr);
  return { ...ended, seen: JSON.parse(ended.stdout) as Seen };
}

function emptyCache(): string {
  return Deno.makeTempDirSync({ dir: folder });
}

Deno.test("linux-cua passes arguments, standard input and the exit status", async () => {
  const { seen } = await launch(["list", "a b", "'", "$HOME"], { XDG_CACHE_HOME: emptyCache() }, "line\n");
  assert.deepEqual(seen.args, ["list", "a b", "'", "$HOME"]);
  assert.equal(seen.input, "line\n");
});

Deno.test("linux-cua unpacks once", async () => {
  const cache = emptyCache();
  const first = await launch([], { XDG_CACHE_HOME: cache });
  const copy = new URL("../", first.seen.at).pathname;
  const before = Deno.statSync(`${copy}deno`).ino;
  const second = await launch([], { XDG_CACHE_HOME: cache });
  assert.equal(second.seen.at, first.seen.at);
  assert.equal(Deno.statSync(`${copy}deno`).ino, before);
});

Deno.test("linux-cua gives each role its own permissions", async () => {
  const env = { XDG_CACHE_HOME: emptyCache() };
  const ffiOf = async (word: string) => (await launch([word], env)).seen.ffi;
  assert.equal(await ffiOf("--ndjson"), "granted");
  assert.equal(await ffiOf("--live-desktop"), "granted");
  assert.notEqual(await ffiOf("--mcp"), "granted");
  assert.notEqual(await ffiOf("desktop"), "granted");
});

Deno.test("linux-cua keeps its pid, so that whoever started it can end it", async () => {
  const env = { PATH: Deno.env.get("PATH") ?? "", XDG_CACHE_HOME: emptyCache() };
  const child = new Deno.Command(`${folder}/linux-cua`, { env, clearEnv: true, stdin: "null", stdout: "piped" })
    .spawn();
  const { stdout } = await child.output();
  assert.equal((JSON.parse(new TextDecoder().decode(stdout)) as Seen).pid, child.pid);
});

Deno.test("linux-cua may be started for the first time four times at once", async () => {
  const cache = emptyCache();
  const all = await Promise.all([1, 2, 3, 4].map(() => launch([], { XDG_CACHE_HOME: cache })));
  assert.equal(new Set(all.map(({ seen }) => seen.at)).size, 1);
  const names = [...Deno.readDirSync(`${cache}/linux-cua`)].map((entry) => entry.name);
  assert.equal(names.filter((name) => name.startsWith(".new")).length, 0);
});

Deno.test("linux-cua takes the next folder when the first is a link or not a folder", async () => {
  const elsewhere = emptyCache();
  const home = emptyCache();
  const linked = emptyCache();
  Deno.symlinkSync(elsewhere, `${linked}/linux-cua`);
  const throughLink = await launch([], { XDG_CACHE_HOME: linked, HOME: home });
  assert.ok(throughLink.seen.at.startsWith(`file://${home}/.cache/linux-cua/`));
  Deno.writeTextFileSync(`${elsewhere}/file`, "");
  const onFile = await launch([], { XDG_CACHE_HOME: `${elsewhere}/file`, HOME: home });
  assert.equal(onFile.seen.at, throughLink.seen.at);
});

Deno.test("linux-cua works without HOME and without any folder named", async () => {
  const { seen } = await launch([], { TMPDIR: emptyCache() });
  assert.match(seen.at, /\/linux-cua-cache-\d+\/linux-cua\/[0-9a-f]{32}\/app\/main\.js$/);
});

Deno.test("linux-cua with a damaged payload ends with 70 and says so", async () => {
  const whole = Deno.readFileSync(`${folder}/linux-cua`);
  const path = `${folder}/cut`;
  Deno.writeFileSync(path, whole.subarray(0, whole.length - 1_000_000), { mode: 0o755 });
  const cache = emptyCache();
  const ended = await runQuietly(path, [], { env: { PATH: Deno.env.get("PATH") ?? "", XDG_CACHE_HOME: cache } });
  assert.equal(ended.code, 70);
  assert.match(ended.stderr, /^linux-cua: no folder can be written to and executed from, or the file is damaged/);
  assert.deepEqual([...Deno.readDirSync(`${cache}/linux-cua`)], []);
});
