import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import type { Locator } from "../../../src/contract/values.ts";
import { locate, locateOne } from "../../../src/engine/observe/locate.ts";
import { query } from "../../../src/engine/observe/query.ts";
import { render } from "../../../src/engine/observe/render.ts";
import type { Snapshot } from "../../../src/engine/observe/element.ts";
import { field, node, snapshot } from "./nodes.ts";

const page = snapshot(node("frame", "Settings", {
  children: [
    node("label", "Save"),
    node("push button", "Save", { path: "/save" }),
    node("push button", "Save as…", { path: "/saveas" }),
    node("push button", "Close", { disabled: true, interfaces: ["Action"] }),
    node("check box", "Save on exit", { states: ["checked", "focusable"] }),
    field("Name", "Zoë Müller"),
    field("PIN", "1234", { secret: true }),
    node("panel", "Colours", { children: [node("radio button", "Red"), node("radio button", "Green")] }),
  ],
}));

function names(locator: Locator): string[] {
  return locate(page, locator).map((element) => `${element.role} ${element.name}`);
}

Deno.test("locate() takes common spellings of roles", () => {
  for (const role of ["button", "push button", "PushButton", "push_button"]) {
    assert.deepEqual(names({ role }), ["button Save", "button Save as…", "button Close"], role);
  }
  for (const role of ["checkbox", "check box", "Check-Box"]) {
    assert.deepEqual(names({ role }), ["checkbox Save on exit"]);
  }
  for (const role of ["textbox", "entry", "text field", "input"]) {
    assert.deepEqual(names({ role }), ["textbox Name", "textbox PIN"], role);
  }
  assert.deepEqual(names({ role: "radio button" }), ["radio Red", "radio Green"]);
  assert.deepEqual(names({ role: "constructor" }), []);
});

Deno.test("locate() takes whole names before parts of names, without regard to case", () => {
  assert.deepEqual(names({ role: "button", name: "save" }), ["button Save"]);
  assert.deepEqual(names({ role: "button", name: "sav" }), ["button Save", "button Save as…"]);
  assert.deepEqual(names({ name: "on EXIT" }), ["checkbox Save on exit"]);
  assert.deepEqual(names({ name: { regex: "^save", flags: "i" }, role: "button" }), ["button Save", "button Save as…"]);
});

Deno.test("locate() searches texts, but never those of secret fields", () => {
  assert.deepEqual(names({ text: "müller" }), ["textbox Name"]);
  assert.deepEqual(names({ text: "1234" }), []);
});

Deno.test("locate() filters by states and their opposites", () => {
  assert.deepEqual(names({ states: ["checked"] }), ["checkbox Save on exit"]);
  assert.deepEqual(names({ role: "button", states: ["disabled"] }), ["button Close"]);
  assert.deepEqual(names({ role: "button", states: ["!disabled"] }), ["button Save", "button Save as…"]);
  assert.deepEqual(names({ role: "button", states: ["enabled"] }), ["button Save", "button Save as…"]);
  assert.deepEqual(names({ states: ["focusable", "!unchecked"] }), ["checkbox Save on exit"]);
});

Deno.test("locate() picks a match by its index", () => {
  assert.deepEqual(names({ role: "radio", index: 1 }), ["radio Green"]);
  assert.deepEqual(names({ role: "radio", index: 2 }), []);
});

Deno.test("locate() refuses regular expressions that are broken or can take forever", () => {
  for (const regex of ["(", "(a+)+$", "(x*)*", "([a-z]+)*!"]) {
    assert.throws(() => locate(page, { name: { regex } }), (error: unknown) => {
      assert.ok(error instanceof OperationError);
      assert.equal(error.code, "invalid_request");
      return true;
    });
  }
});

Deno.test("locateOne() names the candidates when several match, and the next call when none does", () => {
  assert.equal(locateOne(page, { role: "button", name: "Close" }).name, "Close");
  assert.throws(() => locateOne(page, { role: "radio" }), (error: unknown) => {
    assert.ok(error instanceof OperationError);
    assert.equal(error.code, "ambiguous_element");
    assert.match(error.message, /2 elements match.*radio "Red".*radio "Green"/s);
    return true;
  });
  assert.throws(() => locateOne(page, { name: "Nothing" }), (error: unknown) => {
    assert.ok(error instanceof OperationError);
    assert.equal(error.code, "element_not_found");
    assert.match(error.message, /observe/);
    return true;
  });
});

Deno.test("locateOne() names near misses when nothing matches", () => {
  const misses: [Locator, RegExp][] = [
    [{ role: "button", name: "Close", states: ["enabled"] }, /Close to it:\n\d+ button "Close" disabled$/],
    [{ role: "link", name: "Close" }, /Close to it:\n\d+ button "Close" disabled$/],
    [{ role: "checkbox", name: "Print" }, /Close to it:\n\d+ checkbox "Save on exit" checked$/],
  ];
  for (const [locator, message] of misses) {
    assert.throws(() => locateOne(page, locator), { code: "element_not_found", message });
  }
});

Deno.test("locateOne() bounds the candidates that it names", () => {
  const rows = Array.from({ length: 500 }, (_, i) => node("label", `${"x".repeat(900)} ${i}`));
  const many = snapshot(node("frame", "W", { children: rows }));
  assert.throws(() => locateOne(many, { role: "text" }), (error: unknown) => {
    assert.ok(error instanceof OperationError);
    assert.match(error.message, /^500 elements match.*and 490 more$/s);
    assert.ok(error.message.length < 4_000);
    return true;
  });
});

const shown = (found: Snapshot | undefined) =>
  found ? render(found).split("\n").slice(1, -1).map((line) => line.replace(/\d+ /, "")) : [];

Deno.test("query() keeps matches with their ancestors and descendants", () => {
  const { snapshot: found, matches } = query(page, "colour");
  assert.deepEqual(matches.length, 1);
  assert.deepEqual(shown(found), [
    'window "Settings"',
    '  group "Colours"',
    '    radio "Red"',
    '    radio "Green"',
  ]);
  assert.deepEqual(query(page, "radio button").matches.length, 2);
});

Deno.test("query() takes a role and a text together", () => {
  assert.deepEqual(shown(query(page, { role: "push button", text: "save" }).snapshot), [
    'window "Settings"',
    '  button "Save"',
    '  button "Save as…"',
  ]);
  assert.equal(query(page, { role: "radio", text: "save" }).total, 0);
  assert.equal(query(page, { role: "radio" }).total, 2);
});

Deno.test("query() keeps the first matches and counts all", () => {
  const { snapshot: found, matches, total } = query(page, { text: "save" }, 2);
  assert.deepEqual([matches.length, total], [2, 4]);
  assert.deepEqual(shown(found), ['window "Settings"', '  text "Save"', '  button "Save"']);
});

Deno.test("query() and locate() find nothing of what a secret field holds, not even inside of it", () => {
  const typed = node("section", "", { children: [node("static", "hunter2")], path: "/inner" });
  const secret = snapshot(node("frame", "W", {
    children: [field("Key", "hunter2", { secret: true, children: [typed], path: "/key" })],
  }));
  assert.deepEqual(query(page, "1234"), { matches: [], total: 0 });
  assert.equal(query(secret, "hunter2").total, 0);
  assert.equal(query(secret, { role: "text", text: "hunter2" }).total, 0);
  assert.deepEqual(locate(secret, { name: "hunter2" }), []);
  assert.deepEqual(locate(secret, { text: { regex: "hunter\\d" } }), []);
  assert.equal(locate(secret, { name: "Key" }).length, 1);
});
