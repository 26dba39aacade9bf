import assert from "node:assert/strict";
import { busNamesOfPid, listApplications } from "../../../../src/engine/atspi/applications.ts";
import { application, withFakeBus } from "./fake_accessibility.ts";

Deno.test("listApplications() asks the applications of the wanted process only", async () => {
  await withFakeBus(async ({ bus, start }) => {
    const [stopped, wanted] = [await start(application([], {})), await start(application([], {}))];
    stopped.kill("SIGSTOP");
    const pid = await bus.pidOf(wanted.line);
    const listed = await listApplications(bus, { pid });
    assert.deepEqual(listed.map(({ root, responding }) => [root.bus, responding]), [[wanted.line, true]]);
    assert.ok(!bus.responsiveness.isBlocked(stopped.line), "the stopped application was asked");
    assert.equal((await listApplications(bus)).length, 2);
    assert.ok(bus.responsiveness.isBlocked(stopped.line));
  });
});

Deno.test("busNamesOfPid() asks no application", async () => {
  await withFakeBus(async ({ bus, start }) => {
    const [stopped, other] = [await start(application([], {})), await start(application([], {}))];
    stopped.kill("SIGSTOP");
    const pid = await bus.pidOf(stopped.line);
    assert.deepEqual(await busNamesOfPid(bus, pid), new Set([stopped.line]));
    assert.ok(!bus.responsiveness.isBlocked(stopped.line));
    assert.deepEqual(await busNamesOfPid(bus, await bus.pidOf(other.line)), new Set([other.line]));
    assert.deepEqual(await busNamesOfPid(bus, 1), new Set());
  });
});

Deno.test("listApplications() is not spoiled by an application whose answers have the wrong type", async () => {
  await withFakeBus(async ({ bus, start }) => {
    const broken = await start(application([], {}, { name: "number" }));
    const sound = await start(application([], {}));
    const listed = await listApplications(bus);
    assert.deepEqual(listed.map(({ root, responding }) => [root.bus, responding]), [[sound.line, true], [
      broken.line,
      false,
    ]]);
  });
});

Deno.test("listApplications() is not spoiled by an application whose private socket is lost", async () => {
  await withFakeBus(async ({ bus, folder, start }) => {
    const broken = await start(application([], {}, { socket: `unix:path=${folder}/private` }));
    const sound = await start(application([], {}));
    await bus.ready(broken.line);
    const answers = async () =>
      new Map((await listApplications(bus)).map(({ root, responding }) => [root.bus, responding]));
    assert.deepEqual(await answers(), new Map([[sound.line, true], [broken.line, false]]));
    // The bus is the way then.
    assert.deepEqual(await answers(), new Map([[sound.line, true], [broken.line, true]]));
  });
});
