/**
 * The supervisor role: opens one private desktop, serves its control socket, ends it.
 *
 * It ends with `close`, its time to live, its owner, SIGTERM, the loss of a service, or, with `--owner-pipe`, the end
 * of its standard input. What it says to who started it: see `SupervisorReport`.
 * @module
 */
import { OperationError, toOperationError } from "../contract/errors.ts";
import { describeIssues } from "../contract/jsonrpc.ts";
import { encodeLine } from "../contract/lines.ts";
import { serveControl } from "./control.ts";
import { EngineWatch } from "./engine_watch.ts";
import { PrivateDesktop } from "./private_desktop.ts";
import { aborting } from "./service.ts";
import { type DesktopSettings, settingsSchema, type SupervisorReport } from "./state.ts";

/** The supervisor gives up when the desktop is not usable after this time. */
const START_DEADLINE_MS = 20_000;

/** Runs the supervisor; 0 when the desktop had been open, 1 when it did not open. */
export async function main(args: string[]): Promise<number> {
  let desktop: PrivateDesktop | undefined;
  const signalled = firstSignal();
  try {
    const { settings, ownerPipe } = readArguments(args);
    desktop = await PrivateDesktop.create(settings);
    signalled.then((signal) => desktop?.end(`its supervisor got ${signal}`));
    if (ownerPipe) endWithInput(desktop);
    await serve(desktop);
    return 0;
  } catch (thrown) {
    const { code, message } = toOperationError(thrown);
    report({ failed: { code, message } });
    return 1;
  } finally {
    await desktop?.close();
  }
}

/** Opens the desktop and waits for its end; an end before it is open is a failure. */
async function serve(desktop: PrivateDesktop): Promise<void> {
  const abandoned = new AbortController();
  const ending = desktop.ending.then((why) => {
    abandoned.abort(new OperationError("desktop_unavailable", `The desktop did not open: ${why}`));
    return why;
  });
  const signal = AbortSignal.any([abandoned.signal, AbortSignal.timeout(START_DEADLINE_MS)]);
  const state = await aborting(desktop.start(signal), signal);
  using _control = await serveControl(desktop);
  using _engines = new EngineWatch(state);
  report({ ready: state });
  report({ ended: await ending });
}

/** The role's arguments are `--settings JSON [--owner-pipe]`; only our own code writes them. */
function readArguments(args: string[]): { settings: DesktopSettings; ownerPipe: boolean } {
  const given: unknown = JSON.parse(args[args.indexOf("--settings") + 1] ?? "{}");
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) throw new OperationError("invalid_request", describeIssues(parsed.error, given));
  return { settings: parsed.data, ownerPipe: args.includes("--owner-pipe") };
}

/** The first signal that asks us to end; from now on none ends us at once, so that nothing is left half made. */
function firstSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) Deno.addSignalListener(signal, () => resolve(signal));
  return promise;
}

/** The owner holds the other end of our standard input and writes nothing. */
function endWithInput(desktop: PrivateDesktop): void {
  (async () => {
    for await (const _ of Deno.stdin.readable) { /* nothing is expected */ }
  })().catch(() => {}).finally(() => desktop.end("its owner closed it or ended"));
}

function report(message: SupervisorReport): void {
  try {
    Deno.stdout.writeSync(encodeLine(message));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error; // Nobody listens any more; the desktop stays.
  }
}
