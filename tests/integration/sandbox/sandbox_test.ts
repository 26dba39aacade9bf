import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { run, sandboxTest } from "./console.ts";

sandboxTest("Sandbox.run() keeps bindings across cells and lets them be declared again", async (sandbox) => {
  await run(sandbox, "const a = 1; let b; class C { m() { return 'old' } } function f() { return a }");
  await run(sandbox, "const a = 2; let b = 3; class C { m() { return 'new' } }");
  const { texts } = await run(sandbox, "console.log(a, b, new C().m(), f())");
  assert.deepEqual(texts, ["2 3 new 2"]);
});

sandboxTest("Sandbox.run() doesn't let a constant whose initialiser threw block its name", async (sandbox) => {
  assert.equal((await run(sandbox, "const x = missing()")).ok, false);
  assert.deepEqual((await run(sandbox, "const x = 5; nodeRepl.write(x)")).texts, ["5"]);
});

sandboxTest("Sandbox.run() awaits at the top level", async (sandbox) => {
  const { texts, ok } = await run(sandbox, "const { a } = await Promise.resolve({ a: 7 }); await sleep(5); display(a)");
  assert.deepEqual({ texts, ok }, { texts: ["7"], ok: true });
});

const faults: readonly [what: string, code: string, line: number, column: number, message: RegExp][] = [
  ["a syntax error", "const a = 1;\n\n  let let = 2", 3, 7, /let/],
  ["what is thrown at once", "const a = 1;\n\n  missing()", 3, 3, /'missing' is not defined/],
  ["what is thrown after an await", "await null;\nawait sleep(1);\nnull.x", 3, 5, /cannot read property 'x' of null/],
  ["a call that fails", "const app = 1;\n\nawait cua.getApp('nothing')", 3, 20, /No such app/],
  ["a wrong argument", "\n\nawait cua.getApp(() => {})", 3, 11, /Argument 1 is a function/],
  ["a module", "\nawait import('fs')", 2, 1, /Modules are not available/],
];
for (const [what, code, line, column, message] of faults) {
  sandboxTest(`Sandbox.run() names the cell's line for ${what}`, async (sandbox) => {
    const onCall = () => Promise.reject(new OperationError("invalid_request", "No such app"));
    const { ok, error } = await run(sandbox, code, { onCall });
    assert.equal(ok, false);
    assert.match(error!.message, message);
    assert.equal(error!.line, line);
    if (what !== "a call that fails" && what !== "a wrong argument") assert.equal(error!.column, column);
  });
}

sandboxTest("Sandbox.run() names the line of the running cell, also where an older one threw", async (sandbox) => {
  await run(sandbox, "function f() {\n\n\n  null.x\n}", { title: "define f" });
  const { error } = await run(sandbox, "\nf()", { title: "use (it)!" });
  assert.equal(error!.line, 2);
  assert.equal(error!.stack, "at f (cell-1 define f:4:7)\nat <eval> (cell-2 use it:2:2)");
});

sandboxTest("cua and App forward their calls, in order with the output", async (sandbox) => {
  const log: string[] = [];
  const outcome = await sandbox.run({
    code: `nodeRepl.write("first");
      const app = await cua.getApp({ windowId: 7 });
      nodeRepl.write(app.appId, Object.keys(app), app instanceof App);
      await app.click({ role: "button", name: /^save/i }, { clickCount: 2 });
      await cua.clipboard.write("x");`,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    onWrite: (text) => void log.push(text),
    onCall: (name, args) => {
      log.push(`${name} ${JSON.stringify(args)}`);
      return Promise.resolve(name === "cua.getApp" ? { $app: { appId: "xed", title: "Text", windowId: 7 } } : null);
    },
  });
  assert.deepEqual(outcome, { ok: true });
  assert.deepEqual(log, [
    "first",
    'cua.getApp {"args":[{"windowId":7}]}',
    'xed [ "appId", "title" ] true',
    'app.click {"app":{"appId":"xed","title":"Text","windowId":7},"args":[{"role":"button","name":{"regex":"^save","flags":"i"}},{"clickCount":2}]}',
    'cua.clipboard.write {"args":["x"]}',
  ]);
});

sandboxTest("a failed call rejects with code, dispatched and details", async (sandbox) => {
  const onCall = () =>
    Promise.reject(new OperationError("input_refused", "Covered", { dispatched: "partly", details: { by: "a menu" } }));
  const code =
    "try { await cua.listApps() } catch (e) { console.log(e instanceof Error, e.name, e.code, e.dispatched, e.details, e.message) }";
  const { texts } = await run(sandbox, code, { onCall });
  assert.deepEqual(texts, ['true OperationError input_refused partly { by: "a menu" } Covered']);
});

sandboxTest(
  "Image keeps its bytes on the host until they are asked for, and emitImage sends its handle",
  async (sandbox) => {
    const bytes = new Uint8Array(300_000).map((_, i) => i % 251);
    const onCall = (name: string) =>
      Promise.resolve(
        name === "app.getScreenshot"
          ? { $image: { handle: 3, mimeType: "image/png", width: 9, height: 4 } }
          : name === "cua.getApp"
          ? { $app: { appId: "xed" } }
          : name === "image.bytes"
          ? bytes.toBase64()
          : null,
      );
    const code = `const image = await (await cua.getApp("xed")).getScreenshot({ emit: false });
    const bytes = await image.bytes();
    console.log(image.width, image.mimeType, bytes.length, bytes[250], bytes[251]);
    await nodeRepl.emitImage(image);
    await nodeRepl.emitImage(bytes.subarray(1, 4));
    await nodeRepl.emitImage({ bytes: bytes.slice(0, 2), mimeType: "image/jpeg" });
    await nodeRepl.emitImage("data:image/png;base64,AAAA");
    try { await nodeRepl.emitImage(7) } catch (e) { console.log(e.message) }`;
    const { texts, calls, error } = await run(sandbox, code, { onCall });
    assert.equal(error, undefined);
    assert.deepEqual(texts, [
      "9 image/png 300000 250 0",
      "emitImage takes an Image, bytes, a data: URL or {bytes, mimeType}",
    ]);
    assert.deepEqual(
      calls.slice(2),
      [
        { name: "image.bytes", args: { handle: 3 } },
        { name: "nodeRepl.emitImage", args: { image: { handle: 3 } } },
        { name: "nodeRepl.emitImage", args: { bytes: "AQID" } },
        { name: "nodeRepl.emitImage", args: { bytes: "AAE=", mimeType: "image/jpeg" } },
        { name: "nodeRepl.emitImage", args: { url: "data:image/png;base64,AAAA" } },
      ],
    );
  },
);

sandboxTest("timers run in order, can be cleared, and end with the cell", async (sandbox) => {
  const code = `const seen = [];
    await new Promise((done) => {
      setTimeout((x) => { seen.push(x); done() }, 50, "late");
      setTimeout(() => seen.push("early"), 1);
      clearTimeout(setTimeout(() => seen.push("never"), 1));
    });
    await new Promise((done) => {
      const every = setInterval(() => { if (seen.push("tick") === 4) { clearInterval(every); done() } }, 1);
    });
    console.log(seen.join());
    setTimeout(() => console.log("after the end"), 1)`;
  assert.deepEqual((await run(sandbox, code)).texts, ["early,late,tick,tick"]);
  assert.deepEqual((await run(sandbox, "await sleep(20)")).texts, []);
  const thrown = await run(sandbox, "setTimeout(() => null.x, 1); await sleep(50)");
  assert.deepEqual(thrown.texts, ["Uncaught in a timer: TypeError: cannot read property 'x' of null"]);
});

sandboxTest("cells can't take over cua and nodeRepl, and reach no bridge", async (sandbox) => {
  for (const code of ["const cua = 1", "cua = 1", "var nodeRepl = {}", "globalThis.cua = 2"]) {
    const { error } = await run(sandbox, code);
    assert.match(error?.message ?? "", /belongs to the console/, code);
  }
  assert.equal((await run(sandbox, "function cua() {}")).ok, false);
  const { texts, calls } = await run(
    sandbox,
    "cua.listApps = null; console.log(typeof cua.listApps); await cua.listApps()",
  );
  assert.deepEqual(texts, ["function"]);
  assert.equal(calls.length, 1);
  const made = await run(sandbox, "new App(undefined, {})");
  assert.match(made.error!.message, /Apps come from cua.getApp/);
  const reach = "console.log(typeof bridge, typeof __call, typeof Deno, typeof process, typeof require, typeof fetch)";
  assert.deepEqual((await run(sandbox, reach)).texts, [new Array(6).fill("undefined").join(" ")]);
});

sandboxTest("Sandbox.run() waits for calls that were not awaited and says when one failed", async (sandbox) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onCall = async (name: string) => {
    await promise;
    if (name === "cua.listWindows") throw new OperationError("timeout", "too slow");
    return null;
  };
  const running = run(sandbox, "cua.listApps(); cua.listWindows(); console.log('code ended')", { onCall });
  setTimeout(resolve, 20);
  const { ok, texts } = await running;
  assert.equal(ok, true);
  assert.deepEqual(texts, ["code ended", "cua.listWindows failed when the code had ended: too slow"]);
});

sandboxTest(
  "Sandbox.run() ends a waiting cell at its deadline, names the call, and keeps the console",
  async (sandbox) => {
    let aborted = false;
    const onCall = (_: string, __: unknown, signal: AbortSignal) =>
      new Promise<null>((resolve) => signal.addEventListener("abort", () => (aborted = true, resolve(null))));
    const { error, lost, ms } = await run(sandbox, "var kept = 1; await cua.listApps()", { timeoutMs: 500, onCall });
    assert.equal(error?.name, "Timeout");
    assert.match(error!.message, /within 500 ms while cua\.listApps was not answered/);
    assert.deepEqual([lost, aborted], [undefined, true]);
    assert.ok(ms >= 490 && ms < 2_500, `${ms}`);
    assert.deepEqual((await run(sandbox, "console.log(kept)")).texts, ["1"]);
  },
);

sandboxTest("pauseClock() lets a parked cell outlive its deadline, resumeClock() goes on counting", async (sandbox) => {
  const onCall = (name: string): Promise<null> => {
    if (name !== "cua.getApp") return new Promise(() => {});
    sandbox.pauseClock();
    return new Promise((resolve) => setTimeout(() => (sandbox.resumeClock(), resolve(null)), 1_700));
  };
  const parked = await run(sandbox, "await cua.getApp('x'); console.log('approved')", { timeoutMs: 1_500, onCall });
  assert.deepEqual([parked.ok, parked.texts], [true, ["approved"]]);
  const code = "await cua.getApp('x'); await cua.listApps()";
  const late = await run(sandbox, code, { timeoutMs: 1_500, onCall });
  assert.equal(late.error?.name, "Timeout");
  assert.ok(late.ms >= 3_000 && late.ms < 5_200, `${late.ms}`);
});

sandboxTest("a parked cell's own code still counts", async (sandbox) => {
  const onCall = (): Promise<null> => (sandbox.pauseClock(), new Promise(() => {}));
  const code = "cua.getApp('x'); await sleep(20); while (true);";
  const { error, ms } = await run(sandbox, code, { timeoutMs: 200, onCall });
  assert.equal(error?.name, "Timeout");
  assert.ok(ms < 2_200, `${ms}`);
});

sandboxTest("Sandbox.run() ends a cancelled cell where it waits, and keeps the console", async (sandbox) => {
  const cancel = new AbortController();
  const onCall = (): Promise<null> => (cancel.abort(), new Promise(() => {}));
  const { error, lost } = await run(sandbox, "await cua.listApps()", { onCall, signal: cancel.signal });
  assert.deepEqual([error?.name, lost], ["Interrupted", undefined]);
  assert.equal((await run(sandbox, "1")).ok, true);
});

sandboxTest("Sandbox.run() doesn't run a cell that was cancelled before", async (sandbox) => {
  const { error, texts } = await run(sandbox, "console.log('ran')", { signal: AbortSignal.abort() });
  assert.deepEqual([error?.name, texts], ["Interrupted", []]);
});

sandboxTest("Sandbox.run() kills a cancelled cell that doesn't stop", async (sandbox) => {
  const cancel = new AbortController();
  const running = run(sandbox, "while (true);", { signal: cancel.signal });
  cancel.abort();
  const { error, lost, ms } = await running;
  assert.equal(error?.name, "Interrupted");
  assert.equal(lost, "the cancelled cell did not stop");
  assert.ok(ms < 2_000, `${ms}`);
});

sandboxTest("Sandbox.run() cuts endless output and says so", async (sandbox) => {
  const { texts, ok } = await run(sandbox, "for (let i = 0; i < 1000; i++) console.log('x'.repeat(1000))");
  assert.equal(ok, true);
  assert.ok(texts.join("").length < 100_300);
  assert.match(texts.at(-1)!, /the output of a cell ends after 100000 characters/);
});

sandboxTest("Sandbox.run() ends at once when nothing can settle what is awaited", async (sandbox) => {
  const { error, ms } = await run(sandbox, "await new Promise(() => {})", { timeoutMs: 30_000 });
  assert.equal(error?.name, "Unsettled");
  assert.ok(ms < 5_000);
});

sandboxTest("Sandbox.run() limits calls that wait at once", async (sandbox) => {
  const code =
    "const all = []; for (let i = 0; i < 65; i++) all.push(cua.listApps().catch((e) => e.message)); console.log((await Promise.all(all))[64])";
  const onCall = async () => await new Promise<null>((resolve) => setTimeout(() => resolve(null), 5));
  const { texts, calls } = await run(sandbox, code, { onCall });
  assert.match(texts[0]!, /64 calls are waiting/);
  assert.equal(calls.length, 64);
});

sandboxTest("Sandbox.run() answers a call whose result is no JSON or too large with an error", async (sandbox) => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const onCall = (name: string) => Promise.resolve(name === "cua.listApps" ? cyclic : "x".repeat(17_000_000));
  const code = "for (const f of [cua.listApps, cua.listWindows]) try { await f() } catch (e) { console.log(e.code) }";
  assert.deepEqual((await run(sandbox, code, { onCall })).texts, ["internal", "too_long"]);
});

sandboxTest("Sandbox.run() refuses code that is too long, and keeps the console", async (sandbox) => {
  const { error, lost } = await run(sandbox, " ".repeat(1_000_001));
  assert.equal(error?.name, "RangeError");
  assert.equal(lost, undefined);
});

Deno.test("Sandbox.start() gives up when it is cancelled or too slow, and leaves no process", async () => {
  await assert.rejects(Sandbox.start({ deadlineMs: 1 }), { code: "timeout" });
  const cancel = new AbortController();
  const starting = Sandbox.start({ signal: cancel.signal });
  cancel.abort();
  await assert.rejects(starting, { code: "cancelled" });
});
