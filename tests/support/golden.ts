/**
 * Texts of windows that are kept, and what is left out of them: ids, and what differs from day to day and from machine
 * to machine.
 * @module
 */
import { root } from "../../scripts/processes.ts";

const folder = `${root}tests/goldens/`;

/** Whether the kept texts are to be written anew: `UPDATE_GOLDENS=1 deno test -A FILE`. */
export const isUpdating = Deno.env.get("UPDATE_GOLDENS") === "1";

/** What differs, and what stands for it. */
const varying: readonly (readonly [RegExp, string])[] = [
  // Hidden parts are counted too, and lists of places have what the machine has.
  [/ \(\d+ more out of view\)/g, ""],
  // Whether a drawing has the focus at first differs from start to start.
  [/canvas focused$/gm, "canvas"],
  // Chromium's tabs, after a while.
  [/ - Memory usage - [\d.]+\s[KMG]B/g, ""],
  // It depends on what Chromium could fetch.
  [/("Translate…") disabled$/gm, "$1"],
  [/\d+(?:[.,]\d+)?\s(?:bytes|[kKMGT]i?B)\b/g, "SIZE"],
  [/\b\d{1,2}[:∶]\d{2}\b/g, "TIME"],
];
/** Lines that stand in windows of the superuser only. */
const superuser = /root account|info-bar "Warning"$/;

/** The screen part of an observation's text, without what varies. @param home A folder that stands as `~` in it. */
export function normalized(text: string, home: string): string {
  const screen = text.slice(text.indexOf("<screen>"), text.indexOf("</screen>"));
  const lines = screen.split("\n").slice(1, -1).filter((line) => !superuser.test(line)).map(withoutIds);
  const told = varying.reduce((rest, [what, word]) => rest.replaceAll(what, word), lines.join("\n"));
  return `${told.replaceAll(home, "~")}\n`;
}

/** Ids stand at the beginning of a line and of each cell in it, never in quotes. */
function withoutIds(line: string): string {
  const parts = line.match(/"(?:\\.|[^"\\])*"|[^"]+/g) ?? [];
  return parts.map((part) => part.startsWith('"') ? part : part.replaceAll(/(?<=^ *|[:|] )\d+(?= |$)/g, "#")).join("");
}

/** The kept text of that name; empty when there is none yet. */
export function readGolden(name: string): string {
  try {
    return Deno.readTextFileSync(pathOf(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Keeps a text. */
export function writeGolden(name: string, text: string): void {
  Deno.writeTextFileSync(pathOf(name), text);
}

/** The lines that only one of two texts has, `-` before those that are kept and `+` before those that are new. */
export function difference(kept: string, text: string): string {
  const [before, after] = [kept, text].map((whole) => whole.split("\n").slice(0, -1)) as [string[], string[]];
  return [...without(before, after).map((line) => `- ${line}`), ...without(after, before).map((line) => `+ ${line}`)]
    .join("\n");
}

/** What is left of the lines when each of the others took away one. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...lines];
  for (const line of others) if (left.includes(line)) left.splice(left.indexOf(line), 1);
  return left;
}

function pathOf(name: string): string {
  return `${folder}${name}.txt`;
}
