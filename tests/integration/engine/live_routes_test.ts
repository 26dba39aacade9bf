/**
 * The rows of the table of routes for live desktops: what is said to arrive is in the fixture's log, what is said not to
 * is refused before anything was sent, and a person at the desktop is not disturbed. The fixture's window is covered.
 */
import assert from "node:assert/strict";
import type { ParamsInput } from "../../../src/contract/operations.ts";
import { OperationError } from "../../../src/contract/errors.ts";
import type { FixtureEvent, Toolkit } from "../../support/fixture.ts";
import { eventually } from "../desktop/leftovers.ts";
import { type LiveStage, setLiveStage } from "../../support/live_stage.ts";
import { XClient } from "../../support/x_client.ts";
import { xInput } from "../../support/x_input.ts";

type Action = ParamsInput<"act">["actions"][number];
/** How an action names a widget: by locator, or by point where the toolkit has no tree. */
type Place = { locator: { role: string; name: string } } | { point: [number, number] };
/** The widgets that are used, by what the form calls them. */
type Places = Record<"press" | "entry" | "check" | "list" | "rows", Place>;
type Heard = (event: FixtureEvent) => boolean;

const form: Places = {
  press: { locator: { role: "button", name: "Press me" } },
  entry: { locator: { role: "textbox", name: "Name" } },
  check: { locator: { role: "checkbox", name: "Subscribe" } },
  list: { locator: { role: "/^(listitem|cell|option)$/", name: "Cherry" } },
  rows: { locator: { role: "text", name: "Row 2" } },
};

const happened = (widget: string, event: string, value?: unknown): Heard => (line) =>
  line.widget === widget && line.event === event && (value === undefined || line.value === value);

/** What the log has besides focus, motion and places: input that arrived. */
const arrivals = (events: FixtureEvent[]): FixtureEvent[] =>
  events.filter(({ event }) => !["focus", "motion", "window_focus", "place"].includes(event));

/** Performs an action and waits until the fixture tells of it. */
async function lands(stage: LiveStage, action: Action, heard: Heard, more: { frame?: number } = {}): Promise<void> {
  const before = stage.fixture.events().length;
  const { route, evidence, warnings } = await stage.report(action, more);
  assert.equal(route, "send_event", [...evidence, ...warnings].join("; "));
  await stage.fixture.waitFor(heard, before, 5_000);
}

/** An action is refused, says what works instead, and nothing arrives. */
async function refused(stage: LiveStage, action: Action, advice: RegExp, more: { frame?: number } = {}): Promise<void> {
  const before = stage.fixture.events().length;
  await assert.rejects(stage.report(action, more), (error) => {
    assert.ok(error instanceof OperationError, String(error));
    assert.equal(error.code, "unsupported", error.message);
    assert.equal(error.dispatched, "no");
    assert.match(error.message, advice);
    return true;
  });
  assert.deepEqual(arrivals(stage.fixture.events().slice(before)), []);
}

async function undisturbed({ sentinel }: LiveStage): Promise<void> {
  const { changes, samples, grabbed } = await sentinel.report();
  assert.deepEqual(changes, []);
  assert.equal(grabbed, false);
  assert.ok(samples > 10);
}

/** The rows that GTK 3, Qt and Tk share. */
async function pointerAndKeys(stage: LiveStage, places: Places, t: Deno.TestContext, frame?: number): Promise<void> {
  const more = frame === undefined ? {} : { frame };
  const step = (name: string, action: Action, heard: Heard) => t.step(name, () => lands(stage, action, heard, more));
  await step("click", { type: "click", ...places.press }, happened("press", "clicked"));
  await step("click on a check box", { type: "click", ...places.check }, happened("check", "toggled", true));
  await step("double click", { type: "click", ...places.list, count: 2 }, happened("list", "double"));
  await step(
    "middle button",
    { type: "click", ...places.press, button: "middle" },
    (line) => happened("press", "button_release")(line) && line.button === 2,
  );
  await step(
    "right button",
    { type: "click", ...places.press, button: "right" },
    (line) => happened("press", "button_release")(line) && line.button === 3,
  );
  await step(
    "modified click",
    { type: "click", ...places.list, modifiers: ["ctrl"] },
    // Control as X and GTK number it, and as Qt does.
    (line) => happened("list", "button")(line) && [4, 0x04000000].includes(Number(line.state)),
  );
  await t.step("a held button is released in time", async () => {
    const before = stage.fixture.events().length;
    await lands(stage, { type: "click", ...places.press, hold_ms: 400 }, happened("press", "clicked"), more);
    const events = stage.fixture.events().slice(before);
    const [press, release] = ["button", "button_release"].map((kind) => events.find(happened("press", kind))!);
    assert.ok(release!.t - press!.t > 300);
  });
  // Where the last click was, Qt may take it for no motion.
  await step("hover", { type: "hover", ...places.entry }, ({ event }) => event === "motion");
  await t.step("text as key events", async () => {
    await lands(stage, { type: "click", ...places.entry }, happened("entry", "button"), more);
    const typed: Action = { type: "type_text", text: "aZ9é" };
    const before = stage.fixture.events().length;
    const report = await stage.report(typed, { delivery: "send_event", ...more });
    assert.equal(report.route, "send_event");
    await stage.fixture.waitFor(happened("entry", "changed", "aZ9é"), before, 5_000);
  });
  await step("key", { type: "press_key", key: "BackSpace" }, happened("entry", "changed", "aZ9"));
}

/** A point of a window that an element is at. */
async function frameAndPlace(stage: LiveStage, role: string, name: string) {
  const { engine, app } = stage;
  const { window, frame } = await engine.call("observe", { app });
  const { matches } = await engine.call("find", { app, locator: { role, name }, timeout_ms: 5_000 });
  const { x, y, width, height } = matches[0]!.bounds!;
  const place = { x: x - window.bounds.x, y: y - window.bounds.y, width, height };
  return { frame: frame!.id, place };
}

async function dragSlider(stage: LiveStage): Promise<void> {
  const { frame, place } = await frameAndPlace(stage, "slider", "Volume");
  const y = Math.round(place.y + place.height / 2);
  const at = (share: number): [number, number] => [Math.round(place.x + place.width * share), y];
  const heard: Heard = (line) => happened("slider", "changed")(line) && Number(line.value) > 50;
  await lands(stage, { type: "drag", path: [at(0.22), at(0.5), at(0.8)] }, heard, { frame });
}

async function refusesIconified(stage: LiveStage): Promise<void> {
  const { environment, fixture } = stage;
  await using other = new XClient(environment);
  await other.do("iconify", fixture.window);
  const hidden = async () => (await stage.engine.call("list_windows", {})).windows.every(({ iconified }) => iconified);
  await eventually(hidden, () => "the window was not iconified");
  const before = fixture.events().length;
  await assert.rejects(stage.report({ type: "press_key", key: "Return" }), { code: "input_refused" });
  assert.deepEqual(arrivals(fixture.events().slice(before)), []);
}

const roles = (role: string): Partial<Places> => ({ list: { locator: { role, name: "Cherry" } } });

for (
  const { toolkit, places } of [
    { toolkit: "gtk3", places: { ...form, ...roles("cell") } },
    { toolkit: "qt5", places: { ...form, ...roles("listitem") } },
    { toolkit: "qt6", places: { ...form, ...roles("listitem") } },
  ] as const satisfies readonly { toolkit: Toolkit; places: Places }[]
) {
  Deno.test(`on a live desktop ${toolkit} takes input in the background`, async (t) => {
    await using stage = await setLiveStage(toolkit, ["--motion"]);
    const { fixture, sentinel } = stage;
    await sentinel.begin();
    await pointerAndKeys(stage, places, t);
    await t.step("drag", () => dragSlider(stage));
    const wheel: Action = { type: "scroll", ...places.rows, direction: "down", notches: 3 };
    if (toolkit === "gtk3") await t.step("wheel", () => lands(stage, wheel, happened("rows", "scrolled")));
    else await t.step("wheel is refused", () => refused(stage, wheel, /Page_Down/));
    await t.step("menus and combo boxes are refused", async () => {
      const menu = { role: toolkit === "gtk3" ? "menu" : "menuitem", name: "File" };
      await refused(stage, { type: "click", locator: menu }, /perform_action/);
      await refused(stage, { type: "click", locator: { role: "combobox", name: "Colour" } }, /set_value/);
      await refused(stage, { type: "click", ...places.entry, button: "right" }, /press_key/);
    });
    await t.step("what would take the clipboard or the pointer is refused", async () => {
      await refused(stage, { type: "press_key", key: "ctrl+c" }, /clipboard/);
      await refused(stage, { type: "paste", text: "x" }, /type_text/);
      await refused(stage, { type: "button_down", ...places.press }, /use drag/);
      await refused(stage, { type: "move_relative", dx: 5, dy: 5 }, /use drag/);
    });
    await t.step("values and actions go over accessibility", async () => {
      const before = fixture.events().length;
      const set = await stage.report({ type: "set_value", locator: { role: "textbox", name: "Find" }, value: "word" });
      assert.equal(set.route, "accessibility");
      await fixture.waitFor(happened("search", "changed", "word"), before, 5_000);
    });
    await t.step("nobody was disturbed", () => undisturbed(stage));
    await t.step("a popup that opens is closed again", async () => {
      const { frame, place } = await frameAndPlace(stage, "combobox", "Colour");
      const point: [number, number] = [
        Math.round(place.x + place.width / 2),
        Math.round(place.y + place.height / 2),
      ];
      const before = fixture.events().length;
      const { warnings } = await stage.report({ type: "click", point }, { frame });
      await fixture.waitFor(happened("combo", "button"), before, 5_000);
      assert.ok(warnings.some((warning) => warning.includes("closed again")), warnings.join("; "));
      await undisturbed(stage);
    });
    if (toolkit === "gtk3") await t.step("an iconified window is refused", () => refusesIconified(stage));
  });
}

Deno.test("on a live desktop tk takes input in the background, by points", async (t) => {
  await using stage = await setLiveStage("tk", ["--motion", "--places"]);
  const { engine, app, fixture, sentinel } = stage;
  const { window, frame } = await engine.call("observe", { app, screenshot: true });
  const { bounds } = window;
  const pointOf = (widget: string): { point: [number, number] } => {
    const { x, y } = fixture.events().find(happened(widget, "place"))!;
    return { point: [x! - bounds.x, y! - bounds.y] };
  };
  const { point: [x, y] } = pointOf("check");
  const places: Places = {
    press: pointOf("press"),
    entry: pointOf("entry"),
    check: { point: [x, y] },
    list: pointOf("list"),
    rows: pointOf("rows"),
  };
  await sentinel.begin();
  await pointerAndKeys(stage, places, t, frame!.id);
  const wheel: Action = { type: "scroll", ...places.rows, direction: "down", notches: 3 };
  await t.step("wheel", () => lands(stage, wheel, happened("rows", "scrolled"), { frame: frame!.id }));
  await t.step("nobody was disturbed", () => undisturbed(stage));
});

Deno.test("on a live desktop gtk4 takes no input from the engine's events, and values over accessibility", async () => {
  await using stage = await setLiveStage("gtk4");
  await stage.sentinel.begin();
  await refused(stage, { type: "click", ...form.press }, /perform_action/);
  await refused(stage, { type: "press_key", key: "Return" }, /perform_action/);
  const before = stage.fixture.events().length;
  await stage.report({ type: "set_value", locator: { role: "textbox", name: "Find" }, value: "word" });
  await stage.fixture.waitFor(happened("search", "changed", "word"), before, 5_000);
  await undisturbed(stage);
});

/** Another client takes the clipboard. */
const TAKE_CLIPBOARD = `
import ctypes
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XInternAtom.restype = x11.XCreateSimpleWindow.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
display = ctypes.c_void_p(x11.XOpenDisplay(None))
root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
window = ctypes.c_ulong(x11.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0))
x11.XSetSelectionOwner(display, ctypes.c_ulong(x11.XInternAtom(display, b"CLIPBOARD", 0)), window, ctypes.c_ulong(0))
x11.XSync(display, 0)
`;

Deno.test("the sentinel notices whoever takes focus, pointer, stacking or clipboard", async () => {
  await using stage = await setLiveStage("gtk3");
  const { sentinel, environment, fixture } = stage;
  await using thief = new XClient(environment);
  const stolen = async (theft: () => Promise<unknown>): Promise<string[]> => {
    await sentinel.begin();
    await theft();
    return (await sentinel.report()).changes.map(({ what }) => what);
  };
  assert.ok((await stolen(() => thief.do("focus", fixture.window))).includes("focus"));
  assert.ok((await stolen(() => xInput(environment, "click", 300, 300))).includes("pointer"));
  assert.ok((await stolen(() => thief.do("raise", fixture.window))).includes("stacking"));
  const take = () =>
    new Deno.Command("/usr/bin/python3", { args: ["-c", TAKE_CLIPBOARD], env: { ...environment } }).output();
  assert.ok((await stolen(take)).includes("clipboard"));
});
