/**
 * Finds the labels of lists, trees and tables that do not name them: in Qt only the label says what it is for.
 * @module
 */
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import type { Draft } from "./draft.ts";
import { getLabelled } from "./interfaces/accessible.ts";
import { isQt } from "./qt_rules.ts";
import type { Reading } from "./reading.ts";

/** Roles of what Qt gives no name. */
const namelessRoles = new Set(["list", "tree", "table", "tree table"]);
/** Most labels that are asked, the nearest first. */
const MAX_ASKED = 2;

/** Remembers for each nameless list, tree and table the label beside it that is its own. */
export async function findLabels(reading: Reading, drafts: readonly Draft[]): Promise<void> {
  if (!isQt(reading.toolkit)) return;
  const searches = drafts.flatMap(({ children }) =>
    children.flatMap((child, index) => isNameless(child) ? [{ child, nearby: labelsNear(children, index) }] : [])
  );
  await reading.each(searches, ({ child, nearby }) => findLabel(reading, child, nearby));
}

function isNameless({ object, memory }: Draft): boolean {
  return namelessRoles.has(object.role) && object.name === "" && memory.labels === undefined;
}

function labelsNear(siblings: readonly Draft[], index: number): Draft[] {
  const distance = (label: Draft) => Math.abs(siblings.indexOf(label) - index);
  const labels = siblings.slice(Math.max(0, index - 3), index + 4).filter(({ object }) => object.role === "label");
  return labels.sort((a, b) => distance(a) - distance(b)).slice(0, MAX_ASKED);
}

async function findLabel(reading: Reading, { object, memory }: Draft, nearby: readonly Draft[]): Promise<void> {
  let found: AccessibleRef[] = [];
  for (const { object: { ref } } of nearby) {
    const targets = await reading.attempt(getLabelled(reading.bus, ref, reading.options())) ?? [];
    if (targets.some((target) => refKey(target) === refKey(object.ref))) found = [ref];
    if (found.length > 0) break;
  }
  // Time that ran out leaves it for the next look.
  if (reading.left > 0) memory.labels = found;
}
