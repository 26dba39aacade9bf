/**
 * The built program, in both forms.
 * @module
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";
import { build } from "../../../scripts/build.ts";
import { rolesByWord } from "../../../scripts/launcher.ts";
import { type Ended, root, runQuietly } from "../../../scripts/processes.ts";
import { operationNames } from "../../../src/contract/operations.ts";
import { VERSION } from "../../../src/version.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
await build(folder);

const env = { HOME: folder, PATH: Deno.env.get("PATH") ?? "" };

/** Runs `linux-cua` with little in its environment. */
function linuxCua(...args: string[]): Promise<Ended> {
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

Deno.test("linux-cua --mcp runs cells in its sandbox and its engine on a desktop of its own", async () => {
  const runtime = Deno.env.get("XDG_RUNTIME_DIR");
  const client = new Client({ name: "build-test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: `${folder}/linux-cua`,
      args: ["--mcp", "--workspace", "new"],
      env: { ...env, ...(runtime === undefined ? {} : { XDG_RUNTIME_DIR: runtime }) },
    }),
  );
  try {
    const js = async (code: string) => JSON.stringify(await client.callTool({ name: "js", arguments: { code } }));
    assert.match(await js("const a = 41; nodeRepl.write(`sum ${a + 1}`)"), /sum 42/);
    assert.match(await js("nodeRepl.write(`windows ${(await cua.listWindows()).length}`)"), /windows 0/);
  } finally {
    await client.close();
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
