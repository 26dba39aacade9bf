/**
 * What `waitFor` waits for, in the short forms that models write.
 * @module
 */
import type { ParamsInput } from "../../contract/operations.ts";
import { isFields, refuse } from "./fields.ts";
import { toLocator } from "./places.ts";

type PredicateInput = ParamsInput<"wait_for">["predicates"][number];

/** Names of the contract's predicates. */
const types = ["window", "element", "value", "state", "text", "quiet"];

/**
 * The predicates of a call: one condition or a list of them; without any, quiet.
 *
 * @param present Whether what a locator, an id or `{window}` names shall be there.
 */
export function toPredicates(conditions: unknown, present: boolean): PredicateInput[] {
  const list = Array.isArray(conditions) ? conditions : [conditions ?? {}];
  return list.map((condition) => toPredicate(condition, present));
}

function toPredicate(value: unknown, present: boolean): PredicateInput {
  const is = present ? "exists" as const : "absent" as const;
  if (typeof value === "number") return { type: "element", element: value, is };
  if (!isFields(value)) return { type: "element", locator: toLocator(value), is };
  // The contract checks what was written in its own form.
  if (types.includes(String(value["type"]))) return value as PredicateInput;
  if (Object.keys(value).length === 0) return { type: "quiet" };
  const { window, quiet, absent, ...rest } = value;
  if (typeof quiet === "number") return { type: "quiet", ms: quiet };
  if (window !== undefined) return windowPredicate(window, present);
  if (absent !== undefined) return toPredicate(absent, false);
  if ("value" in rest || "matches" in rest) return valuePredicate(rest);
  if (typeof rest["element"] === "number") return elementPredicate(rest, is);
  return { type: "element", locator: toLocator(rest), is };
}

function windowPredicate(window: unknown, present: boolean): PredicateInput {
  const is = present ? "exists" as const : "gone" as const;
  if (typeof window === "number") return { type: "window", window_id: window, is };
  const { name } = toLocator({ name: window });
  return name === undefined ? refuse("window: give its title or id") : { type: "window", title: name, is };
}

/** `{element, states}` waits for the states of one element. */
function elementPredicate(fields: Record<string, unknown>, is: "exists" | "absent"): PredicateInput {
  const element = Number(fields["element"]);
  const { states } = fields;
  return Array.isArray(states) && is === "exists"
    ? { type: "state", element, states: states.map(String) }
    : { type: "element", element, is };
}

function valuePredicate({ value, matches, element, ...rest }: Record<string, unknown>): PredicateInput {
  const subject = typeof element === "number" ? { element } : { locator: toLocator(rest) };
  const { name: pattern } = matches === undefined ? {} : toLocator({ name: matches });
  const wanted = pattern === undefined
    ? { equals: typeof value === "number" ? value : String(value) }
    : { matches: pattern };
  return { type: "value", ...subject, ...wanted };
}
