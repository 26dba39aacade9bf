/**
 * LibreOffice as an agent sees it: a form of VCL's widgets, a sheet, a text; each place is where a click arrives, however
 * the window came to where it is.
 * @module
 */
import assert from "node:assert/strict";
import type { Result } from "../../../src/contract/operations.ts";
import { delay } from "../../../src/engine/time.ts";
import { checkForm } from "../../support/element_matrix.ts";
import type { FixtureEvent } from "../../support/fixture.ts";
import { shownStrings } from "../../support/form_elements.ts";
import { setStage, type Stage } from "../../support/stage.ts";
import { variants, withScene } from "../../support/toolkit_scene.ts";
import { xInput } from "../../support/x_input.ts";

type Match = Result<"find">["matches"][number];

/** How long a look may stay incomplete: the machine may have much else to do, ms. */
const COMPLETE_MS = 30_000;
const RETRY_MS = 50;

/** What LibreOffice, or its log, does otherwise than the form declares. */
const otherwise: readonly RegExp[] = [
  // Its log has no presses on menus and on what is disabled, and of tabs only changes.
  /^menu "File": a click at \d+,\d+ reached nothing$/,
  /^menu item "Recent": a click at \d+,\d+ reached nothing$/,
  /^disabled "Disabled field": a click at \d+,\d+ reached nothing$/,
  /^tab "First": a click at \d+,\d+ reached button tabs$/,
  // The row at the edge is scrolled into view before the log asks which one is there.
  /^table cell "(?:Person|City) 7": a click at \d+,\d+ reached button table, clicked table (?:Person|City) 8$/,
  // The label above it gives the field a name, and links are labels.
  /^dialog entry "": no textbox of that name$/,
  /^link "Project page": no link of that name$/,
];

const documents = { CUA_ALLOW_APPS: "libreoffice-calc,libreoffice-writer" };

/** The first complete look. */
async function completeLook({ engine, fixture }: Pick<Stage, "engine" | "fixture">): Promise<Result<"observe">> {
  const end = performance.now() + COMPLETE_MS;
  for (;;) {
    const seen = await engine.call("observe", { window_id: fixture.window });
    if (seen.incomplete.length === 0 || performance.now() > end) return seen;
    await delay(RETRY_MS);
  }
}

/** The one element of that role and name, once it is there: a look that is not complete may lack it. */
async function find({ engine, fixture }: Stage, role: string, name: string): Promise<Match> {
  const end = performance.now() + COMPLETE_MS;
  for (;;) {
    const { matches } = await engine.call("find", { window_id: fixture.window, locator: { role, name } });
    const [match, ...others] = matches;
    if (match?.bounds && others.length === 0) return match;
    assert.ok(performance.now() < end, `${matches.length} times ${role} "${name}"`);
    await delay(RETRY_MS);
  }
}

/** Clicks on the middle of what is reported, with another program than the engine. */
async function click(stage: Stage, role: string, name: string): Promise<Match> {
  const match = await find(stage, role, name);
  const { x, y, width, height } = match.bounds!;
  await xInput(stage.desktop.state.environment, "click", x + Math.floor(width / 2), y + Math.floor(height / 2));
  return match;
}

/** Clicks, and waits for the log to tell what was reached. */
async function reach(stage: Stage, role: string, name: string, isReached: (event: FixtureEvent) => boolean) {
  const before = stage.fixture.events().length;
  const match = await click(stage, role, name);
  await stage.fixture.waitFor(isReached, before);
  return match;
}

for (const variant of variants) {
  Deno.test(`every element of LibreOffice is what it shows and is where it is said to be: ${variant.name}`, async () => {
    await withScene("libreoffice", variant, async (scene) => {
      const { text, window } = await completeLook(scene);
      assert.match(window.toolkit ?? "", /^LibreOffice on gtk 3/);
      assert.doesNotMatch(text, /4711/);
      assert.deepEqual(shownStrings(scene.lacking).filter((string) => !text.includes(string)), []);
      const rows = await checkForm(scene);
      const problems = rows.flatMap(({ kind, name, problems }) => problems.map((one) => `${kind} "${name}": ${one}`));
      assert.deepEqual(problems.filter((problem) => !otherwise.some((known) => known.test(problem))), []);
      assert.ok(rows.length > 40, `${rows.length} elements were looked at`);
    });
  });
}

const selected = (address: string) => ({ event, value }: FixtureEvent) => event === "selected" && value === address;

Deno.test("a sheet tells what its cells hold, and each is where it is said to be", async () => {
  await using stage = await setStage("libreoffice", ["--calc"], documents);
  const { text } = await completeLook(stage);
  assert.match(text, /table 1048576x16384 "Sheet Sheet1" focused showing A1:[A-Z]+\d+, empty cells left out/);
  assert.match(text, /row 21: \d+ "A21" = "Person 20" \| \d+ "B21" = "City 20"/);
  assert.doesNotMatch(text, /"C3"/);
  const { element } = await reach(stage, "cell", "B4", selected("$Sheet1.$B$4"));
  await reach(stage, "cell", "C20", selected("$Sheet1.$C$20"));
  assert.match((await completeLook(stage)).text, /\d+ (?:c3 )?"C20" = "" focused/);
  assert.equal((await find(stage, "cell", "B4")).element, element);
});

Deno.test("an agent types into an empty cell that it finds by name, and reads what became of it", async () => {
  await using stage = await setStage("libreoffice", ["--calc"], documents);
  const { element } = await find(stage, "cell", "D2");
  const before = await completeLook(stage);
  const actions = [
    { type: "click", element: element! },
    { type: "type_text", text: "=6*7" },
    { type: "press_key", key: "Return" },
  ] as const;
  const target = { window_id: stage.fixture.window };
  await stage.engine.call("act", { target, actions: [...actions], observe: false });
  await stage.fixture.waitFor(selected("$Sheet1.$D$3"));
  const end = performance.now() + COMPLETE_MS;
  for (;;) {
    const { text } = await stage.engine.call("observe", { ...target, since: before.observation_id });
    if (new RegExp(`${element} .*"D2" = "42"`).test(text)) break;
    assert.ok(performance.now() < end, `D2 is not 42: ${text}`);
    await delay(RETRY_MS);
  }
});

Deno.test("tool bars, their fields and the menus of a document are where they are said to be", async () => {
  await using stage = await setStage("libreoffice", ["--writer"], documents);
  const { text } = await completeLook(stage);
  for (const string of ["Fill in the form", "שלום עולם", "Zoe\u0308 cafe\u0301 n\u0303".normalize()]) {
    assert.ok(text.normalize().includes(`paragraph "${string}"`) || text.includes(string), `no "${string}"`);
  }
  assert.equal(text.match(/menubar/g)?.length, 1);
  await click(stage, "toggle", "Bold");
  await eventuallyHas(stage, /toggle "Bold".* checked/);
  await click(stage, "textbox", "Font Name");
  await eventuallyHas(stage, /textbox "Font Name" = .* focused/);
  await click(stage, "menu", "Insert");
  await eventuallyHas(stage, /menu "Insert" selected\n +\d+ (?:menu|menuitem) "/);
});

async function eventuallyHas(stage: Stage, pattern: RegExp): Promise<void> {
  const end = performance.now() + COMPLETE_MS;
  for (;;) {
    const { text } = await completeLook(stage);
    if (pattern.test(text)) return;
    assert.ok(performance.now() < end, `${pattern} is not in ${text}`);
    await delay(RETRY_MS);
  }
}
