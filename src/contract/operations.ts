/**
 * Every operation of the engine, defined once: parameters, result, audience, effect, deadline.
 * The NDJSON surface, `linux-cua schema`, the README's table and the discrete MCP tools derive from this list.
 * @module
 */
import { z } from "zod";
import { actionSchema, reportSchema, routeSchema } from "./actions.ts";
import { findParams, findResult, observationSchema, observeParams } from "./observations.ts";
import { waitForParams, waitForResult } from "./predicates.ts";
import {
  appId,
  appSchema,
  frameId,
  imageSchema,
  monitorSchema,
  observationId,
  pictureOptions,
  windowId,
  windowSchema,
  windowTarget,
} from "./values.ts";

export { type Observation, observationSchema } from "./observations.ts";

/** Who may call an operation: model code (through the host), or the trusted host alone. */
export type Audience = "model" | "host";
/** What an operation does to the desktop. */
export type OperationEffect = "reads" | "acts" | "governs";

/** The definition of one operation. */
export interface Operation<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** One or two sentences for people and models. */
  readonly description: string;
  /** Who may call it. */
  readonly audience: Audience;
  /** `acts` operations run one at a time on a display. */
  readonly effect: OperationEffect;
  /** Milliseconds after which the engine gives up; the host kills it 2 s later. */
  readonly deadlineMs: number;
  /** Parameters. */
  readonly params: P;
  /** Result. */
  readonly result: R;
}

/** Default deadline of an operation, ms. */
export const DEFAULT_DEADLINE_MS = 20_000;
/** How much longer than the deadline the host waits before it kills the engine, ms. */
export const KILL_GRACE_MS = 2_000;

function define<P extends z.ZodType, R extends z.ZodType>(
  operation: Omit<Operation<P, R>, "deadlineMs"> & { deadlineMs?: number },
): Operation<P, R> {
  return { deadlineMs: DEFAULT_DEADLINE_MS, ...operation };
}

const empty = z.object({}).strict();
const done = z.object({});

/** Scopes of an approval: until the turn ends, until the session ends, or stored. */
export const approvalScope = z.enum(["turn", "session", "always"]);
/** Scope of an approval. */
export type ApprovalScope = z.infer<typeof approvalScope>;

/** An approval: an application id together with its executable. */
export const approvalSchema = z.object({
  app_id: appId,
  executable: z.string().min(1).max(4096).describe("absolute path of the program"),
  scope: approvalScope,
});
/** An approval. */
export type Approval = z.infer<typeof approvalSchema>;

/** The operations by name. */
export const operations = {
  list_apps: define({
    description: "Lists applications: those with windows, and installed ones.",
    audience: "model",
    effect: "reads",
    params: z.object({ running_only: z.boolean().default(false) }).strict(),
    result: z.object({ apps: z.array(appSchema) }),
  }),
  list_windows: define({
    description: "Lists top-level windows with title, geometry and state, topmost first, and the monitors.",
    audience: "model",
    effect: "reads",
    params: z.object({ app: appId.optional() }).strict(),
    result: z.object({ windows: z.array(windowSchema), monitors: z.array(monitorSchema) }),
  }),
  observe: define({
    description: "Reads a window's accessibility tree; optionally with a screenshot of the same moment.",
    audience: "model",
    effect: "reads",
    params: observeParams,
    result: observationSchema,
  }),
  find: define({
    description: "Finds elements by role, name, text or states, and waits for the first match if asked to.",
    audience: "model",
    effect: "reads",
    params: findParams,
    result: findResult,
  }),
  wait_for: define({
    description:
      "Waits for windows, elements, values, states, texts or quiet in an application; says what proves each.",
    audience: "model",
    effect: "reads",
    params: z.object({ ...windowTarget, ...waitForParams }).strict(),
    result: waitForResult,
  }),
  act: define({
    description: "Performs actions in order and stops at the first failure; says what was seen after each.",
    audience: "model",
    effect: "acts",
    params: z.object({
      target: z.object({
        window_id: windowId.optional(),
        app: windowTarget.app,
        display: z.literal(true).optional().describe("the whole display (private desktops only)"),
      }).strict(),
      actions: z.array(actionSchema).min(1).max(64),
      frame: frameId.optional().describe("the frame that coordinates were read from; needed for points"),
      observe: z.boolean().default(true),
      since: observationId.optional(),
      screenshot: z.boolean().default(false).describe("with a picture of what came of it"),
      ...pictureOptions,
      delivery: z.union([z.literal("auto"), routeSchema]).default("auto"),
    }).strict(),
    result: z.object({
      reports: z.array(reportSchema),
      window: windowSchema.optional(),
      windows: z.array(windowSchema),
      observation: observationSchema.optional(),
      screenshot: imageSchema.optional(),
      warnings: z.array(z.string()),
      last_id: z.int(),
      timing: z.object({ dispatch_ms: z.number(), settle_ms: z.number(), observe_ms: z.number() }),
    }),
  }),
  capture: define({
    description: "Takes a picture of a window, or of the whole private display, as PNG.",
    audience: "model",
    effect: "reads",
    params: z.object({
      ...windowTarget,
      display: z.literal(true).optional(),
      ...pictureOptions,
    }).strict(),
    result: imageSchema.extend({ last_id: z.int() }),
  }),
  launch_app: define({
    description:
      "Starts an installed application by the name of its desktop entry, menu or program; never a command line.",
    audience: "model",
    effect: "acts",
    params: z.object({
      name: z.string().min(1).max(256),
      timeout_ms: z.int().min(100).max(18_000).default(10_000).describe("how long to wait for its window"),
    }).strict(),
    result: z.object({ app: appSchema, window: windowSchema.optional(), warnings: z.array(z.string()) }),
  }),
  clipboard_read: define({
    description: "Returns the clipboard's text, or null.",
    audience: "model",
    effect: "reads",
    params: empty,
    result: z.object({ text: z.string().nullable() }),
  }),
  clipboard_write: define({
    description: "Puts a text on the clipboard.",
    audience: "model",
    effect: "acts",
    params: z.object({ text: z.string().max(20_000_000) }).strict(),
    result: done,
  }),
  clipboard_release: define({
    description: "Gives the clipboard up.",
    audience: "model",
    effect: "acts",
    params: empty,
    result: done,
  }),
  hello: define({
    description: "Says who the engine is and which display it drives; connects to the display.",
    audience: "host",
    effect: "governs",
    params: empty,
    result: z.object({
      name: z.literal("linux-cua"),
      version: z.string(),
      protocol: z.literal(1),
      pid: z.int(),
      display: z.string(),
      desktop: z.enum(["private", "live"]),
      screen: z.object({ width: z.int(), height: z.int() }),
      accessibility: z.boolean(),
      warnings: z.array(z.string()),
    }),
  }),
  approve_app: define({
    description: "Allows an application to be read and driven: its id together with its executable.",
    audience: "host",
    effect: "governs",
    params: approvalSchema.strict(),
    result: done,
  }),
  revoke_app: define({
    description: "Takes approvals of an application back.",
    audience: "host",
    effect: "governs",
    params: z.object({ app_id: appId }).strict(),
    result: z.object({ revoked: z.int().min(0) }),
  }),
  turn_ended: define({
    description: "Ends the turn: its approvals end, the abort latch is cleared.",
    audience: "host",
    effect: "governs",
    params: z.object({
      keep_abort: z.boolean().default(false).describe("leaves the abort latch as it is: nobody vouches for the end"),
    }).strict(),
    result: done,
  }),
  seed: define({
    description: "Gives a restarted engine what the one before it knew.",
    audience: "host",
    effect: "governs",
    params: z.object({
      approvals: z.array(approvalSchema).max(1000).default([]),
      abort_latched: z.boolean().optional(),
      first_id: z.int().min(1).optional().describe("ids start here; ids given out earlier never come again"),
    }).strict(),
    result: done,
  }),
  shutdown: define({
    description: "Ends the engine after releasing what it holds.",
    audience: "host",
    effect: "governs",
    params: empty,
    result: done,
  }),
} as const satisfies Record<string, Operation>;

/** The name of an operation. */
export type OperationName = keyof typeof operations;
/** Parameters of an operation as a caller may write them (defaults optional). */
export type ParamsInput<K extends OperationName> = z.input<(typeof operations)[K]["params"]>;
/** Parameters of an operation as a handler sees them (defaults filled in). */
export type Params<K extends OperationName> = z.output<(typeof operations)[K]["params"]>;
/** Result of an operation. */
export type Result<K extends OperationName> = z.output<(typeof operations)[K]["result"]>;

/** The names of all operations in the order of the contract. */
export const operationNames = Object.keys(operations) as OperationName[];

/** Whether a text names an operation (own names only, never inherited ones such as `toString`). */
export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
