import assert from "node:assert/strict";
import fc from "fast-check";
import { escapeText, quote } from "../../../src/engine/observe/escape.ts";

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
