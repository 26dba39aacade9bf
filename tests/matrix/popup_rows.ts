/**
 * Rows of menus, combo boxes, popovers and dialogs.
 * @module
 */
import type { Action, Driven } from "./driven.ts";
import { click, clicking, closeDialog, escape, opened, type Row, some } from "./row.ts";
import type { ThingName } from "./things.ts";

/** Opens the menu. Xaw's menus are open as long as a button is held. */
async function openMenu(driven: Driven, ...things: ThingName[]): Promise<void> {
  for (const thing of things) {
    const { target, frame } = await driven.place(thing);
    const type = driven.toolkit !== "xaw" ? "click" : thing === things[0] ? "button_down" : "hover";
    driven.begin();
    await driven.act({ type, ...target } as Action, { frame });
  }
}

/** Takes an item of what is open: by a click, with Xaw by a release. */
async function choosing(driven: Driven, thing: ThingName) {
  const { target, frame } = await driven.place(thing);
  if (driven.toolkit === "xaw") await driven.act({ type: "hover", ...target } as Action, { frame });
  driven.begin();
  const type = driven.toolkit === "xaw" ? "button_up" : "click";
  return { action: { type, ...target } as Action, more: { frame } };
}

/** The rows. */
export const popupRows: readonly Row[] = [
  {
    name: "menu item",
    async prepare(driven) {
      await openMenu(driven, "menu");
      return { ...await choosing(driven, "menuOpen"), landed: opened };
    },
    close: closeDialog,
  },
  {
    name: "nested menu item",
    async prepare(driven) {
      await openMenu(driven, "menu", "menuRecent");
      return { ...await choosing(driven, "menuBudget"), landed: some("menu_budget", "activated") };
    },
  },
  {
    name: "combo choice",
    async prepare(driven) {
      await openMenu(driven, "combo");
      return { ...await choosing(driven, "green"), landed: some("combo", "changed", "Green") };
    },
  },
  {
    name: "popover button",
    async prepare(driven) {
      await click(driven, "popover");
      return { ...await clicking(driven, "popoverPress"), landed: some("popover_press", "clicked") };
    },
    close: escape,
  },
  {
    name: "dialog opened",
    prepare: async (driven) => ({ ...await clicking(driven, "open"), landed: opened }),
    close: closeDialog,
  },
  {
    name: "dialog answered",
    async prepare(driven) {
      await click(driven, "open");
      await typeInDialog(driven, "yes");
      return {
        ...await clicking(driven, "dialogOk"),
        landed: (events) => events.some(({ state, value }) => state === "accepted" && value === "yes"),
      };
    },
    close: closeDialog,
  },
];

/** Where no tree shows that a field has the focus, text meant for another window is held back: keys are not. */
async function typeInDialog(driven: Driven, text: string): Promise<void> {
  if (["tk", "xaw"].includes(driven.toolkit)) {
    await driven.place("dialogEntry");
    for (const key of text) await driven.act({ type: "press_key", key });
  } else await driven.act({ type: "type_text", text });
}
