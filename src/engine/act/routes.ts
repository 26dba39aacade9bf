/**
 * Which way an action goes: kind of desktop × kind of input → route. The table holds what was measured to arrive.
 * @module
 */
import type { Route } from "../../contract/actions.ts";
import { OperationError } from "../../contract/errors.ts";
import type { Scene } from "./scene.ts";

/** Kinds of input. */
export type InputKind = "pointer" | "keys" | "text" | "value" | "action";

/** A row: the first route is taken, the others may be asked for by name. */
interface Row {
  readonly routes: readonly Route[];
  /** What to do instead where there is no route. */
  readonly otherwise?: string;
}

/**
 * A private desktop has nobody else's pointer, so core XTEST input after activation and proof reaches every toolkit.
 * Text and values go over accessibility where the widget offers that, because they can be read back.
 */
const privateDesktop: Readonly<Record<InputKind, Row>> = {
  pointer: { routes: ["core_device"] },
  keys: { routes: ["core_device"] },
  text: { routes: ["accessibility", "core_device"] },
  value: { routes: ["accessibility"] },
  action: { routes: ["accessibility"] },
};

/** On a live desktop the person's pointer and focus are left alone. */
const liveDesktop: Readonly<Record<InputKind, Row>> = {
  pointer: { routes: [], otherwise: "use perform_action with the element's own action" },
  keys: { routes: [], otherwise: "use set_value or perform_action" },
  text: { routes: ["accessibility"] },
  value: { routes: ["accessibility"] },
  action: { routes: ["accessibility"] },
};

/**
 * The route for an input, from those that the widget at hand can take.
 *
 * @param possible Routes that this widget can take, best first.
 * @throws {OperationError} `unsupported` before anything is sent, saying what would work.
 */
export function chooseRoute(scene: Scene, kind: InputKind, possible: readonly Route[]): Route {
  const { live } = scene.context.settings;
  const row = (live ? liveDesktop : privateDesktop)[kind];
  const { delivery } = scene.params;
  const open = possible.filter((route) => row.routes.includes(route));
  const route = delivery === "auto" ? open[0] : open.find((candidate) => candidate === delivery);
  if (route) return route;
  const where = live ? "a live desktop" : "a private desktop";
  const wanted = delivery === "auto" ? `${kind} input` : `${kind} input by the route ${delivery}`;
  const advice = open.length > 0 ? `possible here: ${open.join(", ")}` : row.otherwise ?? "use another action";
  throw new OperationError("unsupported", `Can't deliver ${wanted} on ${where}; ${advice}`);
}
