/**
 * What typing is tried with, and what a toolkit can't show whatever is typed: known beforehand, in this one place.
 * @module
 */
import { runQuietly } from "../../scripts/processes.ts";
import type { Toolkit } from "./fixture.ts";

/** Layouts that typing is tried under; the first of several is active. */
export const layouts = ["us", "de", "fr", "ru,us"] as const;

const points = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(from + index * step)).join("");

/** A few, for every test run. */
export const shortTexts: Readonly<Record<string, string>> = {
  ascii: "Hello, World! @#\\|~{}[]^`'\"",
  latin: "mañana ñ",
  mixed: "aé漢€😀Z!",
  combining: "Zoe\u0308 cafe\u0301 n\u0303",
  "right to left": "مرحبا שלום",
  cyrillic: "Привет, мир ё",
  tab: "a\tb",
  lines: "one\ntwo\n",
};

/** All. */
export const allTexts: Readonly<Record<string, string>> = {
  ...shortTexts,
  "all of ASCII": points(0x20, 95),
  "all of Latin-1": points(0xa0, 96).replace("\u00ad", ""),
  "ñ at the end": "an\u00f1",
  repeated: "ééééeeee€€€€",
  "upper and lower": "aAbBéÉñÑжЖ",
  digits: "0123456789",
  "a number": "-1,234.50",
  "German quotes": "„Grüße“ ‚ß‘",
  "French quotes": "« œuvre » ’",
  dashes: "a–b—c…d",
  greek: "Ωμέγα, ς και σ",
  polish: "Zażółć gęślą jaźń",
  turkish: "İıĞğŞş",
  vietnamese: "Tiếng Việt",
  chinese: "汉字漢字",
  japanese: "日本語 カタカナ",
  korean: "한국어",
  thai: "ภาษาไทย",
  hindi: "हिन्दी",
  emoji: "😀😁🎉👍🏽",
  "joined emoji": "👩‍💻",
  mathematical: "∑ ∫ √ ≠ 𝒜",
  currency: "€ £ ¥ ₹ ₽ ¢",
  escapes: "\\n $HOME %s <b>&amp;</b>",
  "dead keys": "^ ` ´ ¨ ~ ^a `e ´i",
  "300 characters": points(0x4e00, 300, 7),
  "5000 characters": "The quick brown fox. ".repeat(239).slice(0, 5000),
};

/** Whether a toolkit can show a text that is typed. Xaw's text widget takes bytes, and which ones its locale decides. */
export function canShow(toolkit: Toolkit, text: string): boolean {
  // deno-lint-ignore no-control-regex -- tabs and line breaks are typed, too
  if (toolkit === "xaw") return /^[\x00-\x7f]*$/.test(text);
  return true;
}

/** Loads a keyboard layout. */
export async function setLayout(environment: Readonly<Record<string, string>>, layout: string): Promise<void> {
  const { code, stderr } = await runQuietly("setxkbmap", ["-layout", layout], { env: { ...environment } });
  if (code !== 0) throw new Error(`setxkbmap ended with ${code}: ${stderr}`);
}

/** The whole keyboard map as the server has it, as xkbcomp and xmodmap write it. */
export async function keyboardMapText(environment: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...environment };
  const xkb = await runQuietly("xkbcomp", ["-xkb", environment.DISPLAY!, "-"], { env });
  const core = await runQuietly("xmodmap", ["-pke"], { env });
  if (core.code !== 0 || core.stdout === "") throw new Error(`xmodmap ended with ${core.code}: ${core.stderr}`);
  return xkb.stdout + core.stdout;
}
