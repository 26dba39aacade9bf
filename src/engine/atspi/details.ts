/**
 * Reads what objects that show hold and can do. Text and value are read in every look; the rest where the mirror is not
 * current.
 * @module
 */
import type { AccessibleText, AccessibleValue } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { BareObject } from "./bare_object.ts";
import type { Details, Draft } from "./draft.ts";
import { isField, mayHoldText } from "./field_roles.ts";
import { getActionCount, getActionName, getKeyBinding } from "./interfaces/action.ts";
import { getAttributes, getLabels, getName } from "./interfaces/accessible.ts";
import { getExtents } from "./interfaces/component.ts";
import { getCurrentValue, getValue } from "./interfaces/value.ts";
import type { FixedDetails } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { isSecret } from "./secret.ts";
import { hasOwnText, readText } from "./text_details.ts";

/** Most actions and labels that are read of an object. */
const MAX_LISTED = 8;

/** Roles that are labelled by other objects, beside fields. */
const labelledRoles = new Set(["slider", "table", "tree table", "tree", "list", "list box"]);

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

async function readBounds(reading: Reading, { object, memory, place }: Draft): Promise<Details> {
  const known = memory.sight.bounds;
  // The cache says what there is, not where.
  if (known !== undefined && !reading.wasRepainted(place, memory.boundsAt)) return known ? { bounds: known } : {};
  if (!object.interfaces.has("Component") || isMereContainer(object)) return {};
  const readAt = reading.mirror.clock;
  const bounds = await reading.attempt(getExtents(reading.bus, object.ref, reading.options(), reading.coordType));
  memory.sight = { ...memory.sight, bounds: bounds ?? null };
  memory.boundsAt = readAt;
  return bounds ? { bounds } : {};
}

/** Each place costs GTK 3 a round trip to the X server: boxes that nobody sees are spared it. */
function isMereContainer(object: BareObject): boolean {
  return object.name === "" && object.childCount > 0 && (object.role === "filler" || object.role === "panel");
}

/** What is missing in the answer is not known: the application did not answer. */
async function readFixed(reading: Reading, { object, memory }: Draft): Promise<FixedDetails> {
  if (memory.fixed) return memory.fixed;
  const [actions, keys, attributes, labels] = await Promise.all([
    readActions(reading, object),
    readKeys(reading, object),
    readAttributes(reading, object),
    readLabels(reading, object),
  ]);
  const fixed = {
    ...(actions && { actions }),
    ...(keys && { keys }),
    ...(attributes && { attributes }),
    ...(labels && { labels }),
  };
  if (attributes && labels) memory.fixed = fixed;
  return fixed;
}

async function readActions(reading: Reading, object: BareObject): Promise<string[] | undefined> {
  // Cells are many, and say the same again and again.
  if (!object.interfaces.has("Action") || object.role === "table cell") return undefined;
  const { bus } = reading;
  const count = await reading.attempt(getActionCount(bus, object.ref, reading.options())) ?? 0;
  const indexes = Array.from({ length: Math.max(0, Math.min(count, MAX_LISTED)) }, (_, i) => i);
  const names = await Promise.all(
    indexes.map((i) => reading.attempt(getActionName(bus, object.ref, i, reading.options()))),
  );
  return names.map((name) => name ?? "");
}

/** Menus show the keys of their items. */
async function readKeys(reading: Reading, object: BareObject): Promise<string | undefined> {
  if (!object.interfaces.has("Action") || !/^(?:check |radio )?menu item$/.test(object.role)) return undefined;
  return await reading.attempt(getKeyBinding(reading.bus, object.ref, 0, reading.options()));
}

async function readAttributes(reading: Reading, object: BareObject): Promise<FixedDetails["attributes"]> {
  if (object.role !== "heading" && !isField(object)) return {};
  const attributes = await reading.answer(getAttributes(reading.bus, object.ref, reading.options()));
  return attributes === null ? {} : attributes;
}

async function readLabels(reading: Reading, object: BareObject): Promise<readonly AccessibleRef[] | undefined> {
  if (!labelledRoles.has(object.role) && !isField(object)) return [];
  // A combo box is named by its choice; what it is for, its label says.
  if (object.name !== "" && object.role !== "combo box") return [];
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

async function readValue(reading: Reading, { object, memory }: Draft): Promise<AccessibleValue | undefined> {
  if (!object.interfaces.has("Value")) return undefined;
  const { bus } = reading;
  if (memory.range) {
    const current = await reading.attempt(getCurrentValue(bus, object.ref, reading.options()));
    return current === undefined ? undefined : { ...memory.range, current };
  }
  const value = await reading.attempt(getValue(bus, object.ref, reading.options()));
  if (value) memory.range = { minimum: value.minimum, maximum: value.maximum, increment: value.increment };
  return value;
}

/** What a field holds is always read; what stands in a page only where it may have changed. */
async function textOf(reading: Reading, { object, memory, place }: Draft): Promise<AccessibleText | undefined> {
  if (!hasOwnText(object)) return undefined;
  if (isField(object)) return await readText(reading, object);
  if (memory.text && !reading.wasRepainted(place, memory.textAt)) return memory.text;
  memory.textAt = reading.mirror.clock;
  memory.text = await readText(reading, object);
  return memory.text;
}
