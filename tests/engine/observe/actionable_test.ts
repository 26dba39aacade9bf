import assert from "node:assert/strict";
import { isActionable } from "../../../src/engine/observe/actionable.ts";
import { descendants } from "../../../src/engine/observe/element.ts";
import { field, node, snapshot } from "./nodes.ts";

Deno.test("isActionable() takes controls and what has actions, and leaves text, containers and disabled ones", () => {
  const children = [
    node("label", "Text"),
    node("push button", "Send", { actions: ["click"] }),
    node("push button", "Later", { actions: ["click"], interfaces: ["Action"], disabled: true }),
    field("Mail", ""),
    node("menu", "File", { actions: ["click"] }),
    node("icon", "Computer", { actions: ["activate"] }),
    node("label", "In a link", { actions: ["clickAncestor"] }),
    node("drawing area", "Board", { states: ["focusable"] }),
    node("tool bar", "Tools", { states: ["focusable"], actions: ["click"], children: [node("label", "Inside")] }),
  ];
  const { root } = snapshot(node("frame", "Window", { states: ["focusable"], children }));
  const names = [...descendants(root)].filter(isActionable).map(({ name }) => name);
  assert.deepEqual(names, ["Send", "Mail", "File", "Computer", "Board"]);
});
