/**
 * Where secret fields are, so that pictures can hide them.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import type { Window } from "../../ffi/xid.ts";
import type { Connection } from "../connection.ts";
import { busNamesOf } from "../world/frames.ts";
import type { Snapshot } from "./element.ts";
import type { Look } from "./look.ts";

/** What a look found of a window's secret fields. */
export interface WindowSecrets {
  /** The window. */
  readonly window: Window;
  /** Where it was when the look began. */
  readonly bounds: Rect;
  /** Places of the visible secret fields on the display. */
  readonly places: readonly Rect[];
  /** Whether the application has fields that could not be read. */
  readonly unread: boolean;
}

/** Secret fields of a window that was looked at. An application that is not on the bus has none that could be known. */
export async function secretsOf(look: Look, connection: Connection, signal: AbortSignal): Promise<WindowSecrets> {
  const { toplevel, snapshot, busName, incomplete } = look;
  const unread = snapshot
    ? incomplete.length > 0
    : busName !== null || (await busNamesOf(connection, toplevel, signal)).size > 0;
  return { window: toplevel.window, bounds: toplevel.bounds, places: secretPlaces(snapshot), unread };
}

/**
 * The places to paint over, now that the window is there. A window that moved meanwhile may have been read before or
 * after it moved: both places count. Where fields of a window are that was resized is not certain.
 */
export function placesNow(secrets: WindowSecrets, now: Rect): { places: Rect[]; certain: boolean } {
  const { bounds, places, unread } = secrets;
  const [right, down] = [now.x - bounds.x, now.y - bounds.y];
  const moved = right === 0 && down === 0
    ? []
    : places.map((rect) => ({ ...rect, x: rect.x + right, y: rect.y + down }));
  const resized = now.width !== bounds.width || now.height !== bounds.height;
  return { places: [...places, ...moved], certain: !unread && !(resized && places.length > 0) };
}

function secretPlaces(snapshot: Snapshot | null): Rect[] {
  if (!snapshot) return [];
  return [...snapshot.elements.values()].flatMap(({ secret, visible }) => secret && visible ? [visible] : []);
}
