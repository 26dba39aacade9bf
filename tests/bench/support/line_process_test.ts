import assert from "node:assert/strict";
import { LineProcess } from "../../../bench/support/line_process.ts";

const environment = { PATH: "/usr/bin:/bin" };

Deno.test("LineProcess answers what it is asked, line by line", async () => {
  await using process = new LineProcess(["/bin/cat"], environment);
  assert.deepEqual(await process.ask({ a: 1 }, 5_000), { a: 1 });
  assert.deepEqual(await process.ask("é", 5_000), "é");
});

Deno.test("LineProcess.next() refuses to wait for longer than its deadline", async () => {
  await using process = new LineProcess(["/bin/cat"], environment);
  await assert.rejects(process.next(1), /said nothing within 1 ms/);
});

Deno.test("LineProcess says that a process ended", async () => {
  await using process = new LineProcess(["/bin/true"], environment);
  await assert.rejects(process.next(5_000), /ended/);
});

Deno.test("LineProcess ends a process that goes on without standard input", async () => {
  const process = new LineProcess(["/bin/sleep", "600"], environment);
  await process[Symbol.asyncDispose]();
  assert.throws(() => Deno.statSync(`/proc/${process.pid}`), Deno.errors.NotFound);
});
