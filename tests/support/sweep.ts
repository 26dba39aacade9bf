/**
 * Presses everywhere in a window, to see which element is where.
 * @module
 */
import assert from "node:assert/strict";
import { root, runQuietly } from "../../scripts/processes.ts";
import type { Fixture, FixtureEvent } from "./fixture.ts";

/** The forward button of some mice: it arrives as every button does, and no widget reacts to it. */
export const IDLE_BUTTON = 9;

/** Thousands of presses take a loaded machine a while. */
const WAIT_MS = 120_000;

/** The part of a display to press in, in pixels, and how far the presses are from each other. */
export interface Grid {
  /** From its left edge. */
  readonly left: number;
  /** From its upper edge. */
  readonly top: number;
  /** Its width. */
  readonly width: number;
  /** Its height. */
  readonly height: number;
  /** Distance from one press to the next, across and down. */
  readonly step: readonly [number, number];
}

/**
 * Presses the idle button at each place of a grid, and gives what a fixture logged until the last press arrived.
 *
 * @param env At least `DISPLAY`.
 */
export async function sweep(fixture: Fixture, env: Record<string, string>, grid: Grid): Promise<FixtureEvent[]> {
  const places = placesOf(grid);
  const before = fixture.events().length;
  const commands = places.flatMap(([x, y]) => ["button", String(IDLE_BUTTON), String(x), String(y)]);
  const { code, stderr } = await runQuietly("/usr/bin/python3", [`${root}tests/support/x_input.py`, ...commands], {
    env: { ...Deno.env.toObject(), ...env },
  });
  assert.equal(code, 0, stderr);
  await arrived(fixture, places.at(-1)!, before);
  return fixture.events().slice(before);
}

async function arrived(fixture: Fixture, [x, y]: [number, number], before: number): Promise<void> {
  const isLast = (event: FixtureEvent) => event.event === "button_release" && event.x === x && event.y === y;
  try {
    await fixture.waitFor(isLast, before, WAIT_MS);
  } catch {
    // What it says holds thousands of presses.
    throw new Error(`The press at ${x}, ${y} did not arrive`);
  }
}

function placesOf({ left, top, width, height, step: [across, down] }: Grid): [number, number][] {
  const columns = Array.from({ length: Math.floor(width / across) }, (_, index) => left + index * across);
  const rows = Array.from({ length: Math.floor(height / down) }, (_, index) => top + index * down);
  return rows.flatMap((y) => columns.map((x): [number, number] => [x, y]));
}

/** The widgets that presses reached. */
export function widgetsIn(events: readonly FixtureEvent[]): Set<string> {
  return new Set(events.filter(({ event }) => event === "button").map(({ widget }) => widget!));
}

/** The parts of a widget that presses reached. */
export function partsIn(events: readonly FixtureEvent[], name: string): Set<FixtureEvent["value"]> {
  return new Set(
    events.filter(({ event, widget }) => event === "clicked" && widget === name).map(({ value }) => value),
  );
}

/** A place where a press reached a widget, or that part of it. The middle one of all: edges belong to neighbours too. */
export function placeOf(events: readonly FixtureEvent[], name: string, part?: string): [number, number] {
  const places = events.filter(({ event, widget }, index) =>
    event === "button" && widget === name && (part === undefined || isPart(events[index + 1], name, part))
  );
  const { x, y } = places[Math.floor(places.length / 2)] ?? {};
  assert.ok(x !== undefined && y !== undefined, `no press reached ${name} ${part ?? ""}`);
  return [x, y];
}

function isPart(event: FixtureEvent | undefined, name: string, part: string): boolean {
  return event?.event === "clicked" && event.widget === name && event.value === part;
}
