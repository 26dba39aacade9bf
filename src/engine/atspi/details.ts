/**
 * Reads what changes without an event, for objects that show: place, text, value; and what they can do.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleText, AccessibleValue } from "./accessible_node.ts";
import type { BareObject } from "./bare_object.ts";
import { getActionCount, getActionName } from "./interfaces/action.ts";
import { getAttributes, getLabels, getName } from "./interfaces/accessible.ts";
import { getExtents } from "./interfaces/component.ts";
import { getCaretOffset, getCharacterCount, getSelection, getSelectionCount, getText } from "./interfaces/text.ts";
import { getValue } from "./interfaces/value.ts";
import type { Reading } from "./reading.ts";
import { isSecret } from "./secret.ts";

/** Most characters of a text that are read. */
const MAX_TEXT = 16_000;
/** Most actions, selections and labels that are read of an object. */
const MAX_LISTED = 8;

/** What is read of an object beside what it is. */
export interface Details {
  bounds?: Rect;
  value?: AccessibleValue;
  text?: AccessibleText;
  secret?: boolean;
  actions?: string[];
  attributes?: Record<string, string>;
  label?: string;
}

/** Roles of fields that people fill in. */
const fieldRoles = new Set(["entry", "text", "password text", "spin button", "combo box", "editbar", "autocomplete"]);
/** Roles whose text is more than their name. */
const textRoles = new Set([...fieldRoles, "terminal", "paragraph", "document text", "document frame", "heading"]);
/** Roles that are labelled by other objects. */
const labelledRoles = new Set([...fieldRoles, "slider", "table", "tree table", "tree", "list", "list box"]);
/** Roles with attributes that matter: the level of a heading. */
const describedRoles = new Set([...fieldRoles, "heading"]);

/** Reads the details of an object. Everything that doesn't depend on something else is asked for at once. */
export async function readDetails(reading: Reading, object: BareObject): Promise<Details> {
  const [bounds, value, actions, field] = await Promise.all([
    readBounds(reading, object),
    readValue(reading, object),
    readActions(reading, object),
    readField(reading, object),
  ]);
  return { ...bounds, ...value, ...actions, ...field };
}

async function readBounds(reading: Reading, object: BareObject): Promise<Details> {
  if (object.bounds !== undefined) return object.bounds === null ? {} : { bounds: object.bounds };
  if (!object.interfaces.has("Component") || isMereContainer(object)) return {};
  const bounds = await reading.attempt(getExtents(reading.bus, object.ref, reading.options()));
  return bounds ? { bounds } : {};
}

/** Each place costs GTK 3 a round trip to the X server: boxes that nobody sees are spared it. */
function isMereContainer(object: BareObject): boolean {
  return object.name === "" && object.childCount > 0 && (object.role === "filler" || object.role === "panel");
}

async function readValue(reading: Reading, object: BareObject): Promise<Details> {
  if (!object.interfaces.has("Value")) return {};
  const value = await reading.attempt(getValue(reading.bus, object.ref, reading.options()));
  return value ? { value } : {};
}

async function readActions(reading: Reading, object: BareObject): Promise<Details> {
  // Cells are many, and say the same again and again.
  if (!object.interfaces.has("Action") || object.role === "table cell") return {};
  const { bus } = reading;
  const count = await reading.attempt(getActionCount(bus, object.ref, reading.options())) ?? 0;
  const names = await Promise.all(
    indexes(count).map((i) => reading.attempt(getActionName(bus, object.ref, i, reading.options()))),
  );
  return { actions: names.map((name) => name ?? "") };
}

/**
 * What can be said before anything is read: a field that may hold a text counts as secret until its details say that
 * it is not.
 */
export function presume(object: BareObject): Details {
  const bounds = object.bounds ? { bounds: object.bounds } : {};
  return isField(object) && (mayHoldText(object) || isSecret(object)) ? { ...bounds, secret: true } : bounds;
}

/** Text comes last: only what a field is called says whether its text may be read. */
async function readField(reading: Reading, object: BareObject): Promise<Details> {
  const [attributes, label] = await Promise.all([readAttributes(reading, object), readLabel(reading, object)]);
  const details: Details = { ...attributes, ...label };
  const { role, name, description } = object;
  const unknown = !attributes || !label;
  if (isField(object) && (unknown && mayHoldText(object) || isSecret({ role, name, description, ...details }))) {
    return { ...details, secret: true };
  }
  return { ...details, ...await readText(reading, object) };
}

function mayHoldText(object: BareObject): boolean {
  return object.interfaces.has("Text") || object.interfaces.has("EditableText");
}

function isField(object: BareObject): boolean {
  return fieldRoles.has(object.role) || object.states.has("editable") || object.interfaces.has("EditableText");
}

/** Undefined when the application did not answer. */
async function readAttributes(reading: Reading, object: BareObject): Promise<Details | undefined> {
  if (!describedRoles.has(object.role) && !isField(object)) return {};
  const attributes = await reading.answer(getAttributes(reading.bus, object.ref, reading.options()));
  return attributes ? { attributes } : attributes === null ? {} : undefined;
}

/** Undefined when the application did not answer. */
async function readLabel(reading: Reading, object: BareObject): Promise<Details | undefined> {
  // A combo box is named by its choice; what it is for, its label says.
  if (!labelledRoles.has(object.role) || (object.name !== "" && object.role !== "combo box")) return {};
  const labels = await reading.answer(getLabels(reading.bus, object.ref, reading.options()));
  const owned = await reading.own((labels ?? []).slice(0, MAX_LISTED));
  const names = await Promise.all(
    owned.map((ref) => reading.answer(getName(reading.bus, ref, reading.options()))),
  );
  if (labels === undefined || names.includes(undefined)) return undefined;
  const label = names.filter((name) => name).join(" ");
  return label === "" ? {} : { label };
}

async function readText(reading: Reading, object: BareObject): Promise<Details> {
  if (!object.interfaces.has("Text") || !hasOwnText(object)) return {};
  const { bus } = reading;
  const { ref } = object;
  const [length = 0, caret = -1, selected = 0] = await Promise.all([
    reading.attempt(getCharacterCount(bus, ref, reading.options())),
    reading.attempt(getCaretOffset(bus, ref, reading.options())),
    reading.attempt(getSelectionCount(bus, ref, reading.options())),
  ]);
  const end = Math.min(length, MAX_TEXT);
  const [content, ...selections] = await Promise.all([
    end > 0 ? reading.attempt(getText(bus, ref, 0, end, reading.options())) : "",
    ...indexes(selected).map((i) => reading.attempt(getSelection(bus, ref, i, reading.options()))),
  ]);
  if (content === undefined) return {};
  const ranges = selections.filter((range) => range !== undefined);
  return { text: { content, length, truncated: end < length, caret, selections: ranges } };
}

/** The text of labels, buttons and the like is their name. */
function hasOwnText(object: BareObject): boolean {
  return object.name === "" || isField(object) || textRoles.has(object.role);
}

function indexes(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(count, MAX_LISTED)) }, (_, i) => i);
}
