/**
 * Has an application come back to its main loop? It answers pings of its windows and calls over accessibility from
 * there, after the input that came before them.
 * @module
 */
import type { Window } from "../../ffi/xid.ts";
import type { AccessibilityBus } from "../atspi/bus.ts";
import { getToolkitName } from "../atspi/interfaces/application.ts";
import { CallTimeout } from "../atspi/wire/errors.ts";
import type { Connection } from "../connection.ts";
import { Alarm } from "../time.ts";
import { ping } from "../x11/handled.ts";

/** The root object of every application. */
const ROOT = "/org/a11y/atspi/accessible/root";

/** Who is asked. */
export interface Asked {
  /** Windows, the one that matters most first. */
  readonly windows: readonly Window[];
  /** Names on the accessibility bus. */
  readonly busNames: ReadonlySet<string>;
}

/**
 * Asks an application's main loop and waits for any answer.
 *
 * @param limitMs How long to wait.
 * @returns Whether it answered; null when there was nobody to ask.
 */
export async function askMainLoop(
  connection: Connection,
  { windows, busNames }: Asked,
  limitMs: number,
  signal: AbortSignal,
): Promise<boolean | null> {
  const alarm = new Alarm();
  const calls = new AbortController();
  let answered = false;
  const onAnswer = () => {
    answered = true;
    alarm.ring();
  };
  using pings = new DisposableStack();
  const sent = windows.map((window) => pings.use(ping(connection, window, onAnswer)).isSent);
  const { bus } = connection;
  if (bus) { for (const name of busNames) void askBus(bus, name, limitMs, calls.signal, onAnswer); }
  if (!sent.includes(true) && !(bus && busNames.size > 0)) return null;
  const end = performance.now() + limitMs;
  try {
    while (!answered && performance.now() < end) await alarm.wait(end - performance.now(), signal);
    return answered;
  } finally {
    calls.abort(new DOMException("It is known by now", "AbortError"));
  }
}

/** A refusal or the end of the application is an answer too: nothing is to be waited for. */
async function askBus(
  bus: AccessibilityBus,
  name: string,
  deadlineMs: number,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<void> {
  try {
    await getToolkitName(bus, { bus: name, path: ROOT }, { deadlineMs, signal });
    onAnswer();
  } catch (error) {
    if (!(error instanceof CallTimeout) && !signal.aborted) onAnswer();
  }
}
