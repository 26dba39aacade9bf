import assert from "node:assert/strict";
import { cpuTime, familyOf } from "../../../bench/support/cpu.ts";

Deno.test("cpuTime() grows with what a process computes", () => {
  const before = cpuTime([Deno.pid]);
  let sum = 0;
  for (let i = 0; i < 3e7; i++) sum += Math.sqrt(i);
  assert.ok(sum > 0);
  assert.ok(cpuTime([Deno.pid]) > before);
});

Deno.test("cpuTime() counts nothing for a process that is gone", async () => {
  const child = new Deno.Command("/bin/true").spawn();
  await child.status;
  assert.equal(cpuTime([child.pid]), 0);
});

Deno.test("familyOf() has children and their children", async () => {
  const args = ["-c", "sh -c 'sleep 60 & echo started; wait' & wait"];
  const child = new Deno.Command("/bin/sh", { args, stdout: "piped", detached: true }).spawn();
  const output = child.stdout.getReader();
  await output.read();
  assert.equal(familyOf(child.pid).length, 3);
  assert.ok(!familyOf(child.pid).includes(Deno.pid));
  Deno.kill(-child.pid, "SIGKILL");
  await output.cancel();
  await child.status;
});
