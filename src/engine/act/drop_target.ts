/**
 * Where a held button may be released: what is dragged there is handed to whoever owns the place.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import { decide } from "../../policy/decide.ts";
import { inline } from "../escape.ts";
import { subjectOf } from "../world/windows.ts";
import { topmostAt } from "../x11/focus.ts";
import { type DisplayPoint, ownerAt } from "./activate.ts";
import { windowUnder } from "./pointer.ts";
import type { Scene } from "./scene.ts";

/**
 * Over the application itself, over the bare display, or over an application that may be driven too.
 *
 * @throws {OperationError} `input_refused` naming the window in the way; nothing was released.
 */
export function demandDropTarget(point: DisplayPoint, scene: Scene): void {
  const { context, connection, world } = scene;
  if (ownerAt(scene, point) || topmostAt(connection.display, point.x, point.y) === null) return;
  const other = windowUnder(point, scene);
  if (other && decide(subjectOf(other, world), context.settings.policy).access === "allowed") return;
  const what = other ? `the window ${inline(other.title)}` : "a window";
  throw new OperationError(
    "input_refused",
    `At ${point.x},${point.y} is ${what} of an application that was not approved; release over another place`,
  );
}
