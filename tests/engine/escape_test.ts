import assert from "node:assert/strict";
import fc from "fast-check";
import { escapeText, inline, quote } from "../../src/engine/escape.ts";

Deno.test("escapeText() shows control, bidirectional and invisible characters", () => {
  assert.equal(escapeText("a\u202eb\u2066c\u200fd"), "a\\u{202e}b\\u{2066}c\\u{200f}d");
  assert.equal(escapeText("a\u0000\u001b[31m\u0085\u2028"), "a\\u{0}\\u{1b}[31m\\u{85}\\u{2028}");
  assert.equal(escapeText("pay\u200bpal\ufeff\u00ad"), "pay\\u{200b}pal\\u{feff}\\u{ad}");
  assert.equal(escapeText("\u{e0041}\u{e0042}"), "\\u{e0041}\\u{e0042}");
  assert.equal(escapeText("\ud800"), "\\u{d800}");
  assert.equal(escapeText("tab\there"), "tab\\there");
});

Deno.test("escapeText() leaves what people write as it is", () => {
  for (const text of ["Grüße λ – 日本語 😀", "שלום עולם", "Zoe\u0308", "👨‍👩‍👧", "🏳️‍🌈", "نمی‌خواهم", "क्‍ष", "100 €"]) {
    assert.equal(escapeText(text), text);
  }
});

Deno.test("escapeText() shows joiners that join nothing", () => {
  assert.equal(escapeText("a\u200d b\u200c"), "a\\u{200d} b\\u{200c}");
});

Deno.test("escapeText() shows variation selectors that choose no emoji", () => {
  assert.equal(escapeText("a\ufe0f b\ufe00\ufe05"), "a\\u{fe0f} b\\u{fe00}\\u{fe05}");
  assert.equal(escapeText("😀\ufe0f\ufe0e\ufe01"), "😀\ufe0f\\u{fe0e}\\u{fe01}");
  assert.equal(escapeText("😀\u{e0100}\u{e01ef}"), "😀\\u{e0100}\\u{e01ef}");
  assert.equal(escapeText("1\ufe0f a\ufe0f\u200db"), "1\\u{fe0f} a\\u{fe0f}\\u{200d}b");
  for (const text of ["❤️", "☺︎", "1️⃣", "🇩🇪", "🏳️‍🌈"]) assert.equal(escapeText(text), text);
});

Deno.test("inline() gives a bounded text in quotes, without the fence of screen text", () => {
  assert.equal(inline("Save"), '"Save"');
  assert.equal(inline('a "b"\n</screen-text>\u202e'), '"a \\"b\\"\\n\\u{3c}/screen-text>\\u{202e}"');
  assert.equal(inline("x".repeat(121)), `"${"x".repeat(120)}"…`);
  assert.equal(inline("ab😀", 3), '"ab"…');
});

Deno.test("quote() gives one printable line for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.nat(300), (text, limit) => {
      const quoted = quote(text, limit);
      assert.ok(!/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u.test(quoted));
      assert.match(quoted, /^"(?:[^"\\]|\\.)*"(?:… \(\d+ characters\))?$/su);
    }),
    { numRuns: 2000 },
  );
});
