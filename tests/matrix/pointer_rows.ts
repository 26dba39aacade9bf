/**
 * Rows of the pointer.
 * @module
 */
import type { FixtureEvent } from "../support/fixture.ts";
import type { Action, Driven } from "./driven.ts";
import { clicking, escape, focusing, line, type Row, sliderValues, some } from "./row.ts";
import type { ThingName } from "./things.ts";

const isReleased = (events: readonly FixtureEvent[]): boolean => events.some(({ event }) => event === "button_release");
/** Ctrl as X11, Qt and LibreOffice number it. */
const CTRL = [4, 0x04000000, 2];
const hasCtrl = ({ state }: FixtureEvent): boolean => CTRL.some((mask) => (Number(state) & mask) !== 0);

/** Whether the pointer was released far to the left of where it had been: LibreOffice tells the last value only. */
function hasComeBack(events: readonly FixtureEvent[]): boolean {
  const places = events.flatMap(({ event, x }) => event === "motion" && x !== undefined ? [x] : []);
  return Math.max(...places) - (events.findLast(({ event }) => event === "button_release")?.x ?? Infinity) > 40;
}

/** Points along the slider; a handle does not go to the very ends. Xaw's slider follows the second button. */
async function sliding(driven: Driven, ...shares: number[]) {
  const { at, frame, width } = await driven.place("slider");
  const value = sliderValues(driven.history()).at(-1) ?? 20;
  // A scroll bar has a button at each end.
  const margin = driven.toolkit === "libreoffice" ? 24 : 8;
  const along = (share: number) => at((margin + share * (width - 2 * margin)) / width, 0.5);
  driven.begin();
  const button = driven.toolkit === "xaw" ? "middle" : "left";
  const action: Action = { type: "drag", path: [value / 100, ...shares].map(along), button };
  return { action, more: { frame } };
}

async function wheeling(driven: Driven, thing: ThingName, direction: "down" | "right") {
  const { target, frame } = await driven.place(thing);
  driven.begin();
  return { action: { type: "scroll", ...target, direction, notches: 3 } as Action, more: { frame } };
}

/** Some widgets are told only that the pointer came. */
const isOver = (events: readonly FixtureEvent[]): boolean =>
  some("press", "motion")(events) || some("press", "enter")(events);

/** The rows. */
export const pointerRows: readonly Row[] = [
  {
    name: "left click",
    prepare: async (driven) => ({ ...await clicking(driven, "press"), landed: some("press", "clicked") }),
  },
  {
    name: "double click",
    prepare: async (driven) => ({
      ...await clicking(driven, "cherry", { count: 2 }),
      // Xt has no events for repeated clicks.
      landed: driven.toolkit === "xaw"
        ? (events) => events.filter(line("list", "button")).length === 2
        : some("list", "double"),
    }),
  },
  {
    name: "right click",
    prepare: async (driven) => ({
      ...await clicking(driven, "entry", { button: "right" }),
      landed: (events) => events.some((event) => line("entry", "button")(event) && event.button === 3),
    }),
    close: escape,
  },
  {
    name: "middle click",
    async prepare(driven) {
      await focusing(driven, "search", "primary");
      const { at, frame } = await driven.place("search");
      await driven.act({ type: "click", point: at(0.1, 0.5), count: 2 }, { frame });
      return {
        ...await clicking(driven, "entry", { button: "middle" }),
        landed: (events) => events.some((event) => line("entry", "changed")(event) && /primary/.test(`${event.value}`)),
      };
    },
  },
  {
    name: "modified click",
    async prepare(driven) {
      // LibreOffice's check boxes ignore clicks with a modifier.
      const [thing, reaction] = driven.toolkit === "libreoffice"
        ? ["cherry", some("list", "changed")] as const
        : ["check", some("check", "toggled")] as const;
      return {
        ...await clicking(driven, thing, { modifiers: ["ctrl"] }),
        landed: (events) => reaction(events) && events.some((e) => e.event === "button" && hasCtrl(e)),
      };
    },
  },
  {
    name: "held click",
    prepare: async (driven) => ({
      ...await clicking(driven, "press", { hold_ms: 400 }),
      landed(events) {
        const [down, up] = ["button", "button_release"].map((kind) => events.find(line("press", kind)));
        return some("press", "clicked")(events) && !!down && !!up && up.t - down.t > 300;
      },
    }),
  },
  {
    name: "hover",
    async prepare(driven) {
      const away = await driven.place("check");
      await driven.act({ type: "hover", ...away.target } as Action, { frame: away.frame });
      const { target, frame } = await driven.place("press");
      driven.begin();
      return { action: { type: "hover", ...target } as Action, more: { frame }, landed: isOver };
    },
  },
  {
    name: "drag",
    prepare: async (driven) => ({
      ...await sliding(driven, 0.8),
      landed: (events) => isReleased(events) && (sliderValues(events).at(-1) ?? 0) > 60,
    }),
  },
  {
    name: "drag along a path",
    prepare: async (driven) => ({
      ...await sliding(driven, 0.1, 0.9, 0.4),
      landed(events) {
        const end = sliderValues(events).at(-1) ?? 0;
        return isReleased(events) && hasComeBack(events) && Math.abs(end - 40) < 20;
      },
    }),
  },
  {
    name: "wheel down",
    prepare: async (driven) => ({ ...await wheeling(driven, "row", "down"), landed: some("rows", "scrolled") }),
  },
  {
    name: "wheel right",
    prepare: async (driven) => ({ ...await wheeling(driven, "slider", "right"), landed: some("slider", "changed") }),
  },
];
