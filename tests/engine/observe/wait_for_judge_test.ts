import assert from "node:assert/strict";
import { type Predicate, predicateSchema } from "../../../src/contract/predicates.ts";
import { judge } from "../../../src/engine/observe/wait_for_judge.ts";
import type { Moment, Sight } from "../../../src/engine/observe/wait_for_scope.ts";
import { field, node, snapshot } from "./nodes.ts";

const form = snapshot(node("frame", "Form", {
  children: [
    node("label", "Saved at noon"),
    node("push button", "Save", { disabled: true, interfaces: ["Action"] }),
    node("spin button", "Amount", { value: { current: 42, minimum: 0, maximum: 100, increment: 1 } }),
    field("Name", "Zoë"),
    field("Notes", "beginning", {
      path: "/notes",
      text: { content: "beginning", length: 1_000_000, truncated: true, caret: 0, selections: [] },
    }),
    field("PIN", "1234", { secret: true }),
  ],
}));

function sight(gaps: string[] = [], window = 1): Sight {
  return { window, title: "Form", elements: [...form.elements.values()], gaps };
}

function moment(sights: Sight[], rest: Partial<Moment> = {}): Moment {
  const windows = sights.map(({ window, title }) => ({ window, title, overrideRedirect: false }));
  const others = new Set([...windows.map(({ window }) => window), 99]);
  return { app: "form", windows, others, sights, wasThere: true, quietMs: 300, lastSign: "pixels changed", ...rest };
}

function verdict(wanted: unknown, at: Moment, homes = new Map<number, number>()) {
  return judge(predicateSchema.parse(wanted) as Predicate, at, homes);
}

const whole = moment([sight()]);
const partly = moment([sight(["200 more in list 9 are out of view"])]);
const idOf = (name: string) => [...form.elements.values()].find((element) => element.name === name)!.id;

Deno.test("judge() proves what exists by its line", () => {
  const { result, evidence, element, window_id } = verdict({ type: "element", locator: { name: "save" } }, whole);
  assert.deepEqual([result, element, window_id], ["met", idOf("Save"), 1]);
  assert.match(evidence!, /button "Save" disabled/);
  assert.equal(verdict({ type: "text", text: "at noon" }, partly).result, "met");
});

Deno.test("judge() takes absence for proven only when everything was searched", () => {
  const absent = { type: "element", locator: { name: "Open" }, is: "absent" };
  assert.equal(verdict(absent, whole).result, "met");
  assert.match(verdict(absent, whole).evidence!, /none of the 7 elements of window 1 "Form"/);
  const unknown = verdict(absent, partly);
  assert.equal(unknown.result, "unknown");
  assert.match(unknown.reason!, /200 more in list 9/);
  assert.equal(verdict({ type: "text", text: "gone", is: "absent" }, partly).result, "unknown");
  const there = verdict({ type: "text", text: "noon", is: "absent" }, partly);
  assert.equal(there.result, "not_met");
  assert.match(there.evidence!, /Saved at noon/);
});

Deno.test("judge() does not deny what may stand in the part that was not read", () => {
  const wanted = { type: "element", locator: { name: "Open" } };
  assert.equal(verdict(wanted, whole).result, "not_met");
  assert.equal(verdict(wanted, partly).result, "unknown");
});

Deno.test("judge() narrows to a window, and says when that is closed or another's", () => {
  const two = moment([sight(), { ...sight(["too slow"], 2), elements: [] }]);
  const absent = { type: "text", text: "nowhere", is: "absent" };
  assert.equal(verdict(absent, two).result, "unknown");
  assert.equal(verdict({ ...absent, window_id: 1 }, two).result, "met");
  assert.deepEqual(verdict({ ...absent, window_id: 7 }, two), {
    type: "text",
    result: "met",
    evidence: "window 7 is gone",
  });
  assert.equal(verdict({ ...absent, window_id: 99 }, two).result, "unknown");
});

Deno.test("judge() knows elements by id, and that they went with their window", () => {
  const element = idOf("Save");
  const homes = new Map([[element, 1]]);
  assert.equal(verdict({ type: "element", element }, whole, homes).result, "met");
  assert.equal(verdict({ type: "element", element, is: "absent" }, whole, homes).result, "not_met");
  const closed = moment([{ ...sight([], 2), elements: [] }]);
  assert.equal(verdict({ type: "element", element, is: "absent" }, closed, homes).result, "met");
});

Deno.test("judge() compares values exactly, numbers as numbers", () => {
  const value = (name: string, wanted: object) => verdict({ type: "value", locator: { name }, ...wanted }, whole);
  assert.equal(value("Name", { equals: "Zoë" }).result, "met");
  assert.equal(value("Name", { equals: "zoë" }).result, "not_met");
  assert.match(value("Name", { equals: "zoë" }).evidence!, /= "Zoë"/);
  assert.equal(value("Name", { matches: { regex: "^Z" } }).result, "met");
  assert.equal(value("Amount", { equals: 42 }).result, "met");
  assert.equal(value("Amount", { equals: "42.0" }).result, "met");
  assert.equal(value("Amount", { equals: 41 }).result, "not_met");
  assert.equal(value("Save", { equals: "" }).result, "not_met");
});

Deno.test("judge() does not guess about long texts and secrets", () => {
  const value = (name: string, wanted: object) => verdict({ type: "value", locator: { name }, ...wanted }, whole);
  assert.equal(value("Notes", { matches: "gin" }).result, "met");
  assert.match(value("Notes", { matches: "end" }).reason!, /longer than what was read/);
  assert.equal(value("Notes", { equals: "beginning" }).result, "unknown");
  assert.equal(value("Notes", { equals: "something else" }).result, "not_met");
  const pin = value("PIN", { equals: "1234" });
  assert.equal(pin.result, "unknown");
  assert.match(pin.reason!, /secret/);
  assert.ok(!JSON.stringify(pin).includes("1234"));
});

Deno.test("judge() looks at states", () => {
  const state = (...states: string[]) => verdict({ type: "state", locator: { name: "Save" }, states }, whole).result;
  assert.equal(state("disabled"), "met");
  assert.equal(state("enabled"), "not_met");
  assert.equal(state("disabled", "!focused"), "met");
});

Deno.test("judge() finds windows by title and id", () => {
  const window = (wanted: object, at = whole) => verdict({ type: "window", ...wanted }, at);
  assert.deepEqual(window({ title: { regex: "^F.rm$" } }), {
    type: "window",
    result: "met",
    evidence: 'window 1 "Form"',
    window_id: 1,
  });
  assert.match(window({ title: "Saved" }).reason!, /there are window 1 "Form"/);
  assert.equal(window({ title: "Form", is: "gone" }).result, "not_met");
  assert.equal(window({ window_id: 7, is: "gone" }).result, "met");
  assert.equal(window({ window_id: 1, title: "Other" }).result, "not_met");
});

Deno.test("judge() knows nothing of an application that never had a window", () => {
  const nothing = moment([], { wasThere: false });
  assert.equal(verdict({ type: "text", text: "x", is: "absent" }, nothing).result, "unknown");
  assert.equal(verdict({ type: "text", text: "x" }, nothing).result, "not_met");
  assert.equal(verdict({ type: "text", text: "x", is: "absent" }, moment([])).result, "met");
});

Deno.test("judge() counts quiet, and says what broke it", () => {
  assert.equal(verdict({ type: "quiet", ms: 300 }, whole).result, "met");
  assert.equal(verdict({ type: "quiet", ms: 500 }, whole).reason, "pixels changed 300 ms ago");
});

Deno.test("judge() bounds what it says", () => {
  const long = snapshot(node("frame", "F", { children: [node("label", "y".repeat(9000))] }));
  const at = moment([{ ...sight(), elements: [...long.elements.values()] }]);
  assert.ok(verdict({ type: "text", text: "yyy" }, at).evidence!.length <= 400);
});
