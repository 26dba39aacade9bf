/**
 * An object of a tree that is being read.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { AccessibleNode, AccessibleText, AccessibleValue, CellPosition } from "./accessible_node.ts";
import type { AccessibleRef } from "./accessible_ref.ts";
import type { BareObject, Identity } from "./bare_object.ts";
import { isField, mayHoldText } from "./field_roles.ts";
import type { Memory } from "./mirror.ts";
import { intersection } from "./rectangles.ts";
import { isSecret } from "./secret.ts";
import type { Skew } from "./skew.ts";
import { cutsOffChildren, isPopover } from "./gtk4_rules.ts";
import { childrenStandElsewhere, isGtk4, type Toolkit } from "./toolkit_rules.ts";

/** An object whose identity is known. */
export type Known = Memory & { identity: Identity };

/** What is read of an object beside what it is. */
export interface Details {
  bounds?: Rect;
  value?: AccessibleValue;
  text?: AccessibleText;
  secret?: boolean;
  actions?: readonly string[];
  keys?: string;
  attributes?: Readonly<Record<string, string>>;
  label?: string;
}

/** Collects what is read of one object. */
export interface Draft {
  readonly object: BareObject;
  readonly memory: Known;
  /** Its place, or the nearest one around it that is known; null for the whole window. */
  readonly place: Rect | null;
  /** The part of the screen where its children can be seen; null when that is not known. */
  readonly clip: Rect | null;
  cell?: CellPosition | undefined;
  /** Which of its cells are in view. */
  showing?: string;
  /** What its place is moved by from where it is reported. */
  skew?: Skew | undefined;
  details: Details;
  children: Draft[];
  unread: number;
}

/** A draft of which no more is known yet than what the object is. */
export function draftOf(
  ref: AccessibleRef,
  memory: Known,
  toolkit: Toolkit,
  parent?: Draft,
  cell?: CellPosition,
): Draft {
  const object = { ref, ...memory.identity, ...memory.sight };
  const clip = clipOf(object, toolkit, parent);
  const place = memory.sight.bounds ?? parent?.place ?? null;
  return { object, memory, place, cell, clip, details: presume(object), children: [], unread: 0 };
}

/**
 * What can be said before anything is read: a field that may hold a text counts as secret until its details say that
 * it is not.
 */
function presume(object: BareObject): Details {
  const bounds = object.bounds ? { bounds: object.bounds } : {};
  return isField(object) && (mayHoldText(object) || isSecret(object)) ? { ...bounds, secret: true } : bounds;
}

function clipOf(object: BareObject, toolkit: Toolkit, parent: Draft | undefined): Rect | null {
  if (childrenStandElsewhere(object.role) || isGtk4(toolkit) && isPopover(object)) return null;
  const outer = parent?.clip ?? null;
  if (parent && !cutsOffChildren(object, toolkit)) return outer;
  if (!object.bounds || !outer) return object.bounds ?? outer;
  return intersection(object.bounds, outer) ?? outer;
}

/** The finished tree of a draft. */
export function finish(draft: Draft): AccessibleNode {
  const { ref, role, name, description, states, interfaces } = draft.object;
  const { table } = draft.memory;
  return {
    ref,
    role,
    name,
    description,
    states,
    interfaces,
    ...draft.details,
    ...(draft.cell ? { cell: draft.cell } : {}),
    ...(draft.skew ? { skew: draft.skew } : {}),
    ...(draft.showing ? { showing: draft.showing } : {}),
    ...(table ? { table } : {}),
    unread: draft.unread,
    children: draft.children.map(finish),
  };
}
