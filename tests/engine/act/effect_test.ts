import assert from "node:assert/strict";
import { judge, type Traces } from "../../../src/engine/act/effect.ts";
import type { World } from "../../../src/engine/world/windows.ts";
import type { Toplevel } from "../../../src/engine/x11/toplevels.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";

function toplevel(id: number, pid: number, overrideRedirect = false): Toplevel {
  return {
    window: xid<Window>(id),
    frame: xid<Window>(id),
    pid,
    wmClass: ["app", "App"],
    title: `Window ${id}`,
    bounds: { x: 0, y: 0, width: 10, height: 10 },
    viewable: true,
    overrideRedirect,
    transientFor: null,
    iconified: false,
    modal: false,
    dialogType: false,
    tooltip: false,
  };
}
const world = (toplevels: Toplevel[], focused = toplevels[0] ?? null): World => ({ toplevels, focused });
const main = toplevel(1, 7);
const nothing: Traces = {
  reaction: { signs: [], settleMs: 200, stateChanges: [], isBlocked: false },
  verification: {},
  before: world([main]),
  after: world([main]),
  pid: 7,
  target: main,
  isWatched: true,
};

Deno.test("judge() says none when nothing was seen", () => {
  assert.deepEqual(judge(nothing), { effect: "none", evidence: [] });
});

Deno.test("judge() says unknown when nothing could be watched", () => {
  assert.deepEqual(judge({ ...nothing, isWatched: false }), { effect: "unknown", evidence: [] });
});

Deno.test("judge() says unknown when nothing was seen of an application that does not answer", () => {
  const reaction = { ...nothing.reaction, isBlocked: true };
  assert.equal(judge({ ...nothing, reaction }).effect, "unknown");
});

Deno.test("judge() takes the activation of the window that was acted on for no effect", () => {
  const other = toplevel(3, 7);
  const [before, after] = [world([main, other], other), world([main, other], main)];
  assert.equal(judge({ ...nothing, before, after }).effect, "none");
  assert.equal(judge({ ...nothing, before, after, target: other }).effect, "reacted");
});

Deno.test("judge() takes a tooltip for no effect", () => {
  const tooltip = { ...toplevel(4, 7, true), tooltip: true };
  assert.equal(judge({ ...nothing, after: world([main, tooltip]) }).effect, "none");
});

Deno.test("judge() says reacted when there were signs only", () => {
  const traces = {
    ...nothing,
    reaction: { signs: ["pixels changed"], settleMs: 50, stateChanges: [], isBlocked: false },
  };
  assert.deepEqual(judge(traces), { effect: "reacted", evidence: ["pixels changed"] });
});

Deno.test("judge() says confirmed when a window of the application opened or closed", () => {
  const dialog = toplevel(2, 7);
  assert.deepEqual(judge({ ...nothing, after: world([dialog, main], main) }), {
    effect: "confirmed",
    evidence: ['the window "Window 2" opened'],
  });
  assert.equal(judge({ ...nothing, before: world([main, dialog]), after: world([main]) }).effect, "confirmed");
  assert.deepEqual(judge({ ...nothing, after: world([main, toplevel(3, 7, true)]) }).evidence, ["a popup opened"]);
});

Deno.test("judge() takes no other application's window for an effect", () => {
  assert.equal(judge({ ...nothing, after: world([main, toplevel(9, 8)]) }).effect, "none");
});

Deno.test("judge() says confirmed when reading back agreed, and nothing of a mismatch", () => {
  assert.equal(judge({ ...nothing, verification: { confirmed: "element 3 is now 7" } }).effect, "confirmed");
  assert.equal(judge({ ...nothing, verification: { warning: "it is 5 instead of 7" } }).effect, "none");
});

Deno.test("judge() bounds its evidence", () => {
  const signs = Array.from({ length: 100 }, (_, index) => `sign ${index}`);
  assert.equal(
    judge({ ...nothing, reaction: { signs, settleMs: 1, stateChanges: [], isBlocked: false } }).evidence.length,
    12,
  );
});
