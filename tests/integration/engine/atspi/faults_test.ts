import assert from "node:assert/strict";
import { type ErrorCode, OperationError } from "../../../../src/contract/errors.ts";
import { listApplications } from "../../../../src/engine/atspi/applications.ts";
import { readTree } from "../../../../src/engine/atspi/tree.ts";
import { Fixture } from "../../../support/fixture.ts";
import { readTreeOf, until, withFixture } from "./window.ts";

async function failsWith(code: ErrorCode, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof OperationError, String(error));
    assert.equal(error.code, code, error.message);
    return true;
  });
}

async function timed(promise: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await promise;
  return performance.now() - started;
}

for (const toolkit of ["gtk3", "qt5"] as const) {
  Deno.test(`readTree() gives a bounded answer for a stopped ${toolkit} application and reads it again later`, async () => {
    await withFixture(toolkit, [], async (window) => {
      await using other = await Fixture.start("gtk3", window.environment);
      const application = await window.application();
      await window.read(application);
      Deno.kill(window.fixture.pid, "SIGSTOP");
      const first = await timed(failsWith("app_not_responding", window.read(application)));
      const second = await timed(failsWith("app_not_responding", window.read(application)));
      const third = await timed(failsWith("app_not_responding", window.read(application)));
      assert.ok(first >= 1000 && second >= 300 && third >= 60, `${first}, ${second}, ${third}`);
      assert.ok(second < first && third < first, `${first}, ${second}, ${third}`);
      const all = await listApplications(window.bus);
      assert.equal(all.find((one) => one.pid === window.fixture.pid)?.responding, false);
      const neighbour = all.find((one) => one.pid === other.pid)!;
      await readTreeOf(window.bus, neighbour.frames[0]!.ref, neighbour.toolkit);
      Deno.kill(window.fixture.pid, "SIGCONT");
      await until(async () => await window.read(application).catch((error) => error as Error), (result) => {
        return result instanceof Error ? undefined : result;
      });
    });
  });

  Deno.test(`readTree() says that a killed ${toolkit} application is gone`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const application = await window.application();
      await window.read(application);
      Deno.kill(window.fixture.pid, "SIGKILL");
      await window.fixture.ended;
      await failsWith("window_not_found", window.read(application));
      await until(() => listApplications(window.bus), (all) => all.length === 0 ? true : undefined);
    });
  });

  Deno.test(`readTree() ends when a ${toolkit} application is killed in the middle of it`, async () => {
    await withFixture(toolkit, [], async (window) => {
      const application = await window.application();
      await window.read(application);
      const reading = window.read(application);
      Deno.kill(window.fixture.pid, "SIGKILL");
      await failsWith("window_not_found", reading);
    });
  });
}

Deno.test("readTree() stops when its signal is aborted", async () => {
  await withFixture("gtk3", [], async (window) => {
    const { frames: [frame], toolkit } = await window.application();
    const controller = new AbortController();
    const reading = readTree(window.bus, frame!.ref, { toolkit, signal: controller.signal });
    controller.abort(new Error("enough"));
    await assert.rejects(reading, /enough/);
  });
});

Deno.test("readTree() says that the time was too short for the whole tree", async () => {
  await withFixture("qt5", [], async (window) => {
    const { frames: [frame], toolkit } = await window.application();
    const reading = await readTree(window.bus, frame!.ref, { toolkit, deadlineMs: 3 });
    assert.match(reading.incomplete[0]!.cause, /too slowly/);
    const limited = await readTree(window.bus, frame!.ref, { toolkit, deadlineMs: 5000, maxNodes: 10 });
    assert.match(limited.incomplete[0]!.cause, /more elements/);
  });
});
