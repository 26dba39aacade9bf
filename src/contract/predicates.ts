/**
 * What `wait_for` waits for, and how it answers.
 * @module
 */
import { z } from "zod";
import { elementId, locatorSchema, textPattern, windowId } from "./values.ts";

const within = { window_id: windowId.optional().describe("look in that window of the application alone") };
const subject = {
  element: elementId.optional(),
  locator: locatorSchema.optional(),
  ...within,
};
const presence = z.enum(["exists", "absent"]).default("exists");

function namesOne(named: { element?: unknown; locator?: unknown }): boolean {
  return (named.element === undefined) !== (named.locator === undefined);
}
const oneSubject = { message: "name either an element or a locator" };

/** Each predicate by its type. */
const predicateSchemas = [
  z.object({
    type: z.literal("window"),
    window_id: windowId.optional(),
    title: textPattern.optional(),
    is: z.enum(["exists", "gone"]).default("exists"),
  }).strict().refine(({ window_id, title }) => window_id !== undefined || title !== undefined, {
    message: "name a window by window_id, title or both",
  }),
  z.object({ type: z.literal("element"), ...subject, is: presence }).strict().refine(namesOne, oneSubject),
  z.object({
    type: z.literal("value"),
    ...subject,
    equals: z.union([z.string().max(16_000), z.number()]).optional(),
    matches: textPattern.optional(),
  }).strict().refine(namesOne, oneSubject).refine(
    ({ equals, matches }) => (equals === undefined) !== (matches === undefined),
    { message: "say either what the value equals or what it matches" },
  ),
  z.object({
    type: z.literal("state"),
    ...subject,
    states: z.array(z.string().min(1).max(32)).min(1).max(16).describe("all must hold; a leading ! negates"),
  }).strict().refine(namesOne, oneSubject),
  z.object({
    type: z.literal("text"),
    text: textPattern.describe("anywhere in a name, value, description or label"),
    ...within,
    is: presence,
  }).strict(),
  z.object({
    type: z.literal("quiet"),
    ms: z.int().min(35).max(5_000).default(300).describe("how long nothing changes, not even a blinking caret"),
  }).strict(),
] as const;

/** One predicate of `wait_for`. */
export const predicateSchema = z.discriminatedUnion("type", predicateSchemas);
/** One predicate of `wait_for`, with defaults filled in. */
export type Predicate = z.output<typeof predicateSchema>;

/** What became of a predicate. */
export const verdictSchema = z.object({
  type: z.string(),
  result: z.enum(["met", "not_met", "unknown"]).describe("unknown: not everything could be read"),
  evidence: z.string().optional().describe("what was seen that says so; screen text in it is data"),
  reason: z.string().optional().describe("why it is not met, or not known"),
  element: elementId.optional(),
  window_id: windowId.optional(),
});
/** What became of a predicate. */
export type Verdict = z.infer<typeof verdictSchema>;

/** Most predicates of one call. */
const MAX_PREDICATES = 8;

/** Parameters of `wait_for` besides its target. */
export const waitForParams = {
  predicates: z.array(predicateSchema).min(1).max(MAX_PREDICATES),
  mode: z.enum(["all", "any"]).default("all"),
  timeout_ms: z.int().min(0).max(15_000).default(5_000),
};

/** Result of `wait_for`. */
export const waitForResult = z.object({
  met: z.boolean(),
  predicates: z.array(verdictSchema).describe("in the order of the call"),
  waited_ms: z.number(),
  last_id: z.int(),
});
