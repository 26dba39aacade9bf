import assert from "node:assert/strict";
import type { ActionReport } from "../../../src/contract/actions.ts";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import type { Rect } from "../../../src/contract/values.ts";
import type { FixtureEvent, Toolkit } from "../../support/fixture.ts";
import { setStage, type Stage } from "../../support/stage.ts";

type Point = [x: number, y: number];
type ActionInput = ParamsInput<"act">["actions"][number];

/** Places in the window. Tk and Xaw tell no places: those were read from their pictures. */
interface Places {
  /** Where nothing happens to be. */
  readonly free: Point;
  /** From the slider's handle to the right. */
  readonly slider: readonly [Point, Point];
  /** Inside of the rows that scroll. */
  readonly rows: Point;
}

/** What differs from toolkit to toolkit. */
interface Case {
  readonly toolkit: Toolkit;
  /** The toolkit's numbers of Shift and Ctrl in the state of an event. */
  readonly shift: number;
  readonly ctrl: number;
  readonly places?: Places;
  /** Xaw's slider follows the second button. */
  readonly sliderButton?: "middle";
  /** Nothing of Xaw's scrolls by the wheel. */
  readonly scrolls?: false;
}

const x11 = { shift: 1, ctrl: 4 };
const qt = { shift: 0x02000000, ctrl: 0x04000000 };
const cases: readonly Case[] = [
  { toolkit: "gtk3", ...x11 },
  { toolkit: "gtk4", ...x11 },
  { toolkit: "qt5", ...qt },
  { toolkit: "qt6", ...qt },
  { toolkit: "tk", ...x11, places: { free: [600, 600], slider: [[175, 289], [320, 289]], rows: [500, 270] } },
  {
    toolkit: "xaw",
    ...x11,
    places: { free: [600, 500], slider: [[168, 252], [300, 252]], rows: [470, 200] },
    sliderButton: "middle",
    scrolls: false,
  },
];

/** The stage with the places of one toolkit. */
class Driven {
  readonly #stage: Stage;
  readonly #frame: number;
  readonly places: Places;
  /** Where the window is on the display. */
  readonly at: Rect;

  private constructor(stage: Stage, frame: number, at: Rect, places: Places) {
    this.#stage = stage;
    this.#frame = frame;
    this.at = at;
    this.places = places;
  }

  static async of(stage: Stage, known: Places | undefined): Promise<Driven> {
    const { frame, window } = await stage.engine.call("observe", { app: stage.app });
    return new Driven(stage, frame!.id, window.bounds, known ?? await placesInTree(stage, window.bounds));
  }

  /** Everything logged from now on that matches. */
  async hear(
    actions: readonly ActionInput[],
    last: (event: FixtureEvent) => boolean,
  ): Promise<{ reports: ActionReport[]; events: FixtureEvent[] }> {
    const before = this.#stage.fixture.events().length;
    const { reports } = await this.#stage.act([...actions], { frame: this.#frame, observe: false });
    await this.#stage.fixture.waitFor(last, before);
    return { reports, events: this.#stage.fixture.events().slice(before) };
  }

  /** A point of the window on the display. */
  onDisplay([x, y]: Point): Point {
    return [this.at.x + x, this.at.y + y];
  }
}

async function placesInTree(stage: Stage, window: Rect): Promise<Places> {
  const place = async (locator: ParamsInput<"find">["locator"]): Promise<Rect> => {
    const { matches } = await stage.engine.call("find", { app: stage.app, locator, timeout_ms: 10_000 });
    const bounds = matches[0]!.bounds!;
    return { ...bounds, x: bounds.x - window.x, y: bounds.y - window.y };
  };
  const slider = await place({ role: "slider", name: "Volume" });
  const rows = await place({ name: "Row 2" });
  const canvas = await place({ role: "canvas", index: 0 }).catch(() => rows);
  const middle = slider.y + Math.round(slider.height / 2);
  // The handle is wide and stands at a fifth of the way.
  const along = (share: number): Point => [Math.round(slider.x + 8 + share * (slider.width - 16)), middle];
  return {
    free: [Math.round(canvas.x + canvas.width / 2), Math.round(canvas.y + canvas.height / 2)],
    slider: [along(0.2), along(0.7)],
    rows: [rows.x + 5, rows.y + Math.round(rows.height / 2)],
  };
}

const is = (name: string) => ({ event }: FixtureEvent) => event === name;
const at = ([x, y]: Point) => (event: FixtureEvent) => event.x === x && event.y === y;
/** Xt takes several motions for one and logs the first. */
const by = ([x, y]: Point) => (event: FixtureEvent) =>
  event.event === "motion" && Math.abs(event.x! - x) <= 1 && event.y === y;

async function drive(stage: Stage, testCase: Case, t: Deno.TestContext): Promise<void> {
  const driven = await Driven.of(stage, testCase.places);
  const { free, slider, rows } = driven.places;
  const isQt = testCase.shift === qt.shift;
  const held = (event: FixtureEvent, mask: number) => (Number(event.state) & mask) !== 0;

  await t.step("hover moves the pointer there", async () => {
    const { reports } = await driven.hear([{ type: "hover", point: free }], by(driven.onDisplay(free)));
    assert.equal(reports[0]!.effect, "confirmed");
  });

  await t.step("move_relative moves it on from there", async () => {
    const there = by(driven.onDisplay([free[0] + 7, free[1] - 5]));
    const move: ActionInput = { type: "move_relative", dx: 7, dy: -5 };
    const { reports } = await driven.hear([move], there);
    assert.equal(reports[0]!.effect, "confirmed");
  });

  await t.step("two and three clicks arrive as such", async () => {
    for (const count of [2, 3]) {
      const click: ActionInput = { type: "click", point: [free[0] + 20 * count, free[1]], count };
      let released = 0;
      const { events } = await driven.hear([click], (e) => e.event === "button_release" && ++released === count);
      // Xt has no events for repeated clicks, Qt none for the third.
      const repeated = testCase.toolkit === "xaw" ? [] : ["double", ...(count === 3 && !isQt ? ["triple"] : [])];
      for (const name of repeated) assert.ok(events.some(is(name)), JSON.stringify(events));
    }
  });

  await t.step("every button arrives, with the modifiers that are held", async () => {
    const buttons = { left: 1, middle: 2, right: 3, back: 8, forward: 9 } as const;
    for (const [button, number] of Object.entries(buttons)) {
      const click = { type: "click", point: free, button, modifiers: ["ctrl", "shift"] } as ActionInput;
      const { events } = await driven.hear([click], is("button_release"));
      const press = events.find(is("button"))!;
      assert.equal(press.button, number);
      assert.ok(held(press, testCase.ctrl) && held(press, testCase.shift), JSON.stringify(press));
    }
    const { events } = await driven.hear([{ type: "click", point: free }], is("button_release"));
    const press = events.find(is("button"))!;
    assert.ok(!held(press, testCase.ctrl) && !held(press, testCase.shift), "a modifier is still down");
  });

  await t.step("a click holds its button for as long as was asked for", async () => {
    const { events } = await driven.hear([{ type: "click", point: free, hold_ms: 400 }], is("button_release"));
    const [press, release] = [events.find(is("button"))!, events.find(is("button_release"))!];
    assert.ok(release.t - press.t > 200, JSON.stringify(events));
  });

  await t.step("a button stays down from one call to the next", async () => {
    const end: Point = [free[0] + 30, free[1] + 4];
    await driven.hear(
      [{ type: "button_down", point: free }],
      (e) => e.event === "button" && at(driven.onDisplay(free))(e),
    );
    await driven.hear([{ type: "move_relative", dx: 10, dy: 2 }], is("motion"));
    const { events } = await driven.hear([{ type: "hover", point: end }, { type: "button_up" }], is("button_release"));
    assert.ok(at(driven.onDisplay(end))(events.find(is("button_release"))!), JSON.stringify(events));
  });

  await t.step("drag takes the slider's handle along", async () => {
    const [from, to] = slider;
    const drag: ActionInput = { type: "drag", path: [from, to], button: testCase.sliderButton ?? "left" };
    const { reports, events } = await driven.hear([drag], (e) => e.event === "button_release");
    assert.ok(at(driven.onDisplay(from))(events.find(is("button"))!), JSON.stringify(events));
    assert.ok(at(driven.onDisplay(to))(events.find(is("button_release"))!), JSON.stringify(events));
    const values = events.filter(({ widget, event }) => widget === "slider" && event === "changed");
    assert.ok(Number(values.at(-1)?.value) > 45, JSON.stringify(values));
    assert.ok(["confirmed", "reacted"].includes(reports[0]!.effect), reports[0]!.effect);
  });

  await t.step("scroll turns the wheel and moves what is there", async () => {
    const scroll = { type: "scroll", point: rows, direction: "down", notches: 2, modifiers: ["shift"] } as ActionInput;
    if (testCase.scrolls === false) {
      const { events } = await driven.hear([scroll], is("scroll"));
      assert.ok(held(events.find(is("scroll"))!, testCase.shift));
      return;
    }
    const { reports } = await driven.hear([{ ...scroll, modifiers: [] } as ActionInput], is("scrolled"));
    const { effect } = reports[0]!;
    assert.equal(effect, testCase.places ? "reacted" : "confirmed");
  });
}

for (const testCase of cases) {
  Deno.test(`the pointer's actions reach ${testCase.toolkit}`, async (t) => {
    await using stage = await setStage(testCase.toolkit, ["--motion"]);
    await drive(stage, testCase, t);
  });
}
