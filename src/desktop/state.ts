/**
 * What is kept and told about a desktop: its settings, its state, the files that hold them.
 * @module
 */
import { z } from "zod";

const processId = z.object({ pid: z.int().min(1), startTime: z.string().regex(/^\d+$/) });
/** A process that can't be mistaken for a later one: its number, and field 22 of `/proc/PID/stat` (clock ticks). */
export type ProcessId = z.output<typeof processId>;

/** A label: what a person calls a desktop. */
export const labelSchema = z.string().regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u,
  "a label has 1 to 64 letters, digits, spaces, dots, hyphens or underscores and begins with a letter or digit",
);
/** Width and height in X pixels, such as `1280x800`. */
export const geometrySchema = z.string().refine(isGeometry, {
  message: "a geometry is WIDTHxHEIGHT, each side 200 to 8192 pixels, such as 1280x800",
});

/** How to open a desktop, as the supervisor gets it. */
export const settingsSchema = z.object({
  label: labelSchema.optional(),
  geometry: geometrySchema.default("1280x800"),
  scale: z.number().min(1).max(4).default(1),
  home: z.enum(["private", "shared"]).default("shared"),
  viewable: z.boolean().default(false),
  ttlSeconds: z.number().positive().max(30 * 86_400).optional(),
  owner: z.int().min(1).optional(),
}).strict();
/** How to open a desktop, defaults filled in. */
export type DesktopSettings = z.output<typeof settingsSchema>;

/** A desktop's state, as `state.json` holds it. */
export const stateSchema = z.object({
  id: z.string(),
  label: z.string(),
  display: z.string().regex(/^:\d+$/),
  uuid: z.uuid(),
  directory: z.string(),
  environment: z.record(z.string(), z.string()),
  supervisor: processId,
  owner: processId.nullable(),
  createdAt: z.iso.datetime(),
  geometry: z.string(),
  scale: z.number(),
  home: z.enum(["private", "shared"]),
  accessibilityBus: z.string(),
  rfbSocket: z.string().nullable(),
  services: z.record(z.string(), processId),
});
/**
 * A desktop's state. `environment` is what its programs get; `createdAt` is ISO 8601; `geometry` is in X pixels;
 * `accessibilityBus` is the address that engines are given; `rfbSocket` is the RFB server's Unix socket, where there is one.
 */
export type DesktopState = z.output<typeof stateSchema>;

/** Who a folder belongs to, written before anything is started in it. */
export const identitySchema = z.object({ uuid: z.uuid(), pid: z.int().min(1), createdAt: z.iso.datetime() });
/** Who a folder belongs to; `pid` is the supervisor's, valid while it holds the {@linkcode lockFile}. */
export type DesktopIdentity = z.output<typeof identitySchema>;

/** What the supervisor says on its standard output, one JSON object a line. */
export const reportSchema = z.union([
  z.object({ ready: stateSchema }).strict(),
  z.object({ failed: z.object({ code: z.string(), message: z.string() }) }).strict(),
  z.object({ ended: z.string() }).strict(),
]);
/** What the supervisor says. */
export type SupervisorReport = z.output<typeof reportSchema>;

/** The file with a desktop's {@linkcode DesktopState}. */
export function stateFile(directory: string): string {
  return `${directory}/state.json`;
}

/** The file with a desktop's {@linkcode DesktopIdentity}. */
export function identityFile(directory: string): string {
  return `${directory}/identity.json`;
}

/** The file whose lock the supervisor holds. */
export function lockFile(directory: string): string {
  return `${directory}/supervisor.lock`;
}

/** The supervisor's control socket. */
export function controlSocket(directory: string): string {
  return `${directory}/control.sock`;
}

/** The folder where engines show that they run. */
export function enginesFolder(directory: string): string {
  return `${directory}/engines`;
}

/** The folder of the logs of a desktop's programs. */
export function logDirectory(directory: string): string {
  return `${directory}/log`;
}

/** Writes a JSON file so that a reader sees the old or the new one, never half of it. Mode 0600. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.new`;
  await Deno.writeTextFile(temporary, JSON.stringify(value, null, 2) + "\n", { mode: 0o600 });
  await Deno.rename(temporary, path);
}

/** Reads a JSON file by a schema; null when it is missing or does not hold that. */
export async function readJson<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T> | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await Deno.readTextFile(path)));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isGeometry(text: string): boolean {
  return /^\d{3,4}x\d{3,4}$/.test(text) && text.split("x").every((side) => Number(side) >= 200 && Number(side) <= 8192);
}
