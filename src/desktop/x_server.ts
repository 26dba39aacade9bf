/**
 * The X server of a desktop: Xvfb, or Xvnc when somebody is to watch. Reachable by Unix socket and with its secret
 * only.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { authorityFile } from "./environment.ts";
import { requireProgram } from "./packages.ts";
import { type Service, serviceFailure, startService, waitFor } from "./service.ts";
import { logDirectory } from "./state.ts";
import { acceptsCookie, newCookie, writeAuthority } from "./xauthority.ts";

/** Display numbers below belong to people's own sessions. */
const FIRST_DISPLAY = 100;
const LAST_DISPLAY = 999;

/** How to start the server. */
export interface XServerOptions {
  /** The desktop's folder. */
  readonly directory: string;
  /** `WIDTHxHEIGHT` in pixels. */
  readonly geometry: string;
  /** Whether it also serves RFB on a Unix socket. */
  readonly viewable: boolean;
  /** What is written on the viewer's window. */
  readonly label: string;
  /** The server's environment for a display. */
  readonly environment: (display: string) => Record<string, string>;
  /** Told of each server right after its start, before it is known to work. */
  readonly onStart: (service: Service, displayNumber: number) => Promise<void>;
}

/** A server that answers. */
export interface XServer {
  /** Such as `:100`. */
  readonly display: string;
  /** Its process. */
  readonly service: Service;
  /** Socket of its RFB side, if it has one. */
  readonly rfbSocket: string | null;
}

/**
 * Starts a server on the first free display number from 100 up. The server's own lock file decides who gets a number;
 * who comes second tries the next.
 *
 * @throws {OperationError} `desktop_unavailable` when it does not start, with the end of its log.
 */
export async function startXServer(options: XServerOptions, signal: AbortSignal): Promise<XServer> {
  const rfbSocket = options.viewable ? `${options.directory}/rfb.sock` : null;
  let unexplained = 0;
  for (let number = FIRST_DISPLAY; number <= LAST_DISPLAY; number++) {
    if (await isTaken(number)) continue;
    const { service, outcome } = await tryNumber(options, number, rfbSocket, signal);
    if (outcome === "ready") return { display: `:${number}`, service, rfbSocket };
    // Nobody holds the number: the server has a fault of its own, unless another one came and went in between.
    if (lockHolder(number) === null && ++unexplained > 2) throw serviceFailure(service, "did not start");
  }
  const range = `${FIRST_DISPLAY} to ${LAST_DISPLAY}`;
  throw new OperationError(
    "desktop_unavailable",
    `Every display from ${range} is taken; close desktops with "linux-cua desktop close"`,
  );
}

/** Starts a server on one number; it ends by itself when another one took the number in the meantime. */
async function tryNumber(
  options: XServerOptions,
  number: number,
  rfbSocket: string | null,
  signal: AbortSignal,
): Promise<{ service: Service; outcome: "ready" | "ended" }> {
  const cookie = newCookie();
  await writeAuthority(authorityFile(options.directory), number, cookie);
  const display = `:${number}`;
  const service = startService({
    name: "x_server",
    argv: [...serverCommand(options, rfbSocket), display, ...commonArguments(options)],
    environment: options.environment(display),
    logs: logDirectory(options.directory),
    deathSignal: "TERM", // So that it removes its socket and lock.
  });
  await options.onStart(service, number);
  return { service, outcome: await waitFor(() => ready(service, number, cookie), signal) };
}

async function ready(service: Service, number: number, cookie: Uint8Array): Promise<"ready" | "ended" | null> {
  if (service.hasEnded()) return "ended";
  if (lockHolder(number) !== service.pid) return null;
  try {
    return await acceptsCookie(socketFile(number), cookie) ? "ready" : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.ConnectionRefused) return null;
    throw error;
  }
}

function serverCommand(options: XServerOptions, rfbSocket: string | null): string[] {
  if (rfbSocket === null) return [requireProgram("Xvfb")];
  const rfb = ["-rfbport", "-1", "-rfbunixpath", rfbSocket, "-rfbunixmode", "0600", "-SecurityTypes", "None"];
  return [requireProgram("Xvnc"), ...rfb, "-AlwaysShared", "-desktop", options.label];
}

function commonArguments(options: XServerOptions): string[] {
  const screen = options.viewable
    ? ["-geometry", options.geometry, "-depth", "24"]
    : ["-screen", "0", `${options.geometry}x24`];
  // Without -noreset the server forgets the key map when its last client leaves. 96 dpi whatever the scale:
  // toolkits get their scale from the environment and would count it twice.
  const fixed = ["-nolisten", "tcp", "-noreset", "-dpi", "96", "-auth", authorityFile(options.directory)];
  const extensions = ["Composite", "DAMAGE", "XFIXES", "XTEST", "MIT-SHM", "RANDR"].flatMap((
    name,
  ) => ["+extension", name]);
  return [...screen, ...fixed, ...extensions];
}

async function isTaken(number: number): Promise<boolean> {
  const paths = [lockFile(number), socketFile(number)];
  const found = await Promise.all(paths.map((path) => Deno.lstat(path).then(() => true, () => false)));
  return found.includes(true);
}

/** The process that holds a display's lock; null when nobody does. */
function lockHolder(number: number): number | null {
  try {
    const pid = Number(Deno.readTextFileSync(lockFile(number)).trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null; // Gone, or somebody else's: in either case not ours.
  }
}

function lockFile(number: number): string {
  return `/tmp/.X${number}-lock`;
}

function socketFile(number: number): string {
  return `/tmp/.X11-unix/X${number}`;
}
