/**
 * Every text × layout × toolkit, typed as key events into one field; prints the table.
 */
import assert from "node:assert/strict";
import type { Toolkit } from "../support/fixture.ts";
import { setStage, type Stage } from "../support/stage.ts";
import { allTexts, canShow, keyboardMapText, layouts, setLayout } from "../support/texts.ts";

const NOTES_POINT: [number, number] = [230, 150];
const print = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

async function focusNotes(stage: Stage, toolkit: Toolkit): Promise<void> {
  if (toolkit !== "tk" && toolkit !== "xaw") {
    return void await stage.report({ type: "click", locator: { role: "textbox", name: "Notes" } });
  }
  const { frame } = await stage.engine.call("observe", { app: stage.app });
  await stage.act([{ type: "click", point: NOTES_POINT }], { frame: frame!.id, observe: false });
}

/** Types one text behind what was typed before. @returns What went wrong, or nothing. */
async function attempt(stage: Stage, text: string, typed: string): Promise<string> {
  const before = stage.fixture.events().length;
  await stage.act([{ type: "type_text", text }], { delivery: "core_device", observe: false });
  try {
    const isThere = (value: unknown) => value === typed + text;
    await stage.fixture.waitFor((event) => event.widget === "notes" && isThere(event.value), before);
    return "";
  } catch {
    return JSON.stringify(stage.fixture.events().filter(({ event }) => event === "changed").at(-1)?.value);
  }
}

for (const toolkit of ["gtk3", "gtk4", "qt5", "qt6", "tk", "xaw"] satisfies Toolkit[]) {
  for (const layout of layouts) {
    Deno.test(`every text arrives in ${toolkit} under ${layout}`, async () => {
      const wrong: string[] = [];
      let stage = await setStage(toolkit);
      try {
        await setLayout(stage.desktop.state.environment, layout);
        await focusNotes(stage, toolkit);
        const map = await keyboardMapText(stage.desktop.state.environment);
        let typed = "";
        for (const [name, text] of Object.entries(allTexts)) {
          if (!canShow(toolkit, text)) {
            print(`${toolkit} | ${layout} | ${name} | can't be shown`);
            continue;
          }
          const problem = await attempt(stage, text, typed);
          print(`${toolkit} | ${layout} | ${name} | ${problem || "exact"}`);
          typed += text;
          if (problem === "") continue;
          wrong.push(name);
          await stage[Symbol.asyncDispose]();
          stage = await setStage(toolkit);
          await setLayout(stage.desktop.state.environment, layout);
          await focusNotes(stage, toolkit);
          typed = "";
        }
        assert.equal(await keyboardMapText(stage.desktop.state.environment), map);
      } finally {
        await stage[Symbol.asyncDispose]();
      }
      assert.deepEqual(wrong, []);
    });
  }
}
