/**
 * Trees for tests, written down in few words.
 * @module
 */
import type { AccessibleNode } from "../../../src/engine/atspi/accessible_node.ts";
import type { AccessibleRef } from "../../../src/engine/atspi/accessible_ref.ts";
import type { Snapshot } from "../../../src/engine/observe/element.ts";
import { takeSnapshot } from "../../../src/engine/observe/snapshot.ts";

/** What a test says of a node beside its role and name; the rest is what most widgets have. */
export type Rest = Partial<Omit<AccessibleNode, "states" | "interfaces">> & {
  readonly states?: readonly string[];
  readonly interfaces?: readonly string[];
};

const usual = ["enabled", "sensitive", "showing", "visible"];

/** A node; `path` in its rest makes it the same object in another tree. */
export function node(
  role: string,
  name: string,
  rest: Rest & { path?: string; disabled?: boolean } = {},
): AccessibleNode {
  const { states = [], interfaces = ["Component"], path = `/${role}/${name}`, disabled, ...others } = rest;
  return {
    ref: { bus: ":1.1", path },
    role,
    name,
    description: "",
    unread: 0,
    children: [],
    ...others,
    states: new Set([...(disabled ? ["showing", "visible"] : usual), ...states]),
    interfaces: new Set(interfaces),
  };
}

/** A text field that holds a text. */
export function field(name: string, content: string, rest: Parameters<typeof node>[2] = {}): AccessibleNode {
  const text = { content, length: content.length, truncated: false, caret: 0, selections: [] };
  return node("entry", name, { interfaces: ["EditableText", "Text", "Action"], states: ["editable"], text, ...rest });
}

/** Numbers objects from 1 in the order in which they are first seen. */
export function numbering(): (ref: AccessibleRef) => number {
  const ids = new Map<string, number>();
  return (ref) => {
    const id = ids.get(ref.path) ?? ids.size + 1;
    ids.set(ref.path, id);
    return id;
  };
}

/** A snapshot of a tree. */
export function snapshot(root: AccessibleNode, idOf = numbering(), toolkit = "gtk"): Snapshot {
  return takeSnapshot(root, { idOf, toolkit });
}
