/**
 * An object of a tree that is being read.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleNode, CellPosition } from "./accessible_node.ts";
import type { BareObject } from "./bare_object.ts";
import { type Details, presume } from "./details.ts";
import { intersection } from "./rectangles.ts";
import { childrenStandElsewhere } from "./toolkit_rules.ts";

/** Collects what is read of one object. */
export interface Draft {
  readonly object: BareObject;
  /** The part of the screen where its children can be seen; null when that is not known. */
  readonly clip: Rect | null;
  cell?: CellPosition | undefined;
  table?: { rows: number; columns: number } | undefined;
  details: Details;
  children: Draft[];
  unread: number;
}

/** A draft of which no more is known yet than what the object is. */
export function draftOf(object: BareObject, parent?: Draft, cell?: CellPosition): Draft {
  return { object, cell, clip: clipOf(object, parent), details: presume(object), children: [], unread: 0 };
}

function clipOf(object: BareObject, parent: Draft | undefined): Rect | null {
  if (childrenStandElsewhere(object.role)) return null;
  const outer = parent?.clip ?? null;
  if (!object.bounds || !outer) return object.bounds ?? outer;
  return intersection(object.bounds, outer) ?? outer;
}

/** The finished tree of a draft. */
export function finish(draft: Draft): AccessibleNode {
  const { ref, role, name, description, states, interfaces } = draft.object;
  return {
    ref,
    role,
    name,
    description,
    states,
    interfaces,
    ...draft.details,
    ...(draft.cell ? { cell: draft.cell } : {}),
    ...(draft.table ? { table: draft.table } : {}),
    unread: draft.unread,
    children: draft.children.map(finish),
  };
}
