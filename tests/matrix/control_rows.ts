/**
 * The controls of the matrix: what does nothing must not be taken for an effect, not even beside something that blinks;
 * what reacts late must be seen, or said not to have been seen.
 * @module
 */
import type { Driven } from "./driven.ts";
import { click, line, type Row } from "./row.ts";
import type { ThingName } from "./things.ts";

/** A click, with or without something blinking elsewhere. */
function clickRow(name: string, thing: ThingName, widget: string, event: string, more: Partial<Row> = {}): Row {
  return {
    name,
    async prepare(driven) {
      const { target, frame } = await driven.place(thing);
      driven.begin();
      return {
        action: { type: "click", ...target },
        more: { frame },
        landed: (events) => events.some(line(widget, event)),
      };
    },
    ...more,
  };
}

/** Has something blink around a row: a click starts and ends it. */
function blinking(row: Row): Row {
  const toggle = (driven: Driven) => click(driven, "blink");
  return {
    ...row,
    name: `${row.name}, beside blinking`,
    async prepare(driven) {
      await toggle(driven);
      return await row.prepare(driven);
    },
    close: toggle,
  };
}

const idle = clickRow("nothing happens", "idle", "idle", "button", { expects: "nothing" });

/** The rows of the controls. */
export const controlRows: readonly Row[] = [
  idle,
  blinking(idle),
  blinking(clickRow("left click", "press", "press", "clicked")),
  clickRow("effect after 100 ms", "late100", "late_100", "changed", { expects: "late" }),
  clickRow("effect after 300 ms", "late300", "late_300", "changed", { expects: "late" }),
  clickRow("effect after 1000 ms", "late1000", "late_1000", "changed", { expects: "late" }),
];
