/**
 * What is chosen in a combo box that does not say it itself.
 * @module
 */
import type { AccessibleText } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { BareObject } from "./bare_object.ts";
import { getChildren, getName } from "./interfaces/accessible.ts";
import { getSelectedChild } from "./interfaces/selection.ts";
import type { Reading } from "./reading.ts";
import { readText } from "./text_details.ts";

/** Stands in a text for an object. */
const EMBEDDED = "\uFFFC";

/** The text of a combo box, or the name of what is selected in its menu. Undefined when the object can't say. */
export async function readChoice(reading: Reading, object: BareObject): Promise<AccessibleText | undefined> {
  const text = await readText(reading, object);
  if (text?.content !== EMBEDDED) return text;
  const menu = await menuOf(reading, object.ref);
  if (!menu) return undefined;
  const item = await reading.attemptRef(getSelectedChild(reading.bus, menu, 0, reading.options()));
  const content = item ? await reading.attempt(getName(reading.bus, item, reading.options())) : "";
  return content === undefined ? undefined : { ...text, content, length: content.length };
}

async function menuOf(reading: Reading, ref: AccessibleRef): Promise<AccessibleRef | undefined> {
  const known = reading.mirror.get(ref)?.children;
  if (known) return known[0]?.ref;
  const [menu] = await reading.attempt(getChildren(reading.bus, ref, reading.options())) ?? [];
  return menu && (await reading.own([menu]))[0];
}
