/**
 * `org.a11y.atspi.Accessible`: what every object has.
 * @module
 */
import type { AccessibleRef } from "../accessible_ref.ts";
import { type Caller, getProperty, readRef } from "../caller.ts";
import type { CallOptions } from "../connection.ts";
import { roleName } from "../role_names.ts";
import { stateNames } from "../state_names.ts";
import type { Reader } from "../wire/reader.ts";

const INTERFACE = "org.a11y.atspi.Accessible";
const PREFIX = "org.a11y.atspi.";
/** Relations between labels and what they name (`ATSPI_RELATION_LABEL_FOR`, `ATSPI_RELATION_LABELLED_BY`). */
const LABEL_FOR = 1;
const LABELLED_BY = 2;

/** The object's children, in order. Never call it on objects that manage descendants, or that have thousands. */
export function getChildren(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<AccessibleRef[]> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetChildren",
    replySignature: "a(so)",
    read: (reader) => reader.array(8, () => readRef(reader)),
  }, options);
}

/** The object around this one; a null reference for none. */
export function getParent(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<AccessibleRef> {
  return getProperty(caller, ref, { interface: INTERFACE, name: "Parent", signature: "(so)", read: readRef }, options);
}

/** The child at an index; a null reference for none. */
export function getChildAtIndex(
  caller: Caller,
  ref: AccessibleRef,
  index: number,
  options?: CallOptions,
): Promise<AccessibleRef> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetChildAtIndex",
    signature: "i",
    write: (writer) => writer.int32(index),
    replySignature: "(so)",
    read: readRef,
  }, options);
}

/** The object's place among its parent's children, from 0; -1 for none. */
export function getIndexInParent(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetIndexInParent",
    replySignature: "i",
    read: (reader) => reader.int32(),
  }, options);
}

/** The object's AT-SPI role name. */
export function getRole(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<string> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetRole",
    replySignature: "u",
    read: (reader) => roleName(reader.uint32()),
  }, options);
}

/** The names of the object's states. */
export function getState(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<ReadonlySet<string>> {
  return caller.call(
    ref,
    { interface: INTERFACE, member: "GetState", replySignature: "au", read: readStates },
    options,
  );
}

/** The object's short interface names. */
export function getInterfaces(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<ReadonlySet<string>> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetInterfaces",
    replySignature: "as",
    read: readInterfaces,
  }, options);
}

/** The object's attributes. */
export function getAttributes(
  caller: Caller,
  ref: AccessibleRef,
  options?: CallOptions,
): Promise<Record<string, string>> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetAttributes",
    replySignature: "a{ss}",
    read: (reader) => Object.fromEntries(reader.array(8, () => readPair(reader))),
  }, options);
}

/** The objects that label this one. */
export function getLabels(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<AccessibleRef[]> {
  return getRelated(caller, ref, LABELLED_BY, options);
}

/** The objects that this one labels. */
export function getLabelled(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<AccessibleRef[]> {
  return getRelated(caller, ref, LABEL_FOR, options);
}

function getRelated(
  caller: Caller,
  ref: AccessibleRef,
  relation: number,
  options: CallOptions | undefined,
): Promise<AccessibleRef[]> {
  return caller.call(ref, {
    interface: INTERFACE,
    member: "GetRelationSet",
    replySignature: "a(ua(so))",
    read: (reader) => reader.array(8, () => readTargets(reader, relation)).flat(),
  }, options);
}

/** The object's name. */
export function getName(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<string> {
  return getProperty(caller, ref, textProperty("Name"), options);
}

/** The object's description. */
export function getDescription(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<string> {
  return getProperty(caller, ref, textProperty("Description"), options);
}

/** How many children the object has; -1 when it doesn't know. */
export function getChildCount(caller: Caller, ref: AccessibleRef, options?: CallOptions): Promise<number> {
  const read = (reader: Reader) => reader.int32();
  return getProperty(caller, ref, { interface: INTERFACE, name: "ChildCount", signature: "i", read }, options);
}

/** A state set, `au`. */
export function readStates(reader: Reader): ReadonlySet<string> {
  const [low = 0, high = 0] = reader.array(4, () => reader.uint32());
  return stateNames(low, high);
}

const knownInterfaces = new Map<string, ReadonlySet<string>>();
/** Few combinations are in use; an application that makes up more gets no memory for them. */
const MAX_KNOWN = 1000;

/** Interface names, `as`, without their common prefix. Equal lists give the same set. */
export function readInterfaces(reader: Reader): ReadonlySet<string> {
  const names = reader.array(4, () => reader.string());
  const key = names.join(" ");
  const found = knownInterfaces.get(key);
  if (found) return found;
  const set = new Set(names.map((name) => name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name));
  if (knownInterfaces.size >= MAX_KNOWN) knownInterfaces.clear();
  knownInterfaces.set(key, set);
  return set;
}

function textProperty(name: string) {
  return { interface: INTERFACE, name, signature: "s", read: (reader: Reader) => reader.string() };
}

function readPair(reader: Reader): [string, string] {
  reader.align(8);
  return [reader.string(), reader.string()];
}

/** The targets of one relation, if it is the wanted one. */
function readTargets(reader: Reader, wanted: number): AccessibleRef[] {
  reader.align(8);
  const relation = reader.uint32();
  const targets = reader.array(8, () => readRef(reader));
  return relation === wanted ? targets : [];
}
