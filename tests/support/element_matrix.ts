/**
 * Checks what an engine reports of a fixture against what the form declares, and clicks on all of it with another
 * program: the fixture's log says what each click reached.
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import type { Result } from "../../src/contract/operations.ts";
import type { EngineClient } from "../../src/client/engine_client.ts";
import { delay } from "../../src/engine/time.ts";
import type { Fixture, FixtureEvent } from "./fixture.ts";
import {
  elementInView,
  type ExpectedElement,
  formElements,
  menuElements,
  type Part,
  shownStrings,
} from "./form_elements.ts";
import { xInput } from "./x_input.ts";

/** Where a fixture is looked at. */
export interface Scene {
  readonly engine: EngineClient;
  readonly app: string;
  readonly fixture: Fixture;
  /** For the program that clicks. */
  readonly environment: Readonly<Record<string, string>>;
  /** Kinds that the toolkit lacks. */
  readonly lacking: readonly string[];
}

/** What came of one element. */
export interface Row {
  readonly kind: string;
  readonly name: string;
  /** What is wrong; empty when all is right. */
  readonly problems: readonly string[];
}

type Match = Result<"find">["matches"][number];

/** How long a click may take to be logged, and a popup to open, ms. */
const LOG_MS = 5_000;
const OPEN_MS = 4_000;
/** How long an element has to stay in its place, ms. */
const STAY_MS = 50;

/** Strings that the form shows and the text of a complete look lacks. */
export async function missingStrings({ engine, app, lacking }: Scene): Promise<string[]> {
  const end = performance.now() + OPEN_MS;
  for (;;) {
    const { text, incomplete } = await engine.call("observe", { app });
    // An application that has just started, or a busy machine: what is missing is said.
    if (incomplete.length > 0 && performance.now() < end) continue;
    return shownStrings(lacking).filter((string) => !text.includes(string));
  }
}

/** Every element of the form, whatever it opens included. */
export async function checkForm(scene: Scene): Promise<Row[]> {
  const rows: Row[] = [];
  for (const expected of [menuElements(), ...formElements(), ...await elementsInView(scene)]) {
    if (!scene.lacking.includes(expected.kind)) rows.push(...await check(scene, expected));
  }
  return rows;
}

async function elementsInView(scene: Scene): Promise<ExpectedElement[]> {
  const roles = ["columnheader", "cell", "button"];
  const found = await Promise.all(roles.map((role) => matchesOf(scene, { role })));
  const visible = found.flat().filter(({ bounds }) => bounds && bounds.width > 2 && bounds.height > 2);
  return visible.flatMap(({ name }) => elementInView(name) ?? []);
}

async function matchesOf({ engine, app }: Scene, locator: { role?: string; name?: string }): Promise<Match[]> {
  return (await engine.call("find", { app, locator, max_results: 100 })).matches;
}

/** @param openers What has to be clicked, one after the other, before it shows. */
async function check(
  scene: Scene,
  expected: ExpectedElement,
  openers: readonly ExpectedElement[] = [],
): Promise<Row[]> {
  const { kind, name, ends } = expected;
  const match = await find(scene, expected) ?? await findReopened(scene, expected, openers);
  if (!match) return [{ kind, name, problems: [`no ${expected.roles.join(" or ")} of that name`] }];
  const problems = differences(expected, match);
  if (!ends) problems.push(...await reach(scene, expected, match));
  const inside = expected.opens ? await checkOpened(scene, [...openers, expected], expected.opens) : [];
  return [{ kind, name, problems }, ...inside];
}

/** A click that came before its opener took input leaves it closed, and a slow machine can close a menu again. */
async function findReopened(
  scene: Scene,
  expected: ExpectedElement,
  openers: readonly ExpectedElement[],
): Promise<Match | undefined> {
  if (openers.length === 0) return undefined;
  await closeAll(scene);
  await open(scene, openers);
  return await find(scene, expected);
}

/** The element once it stays where it is: what is clicked can scroll, and popups can slide. */
async function find(scene: Scene, expected: ExpectedElement): Promise<Match | undefined> {
  const end = performance.now() + OPEN_MS;
  let before: Match | undefined;
  for (;;) {
    const found = await findOnce(scene, expected);
    if (found && isDeepStrictEqual(found.bounds, before?.bounds)) return found;
    if (performance.now() > end) return found;
    before = found;
    await delay(STAY_MS);
  }
}

/** A field without a label has no name: then its role has to tell it. */
async function findOnce(scene: Scene, { roles, name }: ExpectedElement): Promise<Match | undefined> {
  for (const role of roles) {
    const matches = await matchesOf(scene, name === "" ? { role } : { role, name });
    const found = matches.find((match) => match.role === role && match.name === name);
    if (found) return found;
  }
  return undefined;
}

function differences(expected: ExpectedElement, match: Match): string[] {
  const { value, states = [], not = [] } = expected;
  const has = match.states ?? [];
  return [
    ...(match.value === value || value === "" && match.value === undefined
      ? []
      : [`value ${match.value}, not ${value}`]),
    ...states.filter((state) => !has.includes(state)).map((state) => `not ${state}`),
    ...not.filter((state) => has.includes(state)).map((state) => `${state}`),
  ];
}

/** Clicks on the middle of what is reported, and waits for the log to say what was reached. */
async function reach({ fixture, environment }: Scene, { reached }: ExpectedElement, match: Match): Promise<string[]> {
  if (!match.bounds) return ["no place"];
  const { x, y, width, height } = match.bounds;
  const [left, top] = [x + Math.floor(width / 2), y + Math.floor(height / 2)];
  const before = fixture.events().length;
  await xInput(environment, "click", left, top);
  try {
    await fixture.waitFor((event) => isReached(event, reached), before, LOG_MS);
    return [];
  } catch {
    const seen = fixture.events().slice(before).filter(({ event }) =>
      ["button", "clicked", "activated"].includes(event)
    );
    const what = seen.map(({ event, widget, value }) => `${event} ${widget} ${value ?? ""}`.trim()).join(", ");
    return [`a click at ${left},${top} reached ${what || "nothing"}`];
  }
}

function isReached(event: FixtureEvent, part: Part): boolean {
  const isPress = ["button", "clicked", "activated", "toggled", "dialog", "changed", "focus"].includes(event.event);
  return isPress && event.widget === part.widget &&
    (part.value === undefined || String(event.value) === String(part.value)) &&
    (part.column === undefined || event.column === part.column);
}

/** Each thing inside is clicked by itself. A click closes most popups, so all are closed and opened again. */
async function checkOpened(
  scene: Scene,
  openers: readonly ExpectedElement[],
  inside: readonly ExpectedElement[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, expected] of inside.filter(({ kind }) => !scene.lacking.includes(kind)).entries()) {
    if (index > 0) await open(scene, openers);
    rows.push(...await check(scene, expected, openers));
    await closeAll(scene);
  }
  return rows;
}

async function open(scene: Scene, openers: readonly ExpectedElement[]): Promise<void> {
  for (const opener of openers) {
    const match = await find(scene, opener);
    if (match) await reach(scene, opener, match);
  }
}

/** Escape closes menus, popovers and dialogs. */
async function closeAll({ environment }: Scene): Promise<void> {
  await xInput(environment, "key", "Escape", "key", "Escape", "key", "Escape");
}
