/**
 * What was seen of an application at one moment, and where in it a predicate of `wait_for` is looked for.
 * @module
 */
import type { Predicate, Verdict } from "../../contract/predicates.ts";
import type { TextPattern } from "../../contract/values.ts";
import { inline } from "../escape.ts";
import type { Element } from "./element.ts";
import { locateAmong, textsOf } from "./locate.ts";
import { renderLine } from "./render.ts";
import { matcherOf } from "./text_match.ts";

/** Most windows and gaps that a sentence names. */
const MAX_NAMED = 4;

/** A window as it is told of. */
export interface WindowName {
  readonly window: number;
  readonly title: string;
}

/** What one window showed. */
export interface Sight extends WindowName {
  /** In reading order. */
  readonly elements: readonly Element[];
  /** Why there may be more; empty when everything was read. */
  readonly gaps: readonly string[];
}

/** What was seen of an application at one moment. */
export interface Moment {
  /** How the application was named. */
  readonly app: string;
  /** Its windows, topmost first. */
  readonly windows: readonly (WindowName & { readonly overrideRedirect: boolean })[];
  /** Every window of the display. */
  readonly others: ReadonlySet<number>;
  /** What its shown windows hold. */
  readonly sights: readonly Sight[];
  /** Whether the application has had a window since the wait began. */
  readonly wasThere: boolean;
  /** How long nothing changed, ms. */
  readonly quietMs: number;
  /** What changed last. */
  readonly lastSign: string;
}

/** A predicate about an element. */
export type Subject = Extract<Predicate, { type: "element" | "value" | "state" }>;

/** Where a predicate is looked for. */
export interface Scope {
  readonly sights: readonly Sight[];
  /** Said when there is nothing to look into: nothing is there, and whether that is certain. */
  readonly nothing?: { readonly text: string; readonly certain: boolean };
}

/** Where an element is looked for: in the window that the predicate names, in the one that an id was seen in, or in all. */
export function scopeFor({ element, window_id }: Subject, moment: Moment, homes: ReadonlyMap<number, number>): Scope {
  return scopeOf(window_id ?? (element === undefined ? undefined : homes.get(element)), moment);
}

/** One window, or all of the application. */
export function scopeOf(window: number | undefined, { app, windows, others, sights, wasThere }: Moment): Scope {
  if (window === undefined) {
    if (windows.length > 0) return { sights };
    return { sights: [], nothing: { text: `${inline(app)} has no window`, certain: wasThere } };
  }
  const sight = sights.find((one) => one.window === window);
  if (sight) return { sights: [sight] };
  if (!others.has(window)) return { sights: [], nothing: { text: `window ${window} is gone`, certain: true } };
  const ours = windows.some((one) => one.window === window);
  const text = ours ? `window ${window} is not shown` : `window ${window} belongs to another application`;
  return { sights: [], nothing: { text, certain: false } };
}

/** An element and the window that shows it. */
export interface Found {
  readonly element: Element;
  readonly sight: Sight;
}
/** Finds elements in what windows showed, in reading order. */
export type Finder = (sights: readonly Sight[]) => Found[];

/** Finds the element of an id, or those of a locator. @throws {OperationError} `invalid_request` for a bad pattern. */
export function finderOf({ element: id, locator }: Subject): Finder {
  return (sights) => {
    const all = sights.flatMap((sight) => sight.elements.map((element) => ({ element, sight })));
    if (locator === undefined) return all.filter(({ element }) => element.id === id);
    const wanted = new Set(locateAmong(all.map(({ element }) => element), locator));
    return all.filter(({ element }) => wanted.has(element));
  };
}

/** Finds what says a text. @throws {OperationError} `invalid_request` for a bad pattern. */
export function textFinder(pattern: TextPattern): Finder {
  const quality = matcherOf(pattern);
  return (sights) =>
    sights.flatMap((sight) =>
      sight.elements.filter((element) => textsOf(element).some((text) => quality(text) > 0))
        .map((element) => ({ element, sight }))
    );
}

/** Why there may be more in a scope than what was seen; empty when all of it was. */
export function gapsOf({ sights, nothing }: Scope): string[] {
  return [...(nothing ? [nothing.text] : []), ...sights.flatMap(({ gaps }) => gaps)];
}

/** A sentence for a search that found nothing and missed something. */
export function incompleteSearch(gaps: readonly string[]): string {
  const more = gaps.length > MAX_NAMED ? `; and ${gaps.length - MAX_NAMED} more` : "";
  return `not found, but not everything was searched: ${gaps.slice(0, MAX_NAMED).join("; ")}${more}`;
}

/** What a verdict says of an element that proves it. */
export function proof({ element, sight }: Found): Pick<Verdict, "evidence" | "element" | "window_id"> {
  return { evidence: renderLine(element), element: element.id, window_id: sight.window };
}

/** A window in a sentence. */
export function nameOf({ window, title }: WindowName): string {
  return `window ${window} ${inline(title)}`;
}

/** The windows that are there, in a sentence. */
export function listWindows({ app, windows }: Moment): string {
  const shown = windows.filter(({ overrideRedirect }) => !overrideRedirect);
  if (shown.length === 0) return `${inline(app)} has no window`;
  const more = shown.length > MAX_NAMED ? ` and ${shown.length - MAX_NAMED} more` : "";
  return `there are ${shown.slice(0, MAX_NAMED).map(nameOf).join(", ")}${more}`;
}
