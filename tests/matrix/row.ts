/**
 * What a row of the matrix is, and the steps that several rows share.
 * @module
 */
import type { FixtureEvent } from "../support/fixture.ts";
import type { Action, Driven, More } from "./driven.ts";
import type { ThingName } from "./things.ts";

/** One try: the action that is judged, and how the log tells that it landed. */
export interface Attempt {
  readonly action: Action;
  readonly more?: More;
  /** Everything logged since `begin`. */
  readonly landed: (events: readonly FixtureEvent[]) => boolean;
  /** What is done after it, to show in the log what the action did. */
  readonly afterwards?: () => Promise<void>;
}

/** A row. */
export interface Row {
  readonly name: string;
  /** What it needs of a toolkit or fixture, besides the form: toolkits are said not to have that as a whole. */
  readonly group?: "accessibility" | "controls";
  /** Sets up what the action needs. */
  readonly prepare: (driven: Driven) => Promise<Attempt>;
  /** Closes what the action opened: it runs however the try ended. */
  readonly close?: (driven: Driven) => Promise<void>;
  /** `late`: no sign in time is no fault, but listed. `nothing`: a sign would be one. */
  readonly expects?: "late" | "nothing";
}

/** A line of the log. */
export const line = (widget: string, event: string, value?: unknown) => (logged: FixtureEvent): boolean =>
  logged.widget === widget && logged.event === event && (value === undefined || logged.value === value);

export const some = (...found: Parameters<typeof line>) => (events: readonly FixtureEvent[]) =>
  events.some(line(...found));

/** Clicks on something, as the row's action or as a part of what it needs first. */
export async function click(driven: Driven, thing: ThingName, more: Partial<Action> = {}): Promise<void> {
  const { target, frame } = await driven.place(thing);
  await driven.act({ type: "click", ...target, ...more } as Action, { frame });
}

export async function clicking(driven: Driven, thing: ThingName, more: Partial<Action> = {}) {
  const { target, frame } = await driven.place(thing);
  driven.begin();
  return { action: { type: "click", ...target, ...more } as Action, more: { frame } };
}

export async function focusing(driven: Driven, thing: ThingName, text = ""): Promise<void> {
  await click(driven, thing);
  if (text !== "") await driven.act({ type: "type_text", text });
  driven.begin();
}

export const escape = async (driven: Driven): Promise<void> =>
  void await driven.act({ type: "press_key", key: "Escape" });

/** Closes the dialog, if it is open. */
export async function closeDialog(driven: Driven): Promise<void> {
  const states = driven.history().filter(({ event }) => event === "dialog");
  if (states.at(-1)?.state !== "opened") return;
  await click(driven, "dialogOk");
  await driven.hears((events) => events.some(({ state }) => state === "accepted"));
}

export const number = ({ value }: FixtureEvent): number => Number(value);
export const sliderValues = (events: readonly FixtureEvent[]): number[] =>
  events.filter(line("slider", "changed")).map(number);
export const opened = (events: readonly FixtureEvent[]): boolean => events.some(({ state }) => state === "opened");
