import assert from "node:assert/strict";
import { readLines } from "../../../src/contract/lines.ts";
import { roleCommand, roleEnvironment } from "../../../src/roles.ts";
import { run, sandboxTest } from "./console.ts";

sandboxTest("the sandbox has seccomp and no new privileges on every thread with the first cell", async (sandbox) => {
  assert.deepEqual(sandbox.confinement, { confined: true });
  const { texts } = await run(sandbox, "console.log(1)");
  assert.deepEqual(texts, ["1"]);
  let threads = 0;
  for await (const { name } of Deno.readDir(`/proc/${sandbox.pid}/task`)) {
    const status = await Deno.readTextFile(`/proc/${sandbox.pid}/task/${name}/status`);
    assert.match(status, /^Seccomp:\t2$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    threads++;
  }
  assert.ok(threads > 1);
});

sandboxTest("the sandbox writes no core file and can't grow without limit", async (sandbox) => {
  const limits = await Deno.readTextFile(`/proc/${sandbox.pid}/limits`);
  assert.match(limits, /^Max core file size +0 +0/m);
  assert.match(limits, /^Max data size +1073741824 +1073741824/m);
});

/** Runs the role's command line with another main module, or with more variables; its lines until its input ends. */
async function roleLines(options: { module?: URL; env?: Record<string, string>; input?: string }): Promise<string[]> {
  const { command, args } = roleCommand("sandbox", ["sandbox"]);
  const program = args.findIndex((argument) => argument.endsWith("/main.ts"));
  if (options.module) args.splice(program, 2, options.module.pathname);
  const env = { ...roleEnvironment("sandbox"), ...options.env };
  const piped = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
  const child = new Deno.Command(command, { args, env, clearEnv: true, ...piped }).spawn();
  const writer = child.stdin.getWriter();
  if (options.input) await writer.write(new TextEncoder().encode(options.input));
  const texts: string[] = [];
  for await (const line of readLines(child.stdout)) {
    assert.ok(line.ok);
    texts.push(line.text);
    // The role says that it is ready, and then what was asked for.
    if (texts.length === 2) await writer.close();
  }
  assert.equal((await child.status).code, 0);
  return texts;
}

Deno.test("the sandbox role can't open, connect, spawn, signal, read the environment, import or load a library", async () => {
  const module = new URL("./forbidden_attempts.ts", import.meta.url);
  const [ready, attempts] = await roleLines({ module });
  assert.deepEqual(JSON.parse(ready!), { type: "ready", confined: true });
  const results = Object.entries(JSON.parse(attempts!) as Record<string, string>);
  assert.equal(results.length, 25);
  for (const [name, result] of results) {
    const refused = name.startsWith("libc ") ? /^gave -1$/ : /^threw (NotCapable|PermissionDenied|TypeError)$/;
    assert.match(result, refused, name);
  }
});

Deno.test("the sandbox role uses no permission but FFI", async () => {
  const audit = await Deno.makeTempFile({ prefix: "sandbox-audit-" });
  try {
    const cell = { type: "run", cell: 1, code: "1", name: "c", deadline_ms: 1_000 };
    await roleLines({ env: { DENO_AUDIT_PERMISSIONS: audit }, input: JSON.stringify(cell) + "\n" });
    const used = (await Deno.readTextFile(audit)).trim().split("\n").map((line) => JSON.parse(line).permission);
    assert.deepEqual([...new Set(used)], ["ffi"]);
  } finally {
    await Deno.remove(audit);
  }
});
