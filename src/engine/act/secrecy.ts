/**
 * Whether a field that an action is about to use holds a secret. A look that lacked an answer counts every field as
 * secret: here the field itself is asked again, with time of its own.
 * @module
 */
import type { AccessibilityBus } from "../atspi/bus.ts";
import { getAttributes, getDescription, getLabels, getName, getRole } from "../atspi/interfaces/accessible.ts";
import { isSecret } from "../atspi/secret.ts";
import { CallTimeout, DBusError } from "../atspi/wire/errors.ts";
import type { Element } from "../observe/element.ts";

/** How long each answer may take, ms. */
const ANSWER_MS = 2_000;
/** Most labels that are asked for their text. */
const MAX_LABELS = 8;

/** The element with what is known of its secrecy now; what does not answer stays secret. */
export async function knowingSecrecy(element: Element, bus: AccessibilityBus, signal: AbortSignal): Promise<Element> {
  if (!element.secret) return element;
  try {
    return { ...element, secret: await holdsSecret(element, bus, signal) };
  } catch (error) {
    if (error instanceof CallTimeout) return element;
    throw error;
  }
}

async function holdsSecret({ ref }: Element, bus: AccessibilityBus, signal: AbortSignal): Promise<boolean> {
  const options = { signal, deadlineMs: ANSWER_MS };
  const [role, name, description, attributes, labels] = await Promise.all([
    getRole(bus, ref, options),
    getName(bus, ref, options),
    orElse(getDescription(bus, ref, options), ""),
    orElse(getAttributes(bus, ref, options), {}),
    orElse(getLabels(bus, ref, options), []),
  ]);
  const own = labels.filter((label) => label.bus === ref.bus).slice(0, MAX_LABELS);
  const texts = await Promise.all(own.map((label) => orElse(getName(bus, label, options), "")));
  return isSecret({ role, name, description, attributes, label: texts.join(" ") });
}

/** What toolkits without that answer, which is an answer too: Qt 5 has no attributes. */
async function orElse<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DBusError) return otherwise;
    throw error;
  }
}
