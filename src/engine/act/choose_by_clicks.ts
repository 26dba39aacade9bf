/**
 * Choosing an option of a combo box that does not offer Selection: it is opened and the option is clicked, as a person
 * does it.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { descendants, type Element, type Snapshot } from "../observe/element.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { type Look, look } from "../observe/look.ts";
import { delay } from "../time.ts";
import { parseChord } from "../x11/keysyms.ts";
import { planClick } from "./click.ts";
import { noOption, optionIndex } from "./choose_option.ts";
import { keySenderFor } from "./keyboard.ts";
import { type Scene, setScene } from "./scene.ts";
import type { Step, Verification } from "./step.ts";

/** Short roles of options in a popup. */
const optionRoles = new Set(["listitem", "menuitem", "option", "radio", "cell"]);
/** How long the options may take to show, ms … */
const OPEN_MS = 3_000;
/** … and how long the wanted one, when others are there. */
const MISSING_MS = 600;
/** How long the choice may take to be told, ms. */
const TELL_MS = 1_000;
/** How long either may take as long as the tree is incomplete, because the application is busy, ms. */
const INCOMPLETE_MS = 12_000;
const PROBE_MS = 30;

/** Plans choosing. @throws {OperationError} `unsupported` on live desktops, where its popup would grab the pointer. */
export async function choosingByClicks(
  seen: SeenElement,
  wanted: string,
  scene: Scene,
): Promise<Pick<Step, "route" | "dispatch"> & Required<Pick<Step, "verify">>> {
  const { id } = seen.element;
  if (scene.background) {
    const why = "only its popup has the options, and that would grab the person's pointer and keyboard";
    throw new OperationError("unsupported", `Element ${id}: ${why}; use focus, then press_key with Down or Up`);
  }
  const opening = await planClick(clickOn(id), scene);
  const { snapshot } = await lookNow(scene);
  if (snapshot?.elements.get(id)?.value === wanted) return standing(id, wanted, opening.route);
  const before = new Set([...snapshot?.elements.values() ?? []].filter(isOption).map((option) => option.id));
  let chosen = wanted;
  return {
    route: opening.route,
    async dispatch(sending) {
      const warnings = await opening.dispatch(sending);
      const option = await awaitOption(id, wanted, before, scene);
      chosen = option.name;
      const picking = await planClick(clickOn(option.id), sceneNow(scene));
      return [...warnings, ...await picking.dispatch(sending)];
    },
    verify: () => choiceOf(id, chosen, scene),
  };
}

/** What is chosen already is left alone: a second click in the same place would close the popup, or do nothing. */
function standing(id: number, wanted: string, route: Step["route"]): Awaited<ReturnType<typeof choosingByClicks>> {
  return {
    route,
    dispatch: () => Promise.resolve([]),
    verify: () => Promise.resolve({ confirmed: `element ${id} was ${inline(wanted)} already` }),
  };
}

function clickOn(element: number): ActionOf<"click"> {
  return { type: "click", element, button: "left", count: 1 };
}

/** The scene with the windows that are there now: the popup is one. */
function sceneNow({ context, connection, params, signal, target, toolkit }: Scene): Scene {
  return { ...setScene(context, connection, params, signal, params.actions[0]!, target), toolkit };
}

function lookNow({ context, connection, active, world, signal }: Scene): Promise<Look> {
  return look(context, connection, active, world, signal);
}

/** The options: what is inside of the combo box, else what was not there before it was opened. */
function optionsOf(snapshot: Snapshot | null, combo: number, before: ReadonlySet<number>): Element[] {
  const inside = snapshot?.elements.get(combo);
  const own = inside ? [...descendants(inside)].filter(isOption) : [];
  return own.length > 0
    ? own
    : [...snapshot?.elements.values() ?? []].filter((one) => isOption(one) && !before.has(one.id));
}

function isOption({ role, name, visible }: Element): boolean {
  return optionRoles.has(role) && name !== "" && visible !== undefined;
}

/** The option, once the popup shows it. @throws {OperationError} `invalid_request` listing the options. */
async function awaitOption(id: number, wanted: string, before: ReadonlySet<number>, scene: Scene): Promise<Element> {
  const started = performance.now();
  let seenAt = Infinity;
  for (;;) {
    const { snapshot, incomplete } = await lookNow(sceneNow(scene));
    const options = optionsOf(snapshot, id, before);
    const names = options.map(({ name }) => name);
    const index = optionIndex(names, wanted);
    if (index >= 0) return options[index]!;
    const isWhole = incomplete.length === 0;
    if (options.length > 0 && isWhole) seenAt = Math.min(seenAt, performance.now());
    if (performance.now() > Math.min(started + (isWhole ? OPEN_MS : INCOMPLETE_MS), seenAt + MISSING_MS)) {
      await close(sceneNow(scene));
      throw names.length > 0 ? noOption(id, names, wanted, "partly") : notOpened(id);
    }
    await delay(PROBE_MS, scene.signal);
  }
}

function notOpened(id: number): OperationError {
  const message = `Element ${id} was clicked and shows no options; look, then click the one that is meant`;
  return new OperationError("unsupported", message, { dispatched: "yes" });
}

async function close(scene: Scene): Promise<void> {
  await keySenderFor(scene).press(parseChord("Escape"), scene.signal);
}

async function choiceOf(id: number, chosen: string, scene: Scene): Promise<Verification> {
  const started = performance.now();
  for (;;) {
    const { snapshot, incomplete } = await lookNow(sceneNow(scene));
    const now = snapshot?.elements.get(id)?.value;
    if (now === chosen) return { confirmed: `element ${id} is now ${inline(now)}` };
    if (performance.now() - started > (incomplete.length > 0 ? INCOMPLETE_MS : TELL_MS)) {
      if (now === undefined) return { warning: `what element ${id} is now can't be read; look again` };
      return { warning: `element ${id} is ${inline(now)} instead of ${inline(chosen)}` };
    }
    await delay(PROBE_MS, scene.signal);
  }
}
