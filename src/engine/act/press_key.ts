/**
 * Keys and chords, to the application's window that has the keyboard.
 * @module
 */
import type { ActionOf } from "../../contract/actions.ts";
import { delay } from "../time.ts";
import { type Chord, parseChord } from "../x11/keysyms.ts";
import { activate, demandKeyboard } from "./activate.ts";
import { awaitDefaultButton } from "./default_button.ts";
import { holdKeys } from "./hold.ts";
import { keySenderFor, knowingToolkit } from "./keyboard.ts";
import { chooseRoute, inputOfChord } from "./routes.ts";
import { dialogOf, type Planner } from "./step.ts";

/** Plans a key press. */
export const planPressKey: Planner<ActionOf<"press_key">> = async (action, scene) => {
  const chord = parseChord(action.key);
  const route = chooseRoute(scene, inputOfChord(chord));
  const window = scene.active;
  const known = await knowingToolkit(scene, chord);
  return {
    route,
    window,
    expectation: { mayOpen: isShortcut(chord), mayClose: closesDialogs(chord) ? dialogOf(window) : null },
    async dispatch(sending) {
      const warnings = await activate(scene, window);
      if (confirmsDialogs(chord)) warnings.push(...await awaitDefaultButton(scene, window));
      const keys = keySenderFor(known);
      try {
        for (let count = 0; count < action.repeat; count++) {
          demandKeyboard(scene, window, count > 0);
          if (count === 0) sending();
          await keys.press(chord, scene.signal, async () => {
            warnings.push(...await holdKeys(scene, window, action.hold_ms ?? 0));
          });
          if (action.repeat > 1) await delay(0, scene.signal);
        }
      } finally {
        await keys.giveBack(scene.signal);
      }
      return warnings;
    },
  };
};

/** Chords that edit the text at hand: they open nothing. */
const editingKeys = new Set([
  "a",
  "c",
  "v",
  "x",
  "z",
  "y",
  "Left",
  "Right",
  "Up",
  "Down",
  "Home",
  "End",
  "BackSpace",
  "Delete",
]);

/** A shortcut may open a window: a chord that does not edit, a function key, a key that opens menus or activates. */
function isShortcut({ modifiers, name }: Chord): boolean {
  const chorded = modifiers.some((modifier) => modifier !== "shift");
  const edits = editingKeys.has(name) && !modifiers.includes("alt") && !modifiers.includes("super");
  return (chorded && !edits) || /^F\d+$/.test(name) || ["Return", "KP_Enter", "space", "Menu"].includes(name);
}

function closesDialogs(chord: Chord): boolean {
  return confirmsDialogs(chord) || ["Escape", "space"].includes(chord.name);
}

function confirmsDialogs({ name, modifiers }: Chord): boolean {
  return modifiers.length === 0 && ["Return", "KP_Enter"].includes(name);
}
