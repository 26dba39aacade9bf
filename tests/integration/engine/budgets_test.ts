/**
 * What is hard to look at: a look ends within its budget, says what it could not see, and holds up no other.
 */
import assert from "node:assert/strict";
import type { OperationError } from "../../../src/contract/errors.ts";
import type { Result } from "../../../src/contract/operations.ts";
import { readTree } from "../../../src/engine/atspi/tree.ts";
import { Fixture, fixtures } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import type { StressToolkit } from "../../support/stress.ts";
import { setStressStage } from "../../support/stress_stage.ts";
import { application, frameOf, roles, withFakeBus } from "./atspi/fake_accessibility.ts";

type Observation = Result<"observe">;

/** Many times what a look may take: without a bound it would take for ever, ms. */
const ENDLESS_MS = 15_000;
const toolkits: readonly StressToolkit[] = ["gtk3", "qt5"];
const neighbourOf = { gtk3: "qt5", qt5: "gtk3" } as const;

function look({ engine, app }: Pick<Stage, "engine" | "app">, which = app): Promise<Observation> {
  return engine.call("observe", { app: which }, { deadlineMs: ENDLESS_MS });
}

/** What is missing is said, with its cause and what helps. */
function assertSaid({ incomplete }: Observation, cause: RegExp): void {
  const said = incomplete.find((one) => cause.test(one.cause));
  assert.ok(said, JSON.stringify(incomplete));
  assert.ok(said.remedy.length > 10, said.remedy);
}

/** Looks until something is seen; looks that are not complete have to say that time ran out. */
async function lookUntil(
  look: () => Promise<Observation>,
  isThere: (seen: Observation) => boolean,
): Promise<Observation> {
  const end = performance.now() + ENDLESS_MS;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (seen.incomplete.length > 0) assertSaid(seen, /too slowly|does not answer|\d parts/);
    assert.ok(performance.now() < end, `never seen: ${JSON.stringify(seen.incomplete)} ${seen.text}`);
  }
}

const isComplete = (seen: Observation) => seen.incomplete.length === 0;

/** The number of the widget that was added last. */
function newestIn({ text }: Observation): number {
  return Math.max(0, ...[...text.matchAll(/"Churned (\d+)"/g)].map(([, number]) => Number(number)));
}

for (const toolkit of toolkits) {
  Deno.test(`a table of 20,000 rows in ${toolkit} is seen by what is in view`, async () => {
    await using stage = await setStage(toolkit);
    const { text } = await lookUntil(() => look(stage), isComplete);
    assert.match(text, /table .*20000x\d/);
    assert.match(text, /"Person 1"/);
    assert.ok(!text.includes('"Person 100"'), "it is not in view");
  });

  Deno.test(`all of 100 levels of containers in ${toolkit} are seen`, async () => {
    await using stage = await setStressStage(toolkit, ["--nested", "100"]);
    const { text } = await lookUntil(stage.look, isComplete);
    for (let level = 1; level <= 100; level++) assert.ok(text.includes(`"Level ${level}"`), `Level ${level}`);
    assert.match(text, /\n {200,}\d+ button "Core"/);
  });

  Deno.test(`6000 widgets in rows of ${toolkit} are seen by those in view`, async () => {
    await using stage = await setStressStage(toolkit, ["--widgets", "6000"]);
    const { text } = await lookUntil(stage.look, isComplete);
    assert.match(text, /button "Button 1"/);
    assert.ok(!text.includes(`"Button 6000"`), "it is not in view");
  });

  Deno.test(`2000 widgets in one container of ${toolkit}: what is left out is said`, async () => {
    await using stage = await setStressStage(toolkit, ["--flat", "2000"]);
    const isSaid = ({ incomplete }: Observation) => incomplete.some(({ cause }) => / 2000 parts/.test(cause));
    await lookUntil(stage.look, (seen) => isSaid(seen) || isComplete(seen) && /"Button \d+"/.test(seen.text));
    await lookUntil(stage.look, ({ elements }) => elements > 0);
  });

  Deno.test(`an application of ${toolkit} that adds and removes widgets all the time is seen as it is`, async () => {
    await using stage = await setStressStage(toolkit, ["--churn", "100"]);
    await using _other = await Fixture.start(neighbourOf[toolkit], stage.desktop.state.environment);
    const other = fixtures[neighbourOf[toolkit]].wmClass;
    const first = await lookUntil(stage.look, (seen) => newestIn(seen) > 0);
    await lookUntil(stage.look, (seen) => newestIn(seen) > newestIn(first));
    await lookUntil(() => look(stage, other), isComplete);
  });

  Deno.test(`an application of ${toolkit} that is stopped holds up no look at another`, async (t) => {
    const neighbour = neighbourOf[toolkit];
    const other = fixtures[neighbour].wmClass;
    await using stage = await setStage(toolkit, [], { CUA_ALLOW_APPS: `${fixtures[toolkit].wmClass},${other}` });
    await using _fixture = await Fixture.start(neighbour, stage.desktop.state.environment);
    await lookUntil(() => look(stage, other), isComplete);
    const { text } = await lookUntil(() => look(stage), isComplete);
    const id = Number(/(\d+) button "Press me"/.exec(text)![1]);
    Deno.kill(stage.fixture.pid, "SIGSTOP");

    await t.step("each look says so, and none waits as long as the first", async () => {
      const waits: number[] = [];
      for (let i = 0; i < 3; i++) {
        const started = performance.now();
        assertSaid(await look(stage), /does not answer/);
        waits.push(performance.now() - started);
      }
      assert.ok(waits[0]! >= 1000 && waits[1]! < waits[0]! && waits[2]! < waits[0]!, waits.join(", "));
    });

    await t.step("a look at another application ends before it", async () => {
      Deno.kill(stage.fixture.pid, "SIGCONT");
      await lookUntil(() => look(stage), isComplete);
      Deno.kill(stage.fixture.pid, "SIGSTOP");
      let ended = false;
      const stuck = look(stage).finally(() => ended = true);
      const beside = await look(stage, other);
      assert.ok(!ended, "the look at the stopped application ended first");
      assert.ok(beside.elements > 10, beside.text);
      assertSaid(await stuck, /does not answer/);
    });

    await t.step("ids from before are still good", async () => {
      Deno.kill(stage.fixture.pid, "SIGCONT");
      await lookUntil(() => look(stage), isComplete);
      const before = stage.fixture.events().length;
      await stage.report({ type: "click", element: id });
      await stage.fixture.waitFor(({ widget, event }) => widget === "press" && event === "clicked", before);
    });
  });

  Deno.test(`an application of ${toolkit} that is killed during a look ends it`, async () => {
    const neighbour = neighbourOf[toolkit];
    const other = fixtures[neighbour].wmClass;
    await using stage = await setStage(toolkit, [], { CUA_ALLOW_APPS: `${fixtures[toolkit].wmClass},${other}` });
    await using _fixture = await Fixture.start(neighbour, stage.desktop.state.environment);
    await lookUntil(() => look(stage, other), isComplete);
    const looking = look(stage).catch((error: OperationError) => error);
    Deno.kill(stage.fixture.pid, "SIGKILL");
    const seen = await looking;
    // The window may be there for a moment without its process.
    if ("code" in seen) assert.ok(["window_not_found", "denied"].includes(seen.code), seen.code);
    else if (seen.incomplete.length > 0) {
      assertSaid(seen, /not on the accessibility bus|gone|closed|no accessible object/);
    }
    await stage.fixture.ended;
    await assert.rejects(look(stage), (error: OperationError) => error.code === "window_not_found");
    await lookUntil(() => look(stage, other), isComplete);
  });
}

Deno.test("a cache that did not answer in time is not asked again soon", async () => {
  const cache = { role: roles.panel, name: "", silent: ["GetItems"] };
  const label = { role: roles.label, name: "Seen" };
  const slow = application([["self", "/label"]], { "/label": label, "/org/a11y/atspi/cache": cache }, {
    toolkit: "gtk",
    cache: true,
  });
  await withFakeBus(async ({ bus, start }) => {
    const frame = frameOf(await start(slow));
    const members: string[] = [];
    const call = bus.call.bind(bus);
    bus.call = (ref, one, options) => {
      members.push(one.member);
      return call(ref, one, options);
    };
    for (let i = 0; i < 3; i++) {
      const { root } = await readTree(bus, frame, { toolkit: { name: "gtk", version: "3" } });
      assert.deepEqual(root.children.map(({ name }) => name), ["Seen"]);
    }
    assert.equal(members.filter((member) => member === "GetItems").length, 1);
  });
});
