/**
 * `launch_app`.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Result } from "../../contract/operations.ts";
import type { FileSystem } from "../../policy/trusted_path.ts";
import type { Connection } from "../connection.ts";
import type { EngineContext } from "../context.ts";
import { inline } from "../escape.ts";
import { delay } from "../time.ts";
import { runningApp } from "../world/applications.ts";
import { readDesktopEntries } from "../world/desktop_entries.ts";
import { launch, type Launched } from "../world/launch.ts";
import { newWindow, runningWindow, wasHandedOver, type WindowsBefore, windowsOf } from "../world/launched_window.ts";
import { realFiles } from "../world/trusted_programs.ts";
import { lookAtWorld, windowInfo, type World } from "../world/windows.ts";
import { splashScreens } from "../x11/splash.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import type { Handler } from "./handler.ts";

const PROBE_MS = 15;
/** How long a window may take after the application handed over to a running process, ms: a new document loads. */
const HANDOVER_MS = 3_000;
/** Longest output in an error, characters. */
const MAX_PRINTED = 1_000;

/** Starts an application and waits for its window. @param files How owners and permissions of files are read. */
export function launchAppWith(files: FileSystem): Handler<"launch_app"> {
  return async (params, context, { signal }) => {
    context.demandNoAbort();
    if (context.settings.live) {
      throw new OperationError(
        "unsupported",
        "Applications are not started on a live desktop; ask the user to start it",
      );
    }
    const connection = await context.connect(signal);
    const before = lookAtWorld(connection, context.settings);
    using launched = launch(params.name, context.settings, files);
    return await outcome({ context, connection, before, launched }, params.timeout_ms, signal);
  };
}

/** `launch_app`. */
export const launchApp: Handler<"launch_app"> = launchAppWith(realFiles);

/** What is looked at until a window is there. */
interface Launch {
  readonly context: EngineContext;
  readonly connection: Connection;
  /** The windows before. */
  readonly before: World;
  readonly launched: Launched;
}

async function outcome(start: Launch, timeoutMs: number, signal: AbortSignal): Promise<Result<"launch_app">> {
  const { launched } = start;
  const before = windowsOf(start.before);
  const end = performance.now() + timeoutMs;
  for (let handedOver: number | null = null;;) {
    const status = launched.ended(); // Before the look: what it showed before it ended is seen.
    const world = visible(start);
    const window = newWindow(world, before, launched);
    if (window) return answer(window, world, start, []);
    if (status && !status.success) throw endedEarly(launched, status);
    const now = performance.now();
    if (status) handedOver ??= now;
    const running = handedOver === null ? null : runningWindow(world, launched);
    if (running && (now - handedOver! > HANDOVER_MS || isPresented(running, world, start, before))) {
      return answer(running, world, start, ["it was running already and opened no new window; this is its window"]);
    }
    if (now >= end) throw status ? endedEarly(launched, status) : timedOut(launched);
    await delay(PROBE_MS, signal);
  }
}

/** The windows without splash screens. */
function visible({ context, connection }: Launch): World {
  const world = lookAtWorld(connection, context.settings);
  const splashes = splashScreens(connection.display, world.toplevels.map(({ window }) => window));
  return { ...world, toplevels: world.toplevels.filter(({ window }) => !splashes.has(window)) };
}

function isPresented(running: Toplevel, world: World, start: Launch, before: WindowsBefore): boolean {
  return wasHandedOver(running, world, before, start.before.focused?.window ?? 0);
}

function answer(window: Toplevel, world: World, { context, launched }: Launch, notes: readonly string[]) {
  const { environment, policy } = context.settings;
  const others = world.toplevels.filter(({ pid }) => pid !== null && pid === window.pid);
  const kin = [window, ...others.filter((other) => other !== window)];
  return {
    app: runningApp(kin, world, readDesktopEntries(environment), policy),
    window: windowInfo(window, world),
    warnings: [...launched.command.warnings, ...notes],
  };
}

function endedEarly(launched: Launched, { success, code, signal }: Deno.CommandStatus): OperationError {
  const how = signal ? `was killed by ${signal}` : `ended with status ${code}`;
  const hint = success ? "; call list_windows: another process may show it" : "";
  const message = `${inline(launched.entry.name)} ${how} and showed no window${printed(launched)}${hint}`;
  return new OperationError("window_not_found", message, { dispatched: "yes", details: { exit_status: code, signal } });
}

function timedOut(launched: Launched): OperationError {
  const message = `${inline(launched.entry.name)} showed no window in time and is still running; ` +
    `call list_windows a little later${printed(launched)}`;
  return new OperationError("timeout", message, { dispatched: "yes" });
}

/** What an application prints is as little to be trusted as what it shows. */
function printed(launched: Launched): string {
  const output = launched.output();
  return output ? `; it printed ${inline(output.slice(-MAX_PRINTED), MAX_PRINTED)}` : "";
}
