/**
 * A thousand looks in a row: nothing that the engine or the application holds may grow. And how long looks take beside an
 * application that is hard to look at; times are printed, not asserted.
 */
import assert from "node:assert/strict";
import { OperationError } from "../../src/contract/errors.ts";
import { Connection } from "../../src/engine/atspi/connection.ts";
import { parseAddresses } from "../../src/engine/atspi/address.ts";
import { hello } from "../../src/engine/atspi/bus_driver.ts";
import { root, runQuietly } from "../../scripts/processes.ts";
import { engineEnvironment } from "../../src/desktop/desktop.ts";
import { print } from "../../src/terminal.ts";
import { Fixture, fixtures } from "../support/fixture.ts";
import { read } from "../support/processes.ts";
import { setStage, type Stage } from "../support/stage.ts";
import type { StressToolkit } from "../support/stress.ts";
import { setStressStage } from "../support/stress_stage.ts";

const LOOKS = Number(Deno.env.get("CUA_SOAK_LOOKS") ?? 1000);
/** Looks after which caches are filled, code is compiled and the garbage collector has its reserve. */
const WARM_LOOKS = LOOKS * 0.3;
/** How much resident memory may differ: V8 has up to three times 16 MB for what is young, and old garbage beside it. */
const MAX_GROWTH_MB = 64;
/** How much what lives may grow, MB: a dialog's elements keep their ids, up to 20,000 of them, 1 kB each. */
const MAX_HEAP_GROWTH_MB = 2;
/** An application keeps what its own dialogs and drawing leave, MB. */
const MAX_APP_GROWTH_MB = 20;
/** How long a button may be out of reach, ms. */
const PRESS_MS = 10_000;
const toolkits: readonly StressToolkit[] = ["gtk3", "qt5"];

/** What the engine and the application hold. */
interface Holdings {
  readonly engineMb: number;
  readonly appMb: number;
  readonly files: number;
  readonly xResources: Record<string, number>;
  readonly matchRules: number;
}

async function holdings({ desktop, engine, fixture }: Stage): Promise<Holdings> {
  const pid = engine.pid!;
  return {
    engineMb: memoryOf(pid),
    appMb: memoryOf(fixture.pid),
    files: [...Deno.readDirSync(`/proc/${pid}/fd`)].length,
    xResources: await xResourcesOf(pid, desktop.state.environment),
    matchRules: await countMatchRules(engineEnvironment(desktop.state).AT_SPI_BUS_ADDRESS!),
  };
}

/** Resident memory, MB. */
function memoryOf(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))![1]) / 1024);
}

async function xResourcesOf(pid: number, env: Record<string, string>): Promise<Record<string, number>> {
  const args = [`${root}tests/support/x_resources.py`, String(pid)];
  const { code, stdout, stderr } = await runQuietly("/usr/bin/python3", args, { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** The match rules of everyone on a bus. */
async function countMatchRules(address: string): Promise<number> {
  using connection = await Connection.open(parseAddresses(address));
  await hello(connection);
  return await connection.call({
    destination: "org.freedesktop.DBus",
    path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus.Debug.Stats",
    member: "GetAllMatchRules",
    replySignature: "a{sas}",
    read: (reader) =>
      reader.array(8, () => {
        reader.align(8);
        reader.string();
        return reader.array(4, () => reader.string()).length;
      }).reduce((sum, count) => sum + count, 0),
  });
}

/** Something changes before every look; every tenth time a dialog opens and closes. */
async function lookOften(stage: Stage, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 10 === 9) await openAndClose(stage);
    else if (i % 3 === 0) await press(stage, "Press me");
    const started = performance.now();
    await stage.text();
    times.push(performance.now() - started);
  }
  return times;
}

async function openAndClose(stage: Stage): Promise<void> {
  await press(stage, "Open dialog");
  await press(stage, "Cancel it");
}

/** On a machine with much else to do a look can be too short to tell where a button is. */
async function press(stage: Stage, name: string): Promise<void> {
  const end = performance.now() + PRESS_MS;
  for (;;) {
    try {
      return void await stage.report({ type: "click", locator: { role: "button", name } });
    } catch (error) {
      if (!(error instanceof OperationError) || error.dispatched !== "no" || performance.now() > end) throw error;
    }
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}

for (const toolkit of toolkits) {
  Deno.test(`${LOOKS} looks at ${toolkit} leave nothing behind`, async () => {
    await using stage = await setStage(toolkit);
    const times = await lookOften(stage, WARM_LOOKS);
    const before = await holdings(stage);
    times.push(...await lookOften(stage, LOOKS - WARM_LOOKS));
    const after = await holdings(stage);
    print(`${toolkit}: median look ${median(times).toFixed(0)} ms\n`);
    print(`  after ${WARM_LOOKS} looks ${JSON.stringify(before)}\n  after ${LOOKS} looks ${JSON.stringify(after)}\n`);
    assert.ok(after.engineMb <= before.engineMb + MAX_GROWTH_MB, "the engine's memory grows");
    assert.ok(after.appMb <= before.appMb + MAX_APP_GROWTH_MB, "the application's memory grows");
    assert.deepEqual(after.xResources, before.xResources);
    assert.equal(after.files, before.files);
    assert.equal(after.matchRules, before.matchRules);
  });
}

/** What lives in the engine's heap after some looks and after all, MB. */
async function heapsOf(toolkit: StressToolkit): Promise<{ warm: number; end: number }> {
  const args = ["run", "-A", "--v8-flags=--expose-gc", `${root}tests/soak/heap_of_looks.ts`, toolkit];
  const { code, stdout, stderr } = await runQuietly(Deno.execPath(), [...args, String(WARM_LOOKS), String(LOOKS)], {});
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

for (const toolkit of toolkits) {
  Deno.test(`${LOOKS} looks at ${toolkit} leave nothing in the heap`, async () => {
    const { warm, end } = await heapsOf(toolkit);
    print(`${toolkit}: heap ${warm.toFixed(2)} MB after ${WARM_LOOKS} looks, ${end.toFixed(2)} MB after ${LOOKS}\n`);
    assert.ok(end <= warm + MAX_HEAP_GROWTH_MB, `the heap grew from ${warm} to ${end} MB`);
  });
}

/** What is hard to look at. */
const hardships: Readonly<Record<string, readonly string[]>> = {
  "100 levels": ["--nested", "100"],
  "6000 widgets": ["--widgets", "6000"],
  "2000 widgets in one container": ["--flat", "2000"],
  "1000 widgets come and go a second": ["--churn", "1000"],
  "stopped": [],
};

for (const toolkit of toolkits) {
  for (const [hardship, args] of Object.entries(hardships)) {
    Deno.test(`looks beside ${toolkit} (${hardship}) still see what there is`, async () => {
      await using stage = await setStressStage(toolkit, args);
      await using _other = await Fixture.start("gtk3", stage.desktop.state.environment);
      const other = fixtures.gtk3.wmClass;
      const timed = async (app: string) => {
        const started = performance.now();
        const { incomplete } = await stage.look(app);
        return { ms: performance.now() - started, causes: incomplete.map(({ cause }) => cause) };
      };
      await stage.look();
      for (let i = 0; i < 3; i++) await stage.look(other);
      const usual: number[] = [];
      for (let i = 0; i < 15; i++) usual.push((await timed(other)).ms);
      if (hardship === "stopped") stage.fixture.kill("SIGSTOP");
      const beside: number[] = [];
      const hard: number[] = [];
      const causes = new Set<string>();
      for (let i = 0; i < 15; i++) {
        const [ours, theirs] = await Promise.all([timed(stage.app), timed(other)]);
        hard.push(ours.ms);
        beside.push(theirs.ms);
        ours.causes.forEach((cause) => causes.add(cause));
      }
      const ratio = (median(beside) / median(usual)).toFixed(1);
      print(`${toolkit}, ${hardship}: first ${hard[0]!.toFixed(0)}, median ${median(hard).toFixed(0)}, `);
      print(`worst ${Math.max(...hard).toFixed(0)} ms; another application usually ${median(usual).toFixed(0)}, `);
      print(
        `beside it ${median(beside).toFixed(0)} ms (${ratio} times)\n  ${[...causes].join("; ") || "all complete"}\n`,
      );
      if (hardship === "stopped") assert.ok([...causes].some((cause) => /not answer/.test(cause)), [...causes].join());
      assert.ok((await stage.look(other)).elements > 10);
    });
  }
}
