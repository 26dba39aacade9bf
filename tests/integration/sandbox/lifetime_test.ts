import assert from "node:assert/strict";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { roleCommand, roleEnvironment } from "../../../src/roles.ts";
import { readLines } from "../../../src/contract/lines.ts";
import { run, sandboxTest } from "./console.ts";

for (const signal of ["SIGKILL", "SIGTERM", "SIGABRT"] as const) {
  sandboxTest(`Sandbox.run() says that the console was lost when its process gets ${signal}`, async (sandbox) => {
    const onCall = (): Promise<null> => (Deno.kill(sandbox.pid, signal), new Promise(() => {}));
    const { error, lost } = await run(sandbox, "await cua.listApps()", { onCall });
    assert.equal(error?.name, "ConsoleLost");
    assert.match(lost!, new RegExp(`its process was ended by ${signal}`));
    assert.equal(sandbox.alive, false);
    const after = await run(sandbox, "1");
    assert.match(after.error!.message, /ended before the cell/);
  });
}

sandboxTest("Sandbox.run() ends by the deadline plus 2 s when its process is stopped", async (sandbox) => {
  const onCall = (): Promise<null> => (Deno.kill(sandbox.pid, "SIGSTOP"), new Promise(() => {}));
  const { error, lost, ms } = await run(sandbox, "await cua.listApps()", { onCall, timeoutMs: 300 });
  assert.equal(error?.name, "Timeout");
  assert.ok(lost);
  assert.ok(ms < 2_300, `${ms}`);
});

Deno.test("Sandbox.close() ends the process, a stopped one too", async () => {
  for (const stop of [false, true]) {
    const sandbox = await Sandbox.start();
    if (stop) Deno.kill(sandbox.pid, "SIGSTOP");
    await sandbox.close();
    await assert.rejects(Deno.stat(`/proc/${sandbox.pid}`), Deno.errors.NotFound);
  }
});

Deno.test("Sandbox.close() ends a running cell", async () => {
  const sandbox = await Sandbox.start();
  const running = run(sandbox, "while (true);");
  await sandbox.close();
  assert.equal((await running).error?.name, "ConsoleLost");
});

/** Starts the role as a host does, and gives back its process and its lines. */
function startRole() {
  const { command, args } = roleCommand("sandbox", ["sandbox"]);
  const child = new Deno.Command(command, {
    args,
    env: roleEnvironment("sandbox"),
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  return { child, lines: readLines(child.stdout), writer: child.stdin.getWriter() };
}

Deno.test("the sandbox process ends with its host while it waits", async () => {
  const { child, lines, writer } = startRole();
  try {
    await lines.next();
    const cell = { type: "run", cell: 1, code: "await cua.listApps()", name: "c", deadline_ms: 60_000 };
    await writer.write(new TextEncoder().encode(JSON.stringify(cell) + "\n"));
    await lines.next();
  } finally {
    await writer.close();
    assert.equal((await child.status).code, 0);
    await lines.return(undefined);
  }
});

Deno.test("the sandbox process ends itself when its host is gone and its code can't be interrupted", async () => {
  const { child, lines, writer } = startRole();
  await lines.next();
  const cell = { type: "run", cell: 1, code: "new Array(2**32-1).join('x')", name: "c", deadline_ms: 100 };
  await writer.write(new TextEncoder().encode(JSON.stringify(cell) + "\n"));
  await writer.close();
  const kill = setTimeout(() => child.kill("SIGKILL"), 20_000);
  assert.equal((await child.status).signal, "SIGALRM");
  clearTimeout(kill);
  await lines.return(undefined);
});
