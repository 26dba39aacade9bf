/**
 * Has an application handled what was sent to it? `_NET_WM_PING` comes after the events before it, and GTK and Chromium
 * answer it. Qt answers to the window manager alone, Tk and Xt to nobody: they are done when their process is idle.
 * @module
 * @see {@link https://specifications.freedesktop.org/wm-spec/latest/} `_NET_WM_PING`
 */
import type { Display } from "../../ffi/display.ts";
import type { EventPump } from "../../ffi/event_pump.ts";
import { readProc, stateOf } from "../../ffi/proc.ts";
import { getNumbers } from "../../ffi/x11_properties.ts";
import { sendToClient } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { Alarm } from "../time.ts";
import type { Toplevel } from "./toplevels.ts";

/** How long an application is given at least that does not answer, ms. */
const UNANSWERED_MS = 100;
/** How long an application may be busy, ms. */
const BUSY_MS = 5_000;
/** How often its process is looked at, ms, and how often in a row it must have done nothing. */
const PROBE_MS = 10;
const IDLE_PROBES = 5;
/** Above the numbers that window managers use for their own pings. */
let lastPing = 0x5000_0000;

/** Where pings go and answers come from. */
export interface PingRoute {
  /** The display. */
  readonly display: Display;
  /** Its events; the root window's substructure must be selected. */
  readonly pump: EventPump;
}

/** A ping that was sent, or was not because nobody would answer it. Disposing of it stops waiting for the answer. */
export interface PingSent extends Disposable {
  /** Whether it was sent. */
  readonly isSent: boolean;
}

/**
 * Waits until a window's application has handled every event that it was sent before, for at most
 * {@linkcode BUSY_MS}.
 *
 * @returns Whether it said so; without an answer an idle process is all that was seen.
 */
export async function awaitHandled(
  { display, pump }: PingRoute,
  { window, pid }: Pick<Toplevel, "window" | "pid">,
  signal: AbortSignal,
): Promise<boolean> {
  const alarm = new Alarm();
  let answered = false;
  using _listening = ping({ display, pump }, window, () => {
    answered = true;
    alarm.ring();
  });
  const start = performance.now();
  let last = "";
  for (let idle = 0; !answered && idle < IDLE_PROBES;) {
    const waited = performance.now() - start;
    if (waited > BUSY_MS) break;
    await alarm.wait(Math.max(PROBE_MS, UNANSWERED_MS - waited), signal);
    display.sync(); // An application that waits for the server has its answer by now.
    const now = workOf(pid);
    idle = isWaiting(pid) && now === last ? idle + 1 : 0;
    last = now;
  }
  return answered;
}

/**
 * Sends a ping to a window, if its application takes any.
 *
 * @param onAnswer Called when it is answered, unless what is returned was disposed of before.
 */
export function ping({ display, pump }: PingRoute, window: Toplevel["window"], onAnswer: () => void): PingSent {
  const atom = display.atom("_NET_WM_PING");
  const serial = ++lastPing;
  const listening = pump.listen((event) => {
    if (event.type === "message" && event.words[0] === atom && event.words[1] === serial) onAnswer();
  });
  return { isSent: sendPing(display, window, serial), [Symbol.dispose]: () => listening[Symbol.dispose]() };
}

/** @returns Whether it was sent. */
function sendPing(display: Display, window: Toplevel["window"], serial: number): boolean {
  try {
    const atom = display.atom("_NET_WM_PING");
    if (!getNumbers(display, window, "WM_PROTOCOLS").includes(atom)) return false;
    sendToClient(display, window, "WM_PROTOCOLS", [atom, serial, window, 0, 0]);
    return true;
  } catch (error) {
    if (!(error instanceof XRequestError && error.isGone)) throw error; // A closed window reads nothing any more.
    return false;
  }
}

/** How much a process' main thread has worked: time on a processor and in the queue for one (schedstat of proc(5)). */
function workOf(pid: number | null): string {
  return pid === null ? "" : readProc(`${pid}/schedstat`) ?? "";
}

/** Whether a process waits for events; what can't be told, such as a remote client, counts as waiting. */
function isWaiting(pid: number | null): boolean {
  const state = pid === null ? null : stateOf(pid);
  return state === null || state === "S";
}
