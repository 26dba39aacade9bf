/**
 * The built program, in both forms.
 * @module
 */
import assert from "node:assert/strict";
import { build } from "../../../scripts/build.ts";
import { rolesByWord } from "../../../scripts/launcher.ts";
import { type Ended, root, runQuietly } from "../../../scripts/processes.ts";
import { operationNames } from "../../../src/contract/operations.ts";
import { VERSION } from "../../../src/version.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
await build(folder);

/** Runs `linux-cua` with nothing in its environment but these. */
function linuxCua(...args: string[]): Promise<Ended> {
  const env = { HOME: folder, PATH: Deno.env.get("PATH") ?? "" };
  return runQuietly(`${folder}/linux-cua`, args, { env });
}

Deno.test("linux-cua --version and --help answer at the first and at the second start", async () => {
  for (const _ of [1, 2]) {
    assert.deepEqual(await linuxCua("--version"), { code: 0, stdout: `linux-cua ${VERSION}\n`, stderr: "" });
    const help = await linuxCua("--help");
    assert.equal(help.code, 0);
    assert.match(help.stdout, /Usage: linux-cua COMMAND/);
  }
});

Deno.test("linux-cua schema prints every operation of the contract", async () => {
  const { code, stdout } = await linuxCua("schema");
  assert.equal(code, 0);
  const { operations } = JSON.parse(stdout) as { operations: Record<string, unknown> };
  assert.deepEqual(Object.keys(operations), operationNames);
});

Deno.test("linux-cua loads every role from the bundle", async () => {
  for (const word of ["--mcp", "--ndjson", "desktop", "sessions", "approvals", "revoke"]) {
    const { code, stdout, stderr } = await linuxCua(word, "--help");
    assert.equal(code, 0, `${word}: ${stderr}`);
    assert.match(stdout, /Usage: .*linux-cua/, word);
  }
});

Deno.test("linux-cua names an unknown option and ends with 2", async () => {
  const { code, stderr } = await linuxCua("--nonsense");
  assert.equal(code, 2);
  assert.match(stderr, /unknown option "--nonsense"/);
});

Deno.test("rolesByWord has the roles of main.ts", () => {
  const text = Deno.readTextFileSync(`${root}main.ts`);
  const entries = [...text.matchAll(/^ {2}"?([\w-]+)"?: \{ role: "(\w+)"/gm)];
  assert.ok(entries.length >= 10);
  for (const [, word = "", role] of entries) assert.equal(rolesByWord[word] ?? "command", role, word);
});
