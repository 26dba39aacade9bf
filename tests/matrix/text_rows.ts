/**
 * Rows of keys, text and values.
 * @module
 */
import type { FixtureEvent } from "../support/fixture.ts";
import type { Action, Driven } from "./driven.ts";
import { type Attempt, closeDialog, focusing, line, opened, type Row, sliderValues, some } from "./row.ts";

/** The rows of the keyboard. */
export const keyboardRows: readonly Row[] = [
  {
    name: "key",
    async prepare(driven) {
      await focusing(driven, "entry", "ab");
      const before = driven.history().findLast(line("entry", "changed"))?.value;
      const shorter = `${before}`.length - 1;
      return {
        action: { type: "press_key", key: "BackSpace" },
        landed: (events) => events.some((e) => line("entry", "changed")(e) && `${e.value}`.length === shorter),
      };
    },
  },
  {
    name: "chord",
    async prepare(driven) {
      await focusing(driven, "entry", "abc");
      const [key, landed] = chordOf(driven);
      return { action: { type: "press_key", key }, landed };
    },
    close: closeDialog,
  },
  {
    name: "type text",
    async prepare(driven) {
      await focusing(driven, "entry");
      // Xaw's texts are of bytes: a letter beyond ASCII is two of them in a locale of UTF-8.
      const text = driven.toolkit === "xaw" ? "Zoe 42" : "Zoë 42";
      return { action: { type: "type_text", text }, landed: hasText("entry", text) };
    },
  },
  {
    name: "paste",
    async prepare(driven) {
      await focusing(driven, "entry");
      return { action: { type: "paste", text: "pasted ä" }, landed: hasText("entry", "pasted ä") };
    },
  },
];

/** The form's own shortcut where it has one; else one that edits. */
function chordOf({ toolkit }: Driven): [string, Attempt["landed"]] {
  if (toolkit === "xaw") return ["ctrl+h", some("entry", "changed")];
  if (toolkit === "libreoffice") return ["ctrl+BackSpace", some("entry", "changed")];
  return ["ctrl+d", opened];
}

const hasText = (widget: string, text: string) => (events: readonly FixtureEvent[]) =>
  events.some((event) => line(widget, "changed")(event) && `${event.value}`.includes(text));

/** The rows that go over accessibility. */
export const accessibilityRows: readonly Row[] = [
  {
    name: "set text",
    async prepare(driven) {
      const { target } = await driven.place("search");
      driven.begin();
      return {
        action: { type: "set_value", ...target, value: "a word" } as Action,
        landed: hasText("search", "a word"),
      };
    },
  },
  {
    name: "set number",
    async prepare(driven) {
      const { target } = await driven.place("slider");
      driven.begin();
      return {
        action: { type: "set_value", ...target, value: 55 } as Action,
        landed: (events) => sliderValues(events).includes(55),
      };
    },
  },
  {
    name: "select text",
    async prepare(driven) {
      // LibreOffice's fields of several lines have no text to AT-SPI.
      const field = driven.toolkit === "libreoffice" ? "entry" : "notes";
      await focusing(driven, field, "alpha beta gamma");
      const { target } = await driven.place(field);
      driven.begin();
      return {
        action: { type: "select_text", ...target, text: "beta" } as Action,
        afterwards: async () => void await driven.act({ type: "press_key", key: "Delete" }),
        landed: hasText(field, "alpha  gamma"),
      };
    },
  },
];
