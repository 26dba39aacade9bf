/**
 * Selecting a piece of text by what it says and what stands around it, with the selection read back.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import { grabFocus } from "../atspi/interfaces/component.ts";
import { addSelection, getSelection, getSelectionCount, setSelection } from "../atspi/interfaces/text.ts";
import { CallTimeout } from "../atspi/wire/errors.ts";
import { inline } from "../escape.ts";
import { look } from "../observe/look.ts";
import { busOf, recheck, resolveElement } from "./element.ts";
import { canHaveFocus } from "./focus.ts";
import { chooseRoute } from "./routes.ts";
import type { Planner, Verification } from "./step.ts";
import { charactersIn, readBack, type TextField } from "./text_field.ts";

/** How many matches an ambiguous text lists, and how much around each. */
const MAX_LISTED = 5;
const CONTEXT = 16;

/** A range in the toolkit's characters, `[start, end)`. */
type Range = readonly [start: number, end: number];

/** Plans a selection. */
export const planSelectText: Planner<ActionOf<"select_text">> = async (action, scene) => {
  const seen = await resolveElement(action, scene);
  const { element } = seen;
  const route = chooseRoute(scene, "action", ["accessibility"], seen);
  if (element.secret || !element.interfaces.has("Text")) {
    const why = element.secret ? "it is secret" : "it holds no text";
    throw new OperationError(
      "unsupported",
      `Text of element ${element.id} (${element.role}) can't be selected: ${why}`,
    );
  }
  const window = scene.windows.find(({ window }) => window === seen.window) ?? scene.active;
  const { toolkit } = await look(scene.context, scene.connection, window, scene.world, scene.signal);
  const field = { element, bus: busOf(scene), toolkit: toolkit ?? "", signal: scene.signal };
  const range = rangeOf(await readBack(field), action, field);
  return {
    route,
    window,
    expectation: { mayOpen: false, mayClose: null },
    async dispatch(sending) {
      await recheck(seen, scene);
      sending();
      // Taking the focus selects everything in some fields: so it comes first.
      const focuses = canHaveFocus(seen, toolkit) && !element.states.includes("focused") && !scene.background;
      if (focuses) await grabFocus(field.bus, element.ref, { signal: scene.signal });
      await select(field, range);
      return [];
    },
    verify: () => compare(field, range, action.text),
  };
};

/** The one place where a text stands. @throws {OperationError} `invalid_request` for none and for several. */
export function rangeOf(
  content: string,
  { text, prefix = "", suffix = "" }: Pick<ActionOf<"select_text">, "text" | "prefix" | "suffix">,
  { element: { id }, toolkit }: Pick<TextField, "element" | "toolkit">,
): Range {
  const places: number[] = [];
  const wanted = prefix + text + suffix;
  for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) places.push(at + prefix.length);
  const [place] = places;
  if (place === undefined) {
    throw new OperationError("invalid_request", `text: ${inline(wanted)} does not stand in element ${id}; look again`);
  }
  if (places.length > 1) {
    const around = (at: number) => inline(content.slice(Math.max(0, at - CONTEXT), at + text.length + CONTEXT));
    const list = places.slice(0, MAX_LISTED).map(around).join(", ");
    throw new OperationError(
      "invalid_request",
      `text: ${inline(wanted)} stands ${places.length} times in element ${id}; say more by prefix or suffix: ${list}`,
    );
  }
  const start = charactersIn(toolkit, content.slice(0, place)).length;
  return [start, start + charactersIn(toolkit, text).length];
}

/** How long a text view of GTK 4 is given that selects, but never answers, ms. */
const SILENT_MS = 300;

/** GTK changes a selection that is there and adds one that is not; the others take it as the first one. */
async function select(field: TextField, [start, end]: Range): Promise<void> {
  const { bus, element: { ref }, signal, toolkit } = field;
  if (await setSelection(bus, ref, 0, start, end, { signal })) return;
  const isSilent = /^gtk 4/i.test(toolkit);
  try {
    await addSelection(bus, ref, start, end, isSilent ? { signal, deadlineMs: SILENT_MS } : { signal });
  } catch (error) {
    if (!isSilent || !(error instanceof CallTimeout)) throw error;
  }
}

async function compare(field: TextField, [start, end]: Range, text: string): Promise<Verification> {
  const { bus, element: { ref, id }, signal, toolkit } = field;
  const count = await getSelectionCount(bus, ref, { signal });
  const [from, to] = count > 0 ? await getSelection(bus, ref, 0, { signal }) : [0, 0];
  if (Math.min(from, to) === start && Math.max(from, to) === end) {
    return { confirmed: `${inline(text)} is selected in element ${id}` };
  }
  // Chromium counts characters beyond the BMP twice when it tells a selection.
  if (/^chromium/i.test(toolkit) && /[\u{10000}-\u{10ffff}]/u.test(await readBack(field))) return {};
  return { warning: `the selection of element ${id} is ${from} to ${to} instead of ${start} to ${end}` };
}
