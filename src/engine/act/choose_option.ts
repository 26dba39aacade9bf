/**
 * Choosing an option of a combo box, list or tab list by its name, where the toolkit offers Selection.
 * @module
 */
import { type Dispatched, OperationError } from "../../contract/errors.ts";
import { getChildren, getName } from "../atspi/interfaces/accessible.ts";
import { getSelectedChild, getSelectedChildCount, selectChild } from "../atspi/interfaces/selection.ts";
import type { AccessibleRef } from "../atspi/accessible_ref.ts";
import type { SeenElement } from "../observe/element_registry.ts";
import { inline } from "../escape.ts";
import { busOf, recheck } from "./element.ts";
import type { Scene } from "./scene.ts";
import type { Step } from "./step.ts";

/** Roles whose value is one of their options. */
const choiceRoles = new Set(["combo box", "list box", "list", "page tab list", "menu"]);
/** Most options that are looked through, and listed. */
const MAX_OPTIONS = 500;
const MAX_LISTED = 12;

/** Whether an element's value is one of its options. */
export function isChoice({ element }: Pick<SeenElement, "element">): boolean {
  return choiceRoles.has(element.atspiRole);
}

/** Whether an element's options can be chosen without opening it. */
export function hasOptions({ element }: Pick<SeenElement, "element">): boolean {
  return isChoice({ element }) && element.interfaces.has("Selection");
}

/** Plans choosing. @throws {OperationError} `invalid_request` listing the options when none has that name. */
export async function choosing(
  seen: SeenElement,
  wanted: string,
  scene: Scene,
): Promise<Pick<Step, "dispatch"> & Required<Pick<Step, "verify">>> {
  const { element: { ref, id } } = seen;
  const bus = busOf(scene);
  const options = { signal: scene.signal };
  const names = await optionNames(ref, scene);
  if (names.every((name) => name === "")) {
    throw new OperationError("unsupported", `The options of element ${id} have no names; click the one that is meant`);
  }
  const index = optionIndex(names, wanted);
  if (index < 0) throw noOption(id, names, wanted, "no");
  return {
    async dispatch(sending) {
      await recheck(seen, scene);
      sending();
      const accepted = await selectChild(bus, ref, index, options);
      return accepted ? [] : [`the application says that it did not choose ${inline(names[index]!)}`];
    },
    async verify() {
      const count = await getSelectedChildCount(bus, ref, options);
      const now = count > 0 ? await getName(bus, await getSelectedChild(bus, ref, 0, options), options) : "";
      if (now === names[index]) return { confirmed: `element ${id} is now ${inline(now)}` };
      return { warning: `element ${id} is ${inline(now)} instead of ${inline(names[index]!)}` };
    },
  };
}

/** Names of the options: the children, or those of the one menu or list that holds them. */
async function optionNames(ref: AccessibleRef, scene: Scene): Promise<string[]> {
  const bus = busOf(scene);
  const options = { signal: scene.signal };
  const children = await getChildren(bus, ref, options);
  const inner = children.length === 1 ? await getChildren(bus, children[0]!, options) : [];
  const all = (inner.length > 0 ? inner : children).slice(0, MAX_OPTIONS);
  return await Promise.all(all.map((child) => getName(bus, child, options)));
}

/** The refusal of an option that is not there, with those that are. */
export function noOption(id: number, names: readonly string[], wanted: string, dispatched: Dispatched): OperationError {
  const list = names.slice(0, MAX_LISTED).map((name) => inline(name)).join(", ");
  const all = names.length > MAX_LISTED ? `${list}, …` : list;
  const message = `value: element ${id} has no option ${inline(wanted)}; it has: ${all}`;
  return new OperationError("invalid_request", message, { dispatched });
}

/** Which option is meant: an exact name first, then one in another case; -1 for none. */
export function optionIndex(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  return exact >= 0 ? exact : names.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase());
}
