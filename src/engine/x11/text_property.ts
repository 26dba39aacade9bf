/**
 * Text that clients write into properties: UTF-8 (EWMH), Latin-1 or Compound Text (ICCCM).
 * @module
 * @see {@link https://www.x.org/releases/current/doc/xorg-docs/ctext/ctext.html}
 */
import type { Display } from "../../ffi/display.ts";
import type { RawProperty } from "../../ffi/xcb.ts";

/** A property of format 8 as text; null when it is missing or no text. What can't be decoded becomes U+FFFD. */
export function textOf(display: Display, property: RawProperty | null): string | null {
  if (property?.format !== 8) return null;
  const { type, bytes, cut } = property;
  if (type === display.atom("UTF8_STRING")) return decode("utf-8", bytes, cut);
  if (type === display.atom("COMPOUND_TEXT")) return decodeCompoundText(bytes);
  return decodeString(bytes, cut);
}

/** ICCCM's STRING is Latin-1, and many write UTF-8 there; hardly any Latin-1 text is UTF-8 by chance. */
function decodeString(bytes: Uint8Array, cut: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return decode("latin1", bytes, false);
  }
}

/** @param cut Whether the end is missing: half a character there is left out. */
function decode(charset: string, bytes: Uint8Array, cut: boolean): string {
  return new TextDecoder(charset).decode(bytes, { stream: cut });
}

/** Character sets by their escape sequences; those of one byte a character come with `-` and those of Katakana. */
const charsets: Readonly<Record<string, string>> = {
  "-A": "latin1",
  "-B": "iso-8859-2",
  "-C": "iso-8859-3",
  "-D": "iso-8859-4",
  "-F": "iso-8859-7",
  "-G": "iso-8859-6",
  "-H": "iso-8859-8",
  "-L": "iso-8859-5",
  "-M": "windows-1254",
  "-T": "windows-874",
  "-Y": "iso-8859-13",
  "-_": "iso-8859-14",
  "-b": "iso-8859-15",
  "-f": "iso-8859-16",
  ")I": "shift_jis",
  "$A": "gbk",
  "$B": "euc-jp",
  "$C": "euc-kr",
};

/** UTF-8 segment; extended segment; escape sequence; direction; left half; right half; anything else. */
const TOKEN =
  // deno-lint-ignore no-control-regex -- escape sequences and control characters are what Compound Text is made of
  /\x1b%G([^]*?)(?:\x1b%@|$)|\x1b%\/[0-4]([\x80-\xff])([\x80-\xff])|\x1b([$]?[()-]?[@-~])|\x9b\d*\]|([\0-\x1a\x1c-\x7f]+)|([\xa0-\xff]+)|[^]/gy;

/** Decodes Compound Text. Sets that nobody can decode here give U+FFFD. */
export function decodeCompoundText(bytes: Uint8Array): string {
  const source = decodeBinary(bytes);
  const pattern = new RegExp(TOKEN);
  let [left, right, text] = ["", "latin1", ""];
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const [, utf8, high, low, escape, leftRun, rightRun] = match;
    if (utf8 !== undefined) text += decode("utf-8", encodeBinary(utf8), false);
    else if (high !== undefined && low !== undefined) {
      const end = pattern.lastIndex + (high.charCodeAt(0) - 128) * 128 + low.charCodeAt(0) - 128;
      text += decodeExtended(source.slice(pattern.lastIndex, end));
      pattern.lastIndex = end;
    } else if (escape !== undefined) {
      if (/^(?:\(|\$\(?[@-~]$)/.test(escape)) left = setOf(escape);
      else right = setOf(escape);
    } else if (leftRun !== undefined) text += left === "" ? leftRun : decodeRight(left, leftRun);
    else if (rightRun !== undefined) text += decodeRight(right, rightRun);
  }
  return text;
}

/** The name of the set that an escape sequence chooses; empty for ASCII. */
function setOf(escape: string): string {
  if (escape.startsWith("(") && escape !== "(I") return "";
  return charsets[escape.replace(/^\$[()]/, "$$").replace("(I", ")I")] ?? "unknown";
}

/** Text of a set, its bytes in either half of the code table. */
function decodeRight(charset: string, run: string): string {
  if (charset === "unknown") return "\ufffd";
  const bytes = encodeBinary(run).map((byte) => byte < 0x20 ? byte : byte | 0x80);
  return decode(charset, bytes, false);
}

/** An extended segment: the encoding's name, STX, the text. */
function decodeExtended(segment: string): string {
  const end = segment.indexOf("\x02");
  try {
    return decode(
      segment.slice(0, Math.max(0, end)).replace(/-[01]$/, ""),
      encodeBinary(segment.slice(end + 1)),
      false,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // An encoding that is unknown here.
    return "\ufffd";
  }
}

/** Bytes as characters of the same number, for regular expressions. */
function decodeBinary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function encodeBinary(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
