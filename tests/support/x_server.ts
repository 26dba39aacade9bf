/**
 * An X server for one test, without window manager and without buses.
 * @module
 */

/** A running X server. */
export interface XServer extends AsyncDisposable {
  /** Its display, `:N`. */
  readonly display: string;
  /** Its process. */
  readonly pid: number;
}

/** Private desktops take numbers from 100 up; these stay out of their way. */
const FIRST_NUMBER = 400;
const LAST_NUMBER = 499;

/**
 * Starts Xvfb on a free display number and waits until it serves.
 *
 * @param geometry `WxH`, or `WxHxD` for another depth than 24.
 * @param options More of the server's options.
 */
export async function startXServer(geometry = "1280x800", options: readonly string[] = []): Promise<XServer> {
  for (let number = FIRST_NUMBER; number <= LAST_NUMBER; number++) {
    if (isTaken(number)) continue;
    const server = await tryStart(number, geometry, options);
    if (server) return server;
  }
  throw new Error(`No display number between ${FIRST_NUMBER} and ${LAST_NUMBER} is free`);
}

function isTaken(number: number): boolean {
  try {
    Deno.lstatSync(`/tmp/.X${number}-lock`);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Nothing when another server took the number in between. */
async function tryStart(
  number: number,
  geometry: string,
  options: readonly string[],
): Promise<XServer | undefined> {
  const screen = geometry.split("x").length < 3 ? `${geometry}x24` : geometry;
  const fixed = ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"];
  const args = [`:${number}`, ...fixed, ...options];
  const child = new Deno.Command("Xvfb", { args, stdin: "null", stdout: "piped", stderr: "null" }).spawn();
  if (!await serves(child.stdout)) {
    await child.status;
    return undefined;
  }
  return { display: `:${number}`, pid: child.pid, [Symbol.asyncDispose]: () => end(child) };
}

/**
 * With -displayfd the server writes its number and a line feed when it serves, and closes the pipe when it can't.
 * It writes twice: a pipe that is closed after the number would end it by SIGPIPE.
 */
async function serves(output: ReadableStream<Uint8Array>): Promise<boolean> {
  for await (const bytes of output) if (bytes.includes(10)) return true;
  return false;
}

async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGTERM");
  } catch (error) {
    // A test may have ended it itself.
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
  await child.status;
}
