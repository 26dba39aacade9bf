import assert from "node:assert/strict";
import { CellOutput } from "../../../src/session/cell_output.ts";
import { Hints } from "../../../src/session/hints.ts";
import { renderResult } from "../../../src/surfaces/mcp/render_result.ts";

function rendered(name: "find" | "wait_for", result: unknown): string {
  const output = new CellOutput();
  renderResult(name, result, new Hints(), output);
  return output.finish().map((item) => item.type === "text" ? item.text : "").join("\n");
}

const match = {
  element: 7,
  role: "button",
  name: "Save",
  states: ["disabled"],
  bounds: { x: 1, y: 2, width: 30, height: 40 },
  line: '7 button "Save" disabled',
};

Deno.test("renderResult() shows matches as fenced lines, and what was not searched", () => {
  const incomplete = [{ cause: "9 more in table 3 are out of view", remedy: "scroll it" }];
  const text = rendered("find", { matches: [match], truncated: true, incomplete, last_id: 7 });
  assert.equal(
    text,
    [
      "<screen>",
      '7 button "Save" disabled at 30x40+1+2',
      "</screen>",
      "find: only the first 1 matches. not searched: 9 more in table 3 are out of view; scroll it",
    ].join("\n"),
  );
  assert.equal(rendered("find", { matches: [], truncated: false, last_id: 7 }), "nothing matches");
});
