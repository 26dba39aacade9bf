/**
 * The arrow that shows people who watch where the agent's pointer is. Another X client looks at the screen.
 * @module
 */
import assert from "node:assert/strict";
import { engineEnvironment, openDesktop } from "../../../src/desktop/desktop.ts";
import { fixtures } from "../../support/fixture.ts";
import { pixelsOf } from "../../support/pixels.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { XClient } from "../../support/x_client.ts";

/** The arrow's colour, and a place inside of it from where it points to. */
const FILL = 0xe8590c;
const INSIDE = { x: 4, y: 12 };

const button = { role: "button", name: "Press me" };

function setWatchedStage(overlay: "0" | "1"): Promise<Stage> {
  return setStage("gtk3", [], { CUA_ALLOW_APPS: fixtures.gtk3.wmClass, CUA_OVERLAY: overlay });
}

/** Presses the button and tells where the press arrived, by the fixture's word. */
async function press({ report, fixture }: Stage): Promise<{ x: number; y: number }> {
  const before = fixture.events().length;
  await report({ type: "click", locator: button });
  const { x, y } = await fixture.waitFor(({ event, widget }) => event === "button" && widget === "press", before);
  await fixture.waitFor(({ event, widget }) => event === "clicked" && widget === "press", before);
  return { x: x!, y: y! };
}

Deno.test("the arrow is where the pointer went, takes no input, is in no picture and in no list", async () => {
  await using stage = await setWatchedStage("1");
  await using viewer = new XClient(stage.desktop.state.environment);
  const arrowAt = ({ x, y }: { x: number; y: number }) => viewer.pixel(x + INSIDE.x, y + INSIDE.y);
  const place = await press(stage);
  assert.equal(await arrowAt(place), FILL);

  assert.deepEqual(await press(stage), place, "a press at the arrow reaches what is below");
  const { windows } = await stage.engine.call("list_windows", {});
  assert.deepEqual(windows.map(({ app_id }) => app_id), [stage.app]);
  const { screenshot } = await stage.engine.call("observe", { app: stage.app, screenshot: true });
  assert.equal(pixelsOf(screenshot!).count(FILL), 0);
  const display = pixelsOf(await stage.engine.call("capture", { display: true }));
  assert.equal(display.count(FILL), 0);
  const button = display.at(place.x + INSIDE.x, place.y - INSIDE.y);
  assert.equal(display.at(place.x + INSIDE.x, place.y + INSIDE.y), button, "what the arrow covered is whole");
  assert.equal(await arrowAt(place), FILL, "it is back after the picture");

  await stage.report({ type: "click", locator: { role: "textbox", name: "Find" } });
  assert.notEqual(await arrowAt(place), FILL, "it went on");
  await press(stage);
  await stage.engine.close();
  assert.notEqual(await arrowAt(place), FILL, "it goes with the engine");
});

Deno.test("without the setting there is no arrow", async () => {
  await using stage = await setWatchedStage("0");
  await using viewer = new XClient(stage.desktop.state.environment);
  const { x, y } = await press(stage);
  assert.notEqual(await viewer.pixel(x + INSIDE.x, y + INSIDE.y), FILL);
});

Deno.test("desktops that can be watched ask for the arrow, others don't", async () => {
  await using watched = await openDesktop({ label: "watched", viewable: true });
  assert.equal(engineEnvironment(watched.state).CUA_OVERLAY, "1");
  assert.equal(engineEnvironment({ ...watched.state, rfbSocket: null }).CUA_OVERLAY, undefined);
});
