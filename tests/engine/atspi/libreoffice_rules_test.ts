import assert from "node:assert/strict";
import { isClosedMenu, skewBetween, visibilityIn } from "../../../src/engine/atspi/libreoffice_rules.ts";
import { straightened } from "../../../src/engine/atspi/skew.ts";
import { toolkitOf } from "../../../src/engine/atspi/toolkit_rules.ts";

const states = (...names: string[]) => new Set(names);

Deno.test("LibreOffice is known by its name, since its toolkit calls itself that of GTK", () => {
  assert.equal(toolkitOf("soffice", "gtk", "3.24.38").name, "LibreOffice");
  assert.deepEqual(toolkitOf("gedit", "gtk", "3.24.38"), { name: "gtk", version: "3.24.38" });
});

Deno.test("places are moved by what stands above VCL, and not in dialogs, which count their frames", () => {
  const panel = { x: 0, y: 44, width: 1280, height: 756 };
  const skew = skewBetween(panel, { ...panel, y: 19 });
  assert.deepEqual(straightened({ x: 10, y: 60, width: 5, height: 6 }, skew), { x: 10, y: 85, width: 5, height: 6 });
  assert.deepEqual(skewBetween(panel, panel), { x: 0, y: 0 });
  assert.deepEqual(skewBetween({ ...panel, height: 700 }, { ...panel, y: 19, height: 725 }), { x: 0, y: 0 });
});

Deno.test("items of a tree show as far as it is open, though they never say so", () => {
  const open = { role: "tree item", states: states("expandable", "expanded") };
  assert.equal(visibilityIn(states("visible"), { role: "tree", states: states() }), "shows");
  assert.equal(visibilityIn(states("visible"), open), "shows");
  assert.equal(visibilityIn(states("visible"), { ...open, states: states("expandable") }), "hidden");
  assert.equal(visibilityIn(states("visible"), { role: "list", states: states() }), "out of view");
  assert.equal(visibilityIn(states("visible"), { role: "tool bar", states: states() }), "hidden");
});

Deno.test("the items of a closed menu are not asked for, those of an open one and of a context menu are", () => {
  const menu = {
    role: "menu",
    name: "File",
    description: "",
    childCount: 30,
    interfaces: states("Action"),
    states: states(),
  };
  const ref = { bus: ":1.1", path: "/menu" };
  assert.equal(isClosedMenu({ ref, ...menu }), true);
  assert.equal(isClosedMenu({ ref, ...menu, states: states("selected") }), false);
  assert.equal(isClosedMenu({ ref, ...menu, interfaces: states("Selection") }), false);
});
