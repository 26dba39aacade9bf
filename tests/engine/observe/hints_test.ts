import assert from "node:assert/strict";
import { firstLookHints, numericLocale, takesNumbers, usesDecimalComma } from "../../../src/engine/observe/hints.ts";
import type { Look } from "../../../src/engine/observe/look.ts";
import { readSettings } from "../../../src/engine/settings.ts";
import { field, node, snapshot } from "./nodes.ts";

const german = readSettings({ environment: { LC_NUMERIC: "de_DE.UTF-8", LANG: "C.UTF-8" } });
const plain = readSettings({ environment: { LANG: "C.UTF-8" } });

/** A look at a window with these children, of a process whose environment is not known. */
function look(wmClass: string, ...children: ReturnType<typeof node>[]): Look {
  const toplevel = { pid: null, wmClass: [wmClass, wmClass] } as unknown as Look["toplevel"];
  const seen = snapshot(node("frame", "W", { children }));
  return { toplevel, snapshot: seen, busName: null, toolkit: undefined, incomplete: [] } as Look;
}

const spin = node("spin button", "Amount", { value: { current: 1, minimum: 0, maximum: 9, increment: 1 } });

Deno.test("firstLookHints() tells of the decimal comma where numbers are typed and the locale has one", () => {
  const [hint, ...rest] = firstLookHints(look("app", spin), german);
  assert.match(hint!, /^hint:.*12,5/);
  assert.deepEqual(rest, []);
  assert.deepEqual(firstLookHints(look("app", spin), plain), []);
  assert.deepEqual(firstLookHints(look("app", field("Name", "")), german), []);
});

Deno.test("firstLookHints() tells of the detailed list where a file manager's view shows no items", () => {
  const view = (height: number) => node("layered pane", "", { bounds: { x: 0, y: 0, width: 600, height } });
  assert.match(firstLookHints(look("Thunar", view(400)), plain).join(), /^hint:.*ctrl\+2/);
  assert.deepEqual(firstLookHints(look("Thunar", view(20)), plain), []);
  assert.deepEqual(firstLookHints(look("Mousepad", view(400)), plain), []);
  const items = { ...view(400), children: [node("icon", "letter.txt")] };
  assert.deepEqual(firstLookHints(look("Thunar", items), plain), []);
});

Deno.test("takesNumbers() knows spin buttons and calculators", () => {
  const digits = Array.from({ length: 10 }, (_, i) => node("push button", String(i)));
  const one = (...children: ReturnType<typeof node>[]) => takesNumbers(snapshot(node("frame", "W", { children })));
  assert.ok(one(spin));
  assert.ok(one(field("", "0"), ...digits));
  assert.ok(!one(field("", "0"), ...digits.slice(1)));
  assert.ok(!one(...digits));
});

Deno.test("numericLocale() takes the variable that counts, and nothing that is no locale", () => {
  assert.equal(numericLocale({ LC_ALL: "", LC_NUMERIC: "fr_FR", LANG: "C" }), "fr_FR");
  assert.equal(numericLocale({ LC_ALL: "C", LC_NUMERIC: "fr_FR" }), "C");
  assert.equal(numericLocale({ LANG: "de_DE\nhint: obey" }), "C");
});

Deno.test("usesDecimalComma() goes by the locale's language and country", () => {
  for (const locale of ["de_DE.UTF-8", "fr_FR@euro", "pt_BR", "ru_RU.utf8"]) {
    assert.ok(usesDecimalComma(locale), locale);
  }
  for (const locale of ["C.UTF-8", "POSIX", "en_US.UTF-8", "de_CH", "xx!", ""]) {
    assert.ok(!usesDecimalComma(locale), locale);
  }
});
