/**
 * The actions of `act` and the report of each.
 * @module
 */
import { z } from "zod";
import { elementId, locatorSchema, pointSchema, windowSchema } from "./values.ts";

/** Longest text of one action in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1_000_000;

const modifiers = z.array(z.enum(["shift", "ctrl", "alt", "super"])).max(4).optional()
  .describe("held while the action runs");
const button = z.enum(["left", "middle", "right", "back", "forward"]).default("left");
const holdMs = z.int().min(0).max(10_000).optional().describe("how long to hold, ms");
const place = {
  element: elementId.optional(),
  locator: locatorSchema.optional(),
  point: pointSchema.optional(),
};
const text = z.string().max(MAX_TEXT_LENGTH);

/** Each action by its type. All fields but `type` are the action's own. */
export const actionSchemas = {
  click: z.object({
    type: z.literal("click"),
    ...place,
    button,
    count: z.int().min(1).max(3).default(1),
    modifiers,
    hold_ms: holdMs,
  }).strict(),
  hover: z.object({ type: z.literal("hover"), ...place }).strict(),
  move_relative: z.object({
    type: z.literal("move_relative"),
    dx: z.int().min(-32768).max(32767),
    dy: z.int().min(-32768).max(32767),
  }).strict(),
  button_down: z.object({ type: z.literal("button_down"), ...place, button }).strict(),
  button_up: z.object({ type: z.literal("button_up"), ...place, button }).strict(),
  drag: z.object({
    type: z.literal("drag"),
    path: z.array(pointSchema).min(2).max(256).describe("points that the pointer passes with the button held"),
    button,
    modifiers,
  }).strict(),
  scroll: z.object({
    type: z.literal("scroll"),
    ...place,
    direction: z.enum(["up", "down", "left", "right"]),
    pages: z.number().positive().max(100).optional().describe("500 pixels a page"),
    notches: z.int().min(1).max(100).optional(),
    pixels: z.int().min(1).max(50_000).optional(),
    modifiers,
  }).strict(),
  type_text: z.object({ type: z.literal("type_text"), text }).strict(),
  paste: z.object({ type: z.literal("paste"), text }).strict(),
  press_key: z.object({
    type: z.literal("press_key"),
    key: z.string().min(1).max(128).describe('a key or chord: "Return", "ctrl+shift+s"'),
    repeat: z.int().min(1).max(100).default(1),
    hold_ms: holdMs,
  }).strict(),
  set_value: z.object({
    type: z.literal("set_value"),
    element: elementId.optional(),
    locator: locatorSchema.optional(),
    value: z.union([text, z.number()]),
  }).strict(),
  select_text: z.object({
    type: z.literal("select_text"),
    element: elementId.optional(),
    locator: locatorSchema.optional(),
    text: text.min(1),
    prefix: text.optional().describe("what stands right before it"),
    suffix: text.optional().describe("what stands right after it"),
  }).strict(),
  perform_action: z.object({
    type: z.literal("perform_action"),
    element: elementId.optional(),
    locator: locatorSchema.optional(),
    action: z.string().min(1).max(128).describe("the toolkit's own name of the action"),
  }).strict(),
  focus: z.object({ type: z.literal("focus"), element: elementId.optional(), locator: locatorSchema.optional() })
    .strict(),
} as const;

/** The type of an action. */
export type ActionType = keyof typeof actionSchemas;

/** Any action. */
export const actionSchema = z.discriminatedUnion("type", [
  actionSchemas.click,
  actionSchemas.hover,
  actionSchemas.move_relative,
  actionSchemas.button_down,
  actionSchemas.button_up,
  actionSchemas.drag,
  actionSchemas.scroll,
  actionSchemas.type_text,
  actionSchemas.paste,
  actionSchemas.press_key,
  actionSchemas.set_value,
  actionSchemas.select_text,
  actionSchemas.perform_action,
  actionSchemas.focus,
]);
/** Any action, defaults filled in. */
export type Action = z.infer<typeof actionSchema>;
/** One kind of action, defaults filled in. */
export type ActionOf<T extends ActionType> = z.infer<(typeof actionSchemas)[T]>;

/** The ways an action can be delivered; chosen before dispatch. */
export const routeSchema = z.enum(["accessibility", "send_event", "own_device", "core_device", "clipboard"]);
/** A way of delivery. */
export type Route = z.infer<typeof routeSchema>;

/** What was seen after an action. */
export const effectSchema = z.enum(["confirmed", "reacted", "none", "unknown"]);
/** What was seen after an action. */
export type Effect = z.infer<typeof effectSchema>;

/** The report of one action. */
export const reportSchema = z.object({
  type: z.string(),
  route: routeSchema,
  effect: effectSchema,
  evidence: z.array(z.string()).describe("what was seen"),
  window: windowSchema.optional().describe("the window it landed on"),
  warnings: z.array(z.string()),
  timing: z.object({ dispatch_ms: z.number(), settle_ms: z.number() }),
});
/** The report of one action. */
export type ActionReport = z.infer<typeof reportSchema>;
