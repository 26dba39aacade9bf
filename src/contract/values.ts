/**
 * Values that several operations share: windows, applications, frames, locators, targets.
 * @module
 */
import { z } from "zod";

/** An X window id (29 bits in the X11 protocol). */
export const windowId = z.int().min(1).max(0x1fffffff).describe("X window id");
/** An element id: from one counter, never reused in a session. */
export const elementId = z.int().min(1).describe("element id from an observation");
/** An observation id. */
export const observationId = z.int().min(1).describe("id of an earlier observation");
/** A frame id: names the picture or tree that coordinates were read from. */
export const frameId = z.int().min(1).describe("id of the frame that coordinates were read from");
/** An application id: WM_CLASS, compared case-insensitively. */
export const appId = z.string().min(1).max(256).describe("application id (WM_CLASS)");

/** A rectangle in X pixels. */
export const rectSchema = z.object({ x: z.int(), y: z.int(), width: z.int().min(0), height: z.int().min(0) });
/** A rectangle in X pixels. */
export type Rect = z.infer<typeof rectSchema>;

/** A point in the pixels of the frame that it is read from. */
export const pointSchema = z.tuple([z.int().min(-32768).max(32767), z.int().min(-32768).max(32767)])
  .describe("[x, y] in the pixels of the frame");
/** A point, `[x, y]`. */
export type Point = z.infer<typeof pointSchema>;

/** A top-level window. */
export const windowSchema = z.object({
  window_id: windowId,
  app_id: z.string(),
  pid: z.int().optional(),
  title: z.string(),
  bounds: rectSchema.describe("client area on the display, X pixels"),
  kind: z.enum(["main", "dialog", "popup"]),
  focused: z.boolean(),
  modal: z.boolean(),
  iconified: z.boolean(),
  transient_for: windowId.optional(),
  toolkit: z.string().optional().describe("toolkit name and version, where known"),
  scale: z.number().positive().optional().describe("X pixels per unit of the toolkit, where known"),
});
/** A top-level window. */
export type WindowInfo = z.infer<typeof windowSchema>;

/** A monitor: a part of the screen. */
export const monitorSchema = z.object({
  name: z.string(),
  bounds: rectSchema.describe("place on the display, X pixels; a place left of or above the screen is negative"),
  primary: z.boolean().describe("at most one is"),
});
/** A monitor. */
export type MonitorInfo = z.infer<typeof monitorSchema>;

/** What the policy says of an application. */
export const accessSchema = z.enum(["allowed", "approval_required", "denied"]);
/** What the policy says of an application. */
export type Access = z.infer<typeof accessSchema>;

/** An application: an X client group, or an installed desktop entry. */
export const appSchema = z.object({
  app_id: z.string(),
  name: z.string().optional().describe("name of its desktop entry"),
  desktop_entry: z.string().optional().describe("desktop entry id"),
  executable: z.string().optional(),
  pid: z.int().optional(),
  running: z.boolean(),
  access: accessSchema,
  reason: z.string().optional().describe("why it is denied"),
  windows: z.array(windowSchema),
});
/** An application. */
export type AppInfo = z.infer<typeof appSchema>;

/** A frame: what coordinates refer to. */
export const frameSchema = z.object({
  id: frameId,
  window_id: windowId.optional(),
  display: z.literal(true).optional(),
  region: rectSchema.optional().describe("the part that it shows, X pixels of the window; left out for all of it"),
  scale: z.number().positive().describe("frame pixels per X pixel"),
  width: z.int().min(1),
  height: z.int().min(1),
});
/** A frame. */
export type Frame = z.infer<typeof frameSchema>;

/** A pattern for names: an exact or partial text, or a regular expression. */
export const textPattern = z.union([
  z.string().min(1).max(1024),
  z.object({ regex: z.string().min(1).max(1024), flags: z.string().regex(/^[imsu]*$/).optional() }),
]);
/** A pattern for names. */
export type TextPattern = z.infer<typeof textPattern>;

/** Names an element by what it is instead of by id; resolved against a fresh observation. */
export const locatorSchema = z.object({
  role: z.string().min(1).max(64).optional().describe("role; common spellings are accepted (textbox, push button)"),
  name: textPattern.optional().describe(
    "accessible name: exact before partial, case-insensitive, or a regular expression",
  ),
  text: textPattern.optional().describe("matches name, description, text or value"),
  states: z.array(z.string().min(1).max(32)).max(16).optional().describe("states it must have; a leading ! negates"),
  index: z.int().min(0).max(10000).optional().describe("which match to take, from 0, in reading order"),
}).strict().refine(
  (l) => l.role !== undefined || l.name !== undefined || l.text !== undefined || l.states !== undefined,
  {
    message: "a locator needs at least one of role, name, text, states",
  },
);
/** A locator. */
export type Locator = z.infer<typeof locatorSchema>;

/** An encoded picture. */
export const imageSchema = z.object({
  mime_type: z.string(),
  data: z.string().describe("base64"),
  frame: frameSchema,
  warnings: z.array(z.string()).optional(),
});
/** An encoded picture. */
export type Image = z.infer<typeof imageSchema>;

const side = z.int().min(1).max(32767);
const corner = z.int().min(-32768).max(32767);

/** What a picture shows, and how large; the same wherever one can be had. */
export const pictureOptions = {
  marks: z.boolean().default(false).describe(
    "draw numbered boxes around what can be acted on; numbers are element ids",
  ),
  region: z.object({ x: corner, y: corner, width: side, height: side }).strict().optional()
    .describe("the part to show, X pixels of the window"),
  zoom: z.int().min(1).max(8).default(1).describe("how many times to enlarge it"),
  max_width: z.int().min(64).max(8192).default(1280)
    .describe("widest that the picture may be; its height is held to the same, or to 1280 if that is more"),
};
/** The schema of the options. */
export const pictureSchema = z.object(pictureOptions);
/** What a picture shows, and how large. */
export type PictureOptions = z.infer<typeof pictureSchema>;

/** Which window to look at: by id, or the active window of an application. */
export const windowTarget = {
  window_id: windowId.optional(),
  app: z.string().min(1).max(256).optional().describe("application id; its focused or modal window is taken"),
};
