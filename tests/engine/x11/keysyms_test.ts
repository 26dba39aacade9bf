import assert from "node:assert/strict";
import { keysymOfCharacter, parseChord } from "../../../src/engine/x11/keysyms.ts";

const spelling = (text: string) => {
  const { modifiers, name } = parseChord(text);
  return [...modifiers, name].join("+");
};

Deno.test("parseChord() reads xdotool's and the W3C's spellings, in any case", () => {
  assert.equal(spelling("ctrl+shift+s"), "ctrl+shift+s");
  assert.equal(spelling("Shift+CTRL+S"), "ctrl+shift+s");
  assert.equal(spelling("Control_L+PageDown"), "ctrl+Next");
  assert.equal(spelling("enter"), "Return");
  assert.equal(spelling("ArrowUp"), "Up");
  assert.equal(spelling("esc"), "Escape");
  assert.equal(spelling("f11"), "F11");
  assert.equal(spelling("KP_Enter"), "KP_Enter");
  assert.equal(spelling("meta+Tab"), "alt+Tab");
  assert.equal(spelling("cmd+a"), "super+a");
});

Deno.test("parseChord() takes plus as a key", () => {
  assert.equal(spelling("+"), "+");
  assert.equal(spelling("ctrl++"), "ctrl++");
  assert.equal(spelling("ctrl+plus"), "ctrl+plus");
});

Deno.test("parseChord() keeps the case of a lone letter and takes any character as a key", () => {
  assert.equal(parseChord("A").keysym, 0x41);
  assert.equal(parseChord("ctrl+A").keysym, 0x61);
  assert.equal(parseChord("é").keysym, 0xe9);
  assert.equal(parseChord("λ").keysym, 0x010003bb);
});

Deno.test("parseChord() names the part that it does not know", () => {
  assert.throws(() => parseChord("ctrl+Retrun"), /"Retrun" is not known/);
  assert.throws(() => parseChord("hyperspace+a"), /"hyperspace" is not known/);
  assert.throws(() => parseChord(" "), /empty/);
  assert.throws(() => parseChord("constructor"), /not known/);
});

Deno.test("keysymOfCharacter() gives Latin-1 its own keysyms and the rest Unicode ones", () => {
  assert.equal(keysymOfCharacter("ü"), 0xfc);
  assert.equal(keysymOfCharacter("€"), 0x010020ac);
  assert.equal(keysymOfCharacter("😀"), 0x0101f600);
  assert.equal(keysymOfCharacter("\n"), 0xff0d);
  assert.equal(keysymOfCharacter("\t"), 0xff09);
});
