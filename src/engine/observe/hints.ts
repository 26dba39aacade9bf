/**
 * Advice that saves a model a turn, at its first look at an application. The session shows each hint once.
 * @module
 */
import { readProc } from "../../ffi/proc.ts";
import type { Settings } from "../settings.ts";
import type { Snapshot } from "./element.ts";
import type { Look } from "./look.ts";

/** File managers whose detailed list is at Ctrl+2, by WM_CLASS in lower case. */
const fileManagers = new Set(["thunar", "nemo", "caja"]);
/** Smallest side of a view of files, X pixels: smaller empty areas are gaps. */
const MIN_VIEW_SIDE = 150;
/** Locale variables for numbers, the strongest first (locale(7)). */
const numericVariables = ["LC_ALL", "LC_NUMERIC", "LANG"];

/** The hints for what was seen; each begins with `hint:`. */
export function firstLookHints({ snapshot, toplevel }: Look, settings: Settings): string[] {
  if (!snapshot) return [];
  const hints: string[] = [];
  if (takesNumbers(snapshot)) {
    const locale = numericLocale(environmentOf(toplevel.pid) ?? settings.environment);
    if (usesDecimalComma(locale)) hints.push(decimalCommaHint(locale));
  }
  if (toplevel.wmClass.some((name) => fileManagers.has(name.toLowerCase())) && hasEmptyView(snapshot)) {
    hints.push(
      "hint: this file view shows no items over accessibility; ctrl+2 switches to the detailed list, whose rows can be " +
        "read and clicked",
    );
  }
  return hints;
}

function decimalCommaHint(locale: string): string {
  return `hint: numbers are written with a decimal comma here (LC_NUMERIC is ${locale}): type 12,5 and not 12.5`;
}

/** Whether numbers are typed into it: a spin button, a sheet, or the keys of a calculator beside a text field. */
export function takesNumbers({ elements }: Snapshot): boolean {
  const all = [...elements.values()];
  if (all.some(({ role, atspiRole }) => role === "spinbutton" || atspiRole === "document spreadsheet")) return true;
  const keys = new Set(all.filter(({ role, name }) => role === "button" && /^\d$/.test(name)).map(({ name }) => name));
  return keys.size === 10 && all.some(({ interfaces }) => interfaces.has("EditableText"));
}

/** The locale that a program writes numbers in, by its environment. */
export function numericLocale(environment: Readonly<Record<string, string>>): string {
  const name = numericVariables.map((variable) => environment[variable]).find((value) => value) ?? "C";
  return /^[\w.@-]{1,64}$/.test(name) ? name : "C";
}

/** Whether a locale such as `de_DE.UTF-8` writes decimals with a comma. */
export function usesDecimalComma(locale: string): boolean {
  const [tag = ""] = locale.split(/[.@]/);
  if (tag === "C" || tag === "POSIX") return false;
  try {
    const parts = new Intl.NumberFormat(tag.replaceAll("_", "-")).formatToParts(1.5);
    return parts.some(({ type, value }) => type === "decimal" && value === ",");
  } catch (error) {
    if (error instanceof RangeError) return false; // No language that is known.
    throw error;
  }
}

/** The environment that a process was started with; null when it can't be read. */
function environmentOf(pid: number | null): Record<string, string> | null {
  const text = pid === null ? null : readProc(`${pid}/environ`);
  if (!text) return null;
  return Object.fromEntries(
    text.split("\0").flatMap((line) => {
      const at = line.indexOf("=");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
}

/** A big area without anything in it. */
function hasEmptyView({ elements }: Snapshot): boolean {
  return [...elements.values()].some(({ role, atspiRole, children, bounds }) =>
    (role === "canvas" || atspiRole === "layered pane") && children.length === 0 && bounds !== undefined &&
    Math.min(bounds.width, bounds.height) >= MIN_VIEW_SIDE
  );
}
