/**
 * Reads what objects that show hold and can do, where the mirror is not current.
 * @module
 */
import type { AccessibleText, AccessibleValue } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { BareObject } from "./bare_object.ts";
import type { Details, Draft } from "./draft.ts";
import { isField, mayHoldText } from "./field_roles.ts";
import { movesUnseen } from "./gtk4_rules.ts";
import { getActionCount, getActionName, getKeyBinding } from "./interfaces/action.ts";
import { getAttributes, getLabels, getName } from "./interfaces/accessible.ts";
import { getExtents } from "./interfaces/component.ts";
import { getCurrentValue, getValue } from "./interfaces/value.ts";
import type { FixedDetails } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { hasTellingAttributes } from "./chromium_rules.ts";
import { readChoice } from "./choice.ts";
import { hasTellingValue, isCellWithText } from "./libreoffice_rules.ts";
import { actionsByRole, hasAttributes, isQt } from "./qt_rules.ts";
import { isSecret } from "./secret.ts";
import { straightened } from "./skew.ts";
import { hasOwnText, readText } from "./text_details.ts";
import { hasTellingActions, isChromium, isLibreOffice, showsItsTree, sparesPlace } from "./toolkit_rules.ts";

/** Most actions and labels that are read of an object. */
const MAX_LISTED = 8;

/** Roles that are labelled by other objects, beside fields. */
const labelledRoles = new Set(["slider", "scroll bar", "table", "tree table", "tree", "list", "list box"]);

/** Reads the details of an object. Everything that doesn't depend on something else is asked for at once. */
export async function readDetails(reading: Reading, draft: Draft): Promise<Details> {
  const { object } = draft;
  const [bounds, fixed] = await Promise.all([readBounds(reading, draft), readFixed(reading, draft)]);
  const label = await readLabel(reading, fixed.labels);
  const { labels: _labels, ...kept } = fixed;
  const known: Details = { ...bounds, ...kept, ...(label && { label }) };
  // Only what a field is called says whether its text may be read.
  const unsure = kept.attributes === undefined || label === undefined;
  if (isField(object) && (unsure && mayHoldText(object) || isSecret({ ...object, ...known }))) {
    return { ...known, secret: true };
  }
  const [value, text] = await Promise.all([readValue(reading, draft), textOf(reading, draft)]);
  return { ...known, ...(value && { value }), ...(text && { text }) };
}

async function readBounds(reading: Reading, { object, memory, place, skew }: Draft): Promise<Details> {
  const known = memory.sight.bounds;
  // The cache says what there is, not where.
  if (known !== undefined && !reading.mayHaveMoved(object.ref, memory, place)) return known ? { bounds: known } : {};
  if (!object.interfaces.has("Component") || sparesPlace(object, reading.toolkit)) return {};
  const readAt = reading.mirror.clock;
  const asked = getExtents(reading.bus, object.ref, reading.options(), reading.coordType);
  const reported = await reading.answer(asked.then((place) => place ?? null));
  // Without an answer it is not known whether there is a place: that is not remembered.
  if (reported === undefined) return {};
  const bounds = straightened(reported ?? undefined, skew);
  memory.sight = { ...memory.sight, bounds: bounds ?? null };
  memory.boundsAt = readAt;
  return bounds ? { bounds } : {};
}

/** Reads the place of an object once more. */
export async function readPlaceAgain(reading: Reading, draft: Draft): Promise<void> {
  draft.memory.sight = { states: draft.memory.sight.states };
  const { bounds: _before, ...kept } = draft.details;
  draft.details = { ...kept, ...await readBounds(reading, draft) };
}

/** What is missing in the answer is not known: the application did not answer. */
async function readFixed(reading: Reading, { object, memory }: Draft): Promise<FixedDetails> {
  if (memory.fixed) return memory.fixed;
  const [actions, keys, attributes, labels] = await Promise.all([
    readActions(reading, object),
    readKeys(reading, object),
    readAttributes(reading, object),
    memory.labels ?? readLabels(reading, object),
  ]);
  const fixed = {
    ...(actions && { actions }),
    ...(keys && { keys }),
    ...(attributes && { attributes }),
    ...(labels && { labels }),
  };
  if (actions && attributes && labels) memory.fixed = fixed;
  return fixed;
}

async function readActions(reading: Reading, object: BareObject): Promise<readonly string[] | undefined> {
  // Cells are many, and say the same again and again.
  if (!object.interfaces.has("Action") || object.role === "table cell") return [];
  const { bus, toolkit } = reading;
  if (!hasTellingActions(toolkit, object.role)) return [];
  const told = isQt(toolkit) ? actionsByRole(object) : undefined;
  if (told) return told;
  const count = await reading.answer(getActionCount(bus, object.ref, reading.options()));
  if (!count) return count === undefined ? undefined : [];
  // The second is everything's context menu there.
  const listed = isChromium(toolkit) && count === 2 ? 1 : count;
  const indexes = Array.from({ length: Math.max(0, Math.min(listed, MAX_LISTED)) }, (_, i) => i);
  const names = await Promise.all(
    indexes.map((i) => reading.answer(getActionName(bus, object.ref, i, reading.options()))),
  );
  return names.includes(undefined) ? undefined : names.map((name) => name ?? "");
}

/** Menus show the keys of their items. */
async function readKeys(reading: Reading, object: BareObject): Promise<string | undefined> {
  if (!object.interfaces.has("Action") || !/^(?:check |radio )?menu item$/.test(object.role)) return undefined;
  return await reading.attempt(getKeyBinding(reading.bus, object.ref, 0, reading.options()));
}

async function readAttributes(reading: Reading, object: BareObject): Promise<FixedDetails["attributes"]> {
  if (isQt(reading.toolkit) && !hasAttributes(reading.toolkit)) return {};
  if (
    object.role !== "heading" && !isField(object) && !(isChromium(reading.toolkit) && hasTellingAttributes(object.role))
  ) return {};
  const attributes = await reading.answer(getAttributes(reading.bus, object.ref, reading.options()));
  return attributes === null ? {} : attributes;
}

async function readLabels(reading: Reading, object: BareObject): Promise<readonly AccessibleRef[] | undefined> {
  if (!labelledRoles.has(object.role) && !isField(object)) return [];
  // A combo box is named by its choice; what it is for, its label says.
  if (object.name !== "" && object.role !== "combo box" && object.role !== "scroll bar") return [];
  const labels = await reading.answer(getLabels(reading.bus, object.ref, reading.options()));
  return labels === undefined ? undefined : await reading.own((labels ?? []).slice(0, MAX_LISTED));
}

/** What the labels say now; undefined when that is not known. */
async function readLabel(
  reading: Reading,
  labels: readonly AccessibleRef[] | undefined,
): Promise<string | undefined> {
  if (!labels) return undefined;
  const names = await Promise.all(labels.map((ref) => nameOf(reading, ref)));
  return names.includes(undefined) ? undefined : names.filter((name) => name).join(" ");
}

/** Labels mostly show beside what they label, and were just seen. */
async function nameOf(reading: Reading, ref: AccessibleRef): Promise<string | null | undefined> {
  const known = reading.mirror.get(ref);
  if (known?.identity && reading.isCurrent(ref, known, null)) return known.identity.name;
  return await reading.answer(getName(reading.bus, ref, reading.options()));
}

async function readValue(reading: Reading, { object, memory, place }: Draft): Promise<AccessibleValue | undefined> {
  if (!object.interfaces.has("Value") || isLibreOffice(reading.toolkit) && !hasTellingValue(object.role)) {
    return undefined;
  }
  const { bus } = reading;
  const { value } = memory;
  const isSeen = showsItsTree(reading.toolkit) && !movesUnseen(object, reading.toolkit);
  if (value && isSeen && !reading.wasRepainted(place, memory.valueAt)) return value;
  memory.valueAt = reading.mirror.clock;
  memory.value = value
    ? await withCurrent(value, reading.attempt(getCurrentValue(bus, object.ref, reading.options())))
    : await reading.attempt(getValue(bus, object.ref, reading.options()));
  return memory.value;
}

/** The range of a number stays. */
async function withCurrent(value: AccessibleValue, asked: Promise<number | undefined>) {
  const current = await asked;
  return current === undefined ? undefined : { ...value, current };
}

/** What stands in a page is read where it may have changed; what a field holds too, or in every look. */
async function textOf(reading: Reading, { object, memory, place }: Draft): Promise<AccessibleText | undefined> {
  const isOffice = isLibreOffice(reading.toolkit);
  if (!hasOwnText(object) && !(isOffice && isCellWithText(object))) return undefined;
  if (object.role === "combo box" && isChromium(reading.toolkit)) return await readChoice(reading, object);
  // Cells are many.
  const isLive = isField(object) && !showsItsTree(reading.toolkit) && object.role !== "table cell";
  if (!isField(object) && isChromium(reading.toolkit)) return undefined;
  if (memory.text && !isLive && !reading.wasRepainted(place, memory.textAt)) return memory.text;
  memory.textAt = reading.mirror.clock;
  memory.text = await readText(reading, object);
  return memory.text;
}
