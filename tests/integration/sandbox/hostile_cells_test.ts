import assert from "node:assert/strict";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { run } from "./console.ts";
import { hostileCells } from "./hostile_cells.ts";

const TIMEOUT_MS = 300;
/** V8, the program and the guest's 64 MiB, with room. */
const MAX_RESIDENT_KB = 450_000;

/** Cells that change the console for good; whatever comes after them starts anew. */
const lasting = /^(patched|global proto|null proto|delete all|freeze|prevent)/;
/** Cells that are hostile, but end by themselves. */
const harmless =
  /^(patched|null proto|delete all|freeze|prevent|proxy prototype|huge output|huge object|weakref|parseInt|normalize|localeCompare|queue after end)/;

async function peakKilobytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]);
}

Deno.test("every hostile cell ends by its deadline plus 2 s with a clear error, and the next cell works", async (t) => {
  let sandbox = await Sandbox.start();
  try {
    for (const [name, code] of Object.entries(hostileCells)) {
      await t.step(name, async () => {
        const ran = await run(sandbox, code, { timeoutMs: TIMEOUT_MS, onCall: () => Promise.resolve([1, { a: 2 }]) });
        assert.ok(ran.ms < TIMEOUT_MS + 2_000, `took ${ran.ms} ms`);
        if (!ran.ok) assert.ok(ran.error!.message.length > 0 && ran.error!.message.length < 8_300);
        else assert.match(name, harmless);
        if (ran.lost === undefined) {
          assert.ok(await peakKilobytes(sandbox.pid) < MAX_RESIDENT_KB, `${await peakKilobytes(sandbox.pid)} KiB`);
        } else {
          await sandbox.close();
          sandbox = await Sandbox.start();
        }
        const next = await run(sandbox, "nodeRepl.write('alive'); await cua.listApps(1); const next = 5;");
        assert.deepEqual(next.texts, ["alive"]);
        if (!lasting.test(name)) assert.deepEqual([next.ok, next.calls.length], [true, 1], JSON.stringify(next));
      });
      if (lasting.test(name)) {
        await sandbox.close();
        sandbox = await Sandbox.start();
      }
    }
  } finally {
    await sandbox.close();
  }
});
