/**
 * After input: what did the application do, and when is it done? By patient figures where nothing better is known; sooner
 * where it is proven to be idle, later where it does not come back to its main loop.
 *
 * `bench/settle_bench.ts` compares the two. Three trials a situation on two cores with a load of 12 to 22, median ms after
 * the final state, this rule / the patient figures: menu 53/194, item of a menu 89/211, dialog 211/363, nothing 100/162
 * (Qt 5); dialog shown again 91/287 (Qt 6); label 106/168 (GTK 4); label 118/195 (GTK 3, whose buttons fade for 200 ms).
 * It waited longer for a label of Qt 5 (317/200) and for file choosers (1414/431 in GTK 3, 226/69 in GTK 4). The figures of
 * GTK 3 and Qt 6 are of a version of the rule before this one.
 * It missed none of what the patient figures catch but timers of 300 ms, of which they caught one in three once; they
 * missed a handler of 1 s and a thread. Cursors that blink in every frame (GTK 4) prove nothing, so there it gains little.
 * @module
 */
import { getNumbers } from "../../ffi/x11_properties.ts";
import { stateOf } from "../../ffi/proc.ts";
import { type Window, xid } from "../../ffi/xid.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { clientPid } from "../../ffi/xres.ts";
import type { Connection } from "../connection.ts";
import { Alarm } from "../time.ts";
import {
  BUSY_CAP_MS,
  DIALOG_QUIET_MS,
  DIALOG_SILENT_MS,
  FIRST_SIGN_MS,
  IDLE_MS,
  PATIENT_QUIET_MS,
  PROBE_MS,
  QUIET_CAP_MS,
  QUIET_MS,
  WINDOW_CAP_MS,
} from "./figures.ts";
import { Idleness } from "./idleness.ts";
import { askMainLoop } from "./main_loop.ts";
import type { Expectation, Reaction, Watched } from "./reaction.ts";
import { Signs } from "./signs.ts";

/** How a wait by the figures ended. */
type Ending = "proven idle" | "quiet" | "capped";

/** Watches an application from before an action until it has settled. */
export class SettleWatch implements Disposable {
  readonly #connection: Connection;
  readonly #alarm = new Alarm();
  readonly #watched: Watched;
  readonly #signs: Signs;
  readonly #idleness: Idleness | null;
  #started = performance.now();

  /**
   * Starts watching.
   *
   * @param isPatient Whether to go by the patient figures alone.
   */
  constructor(connection: Connection, watched: Watched, isPatient = false) {
    this.#connection = connection;
    this.#watched = watched;
    this.#signs = new Signs(connection, watched, () => this.#alarm.ring());
    this.#idleness = isPatient ? null : new Idleness(watched.pid, windowManagerOf(connection));
  }

  /** Forgets what was seen so far: called right before the input is sent. */
  begin(): void {
    this.#signs.begin();
    this.#idleness?.begin();
    this.#started = performance.now();
  }

  /** Waits until the application has settled; bounded, whatever it does. */
  async settle(expectation: Expectation, signal: AbortSignal): Promise<Reaction> {
    const isBlocked = await this.#waitForRest(expectation, signal);
    await this.#until(() => !this.#signs.isMaking, this.#started + WINDOW_CAP_MS, signal);
    if (expectation.mayClose !== null && !isBlocked) await this.#waitForClose(expectation.mayClose, signal);
    const settleMs = performance.now() - this.#started;
    return { signs: [...this.#signs.kinds], settleMs, stateChanges: [...this.#signs.gains], isBlocked };
  }

  /** Stops watching. */
  [Symbol.dispose](): void {
    this.#signs[Symbol.dispose]();
  }

  /** @returns Whether the application does not come back. */
  async #waitForRest(expectation: Expectation, signal: AbortSignal): Promise<boolean> {
    const end = this.#started + BUSY_CAP_MS;
    for (let from = this.#started; performance.now() < end; from = performance.now()) {
      const ending = await this.#waitForQuiet(from, expectation, signal);
      if (ending === "proven idle" || this.#idleness === null) return false;
      const asked = performance.now();
      const isBack = await this.#waitForMainLoop(this.#idleness, end, signal);
      if (!isBack) return true;
      const isNew = ending === "quiet" && this.#signs.last >= asked;
      if (!isNew && performance.now() - asked <= PATIENT_QUIET_MS) return false;
    }
    return false;
  }

  async #waitForQuiet(from: number, expectation: Expectation, signal: AbortSignal): Promise<Ending> {
    const signs = this.#signs;
    const cap = from + QUIET_CAP_MS;
    const quiet = () => expectation.mayOpen || !signs.isShown ? PATIENT_QUIET_MS : QUIET_MS;
    const end = () => signs.last < from ? from + FIRST_SIGN_MS : Math.min(signs.last + quiet(), cap);
    for (let tried = from; performance.now() < end();) {
      const next = Math.max(signs.last, tried) + IDLE_MS;
      if (performance.now() < next) {
        await this.#alarm.wait(Math.min(next, end()) - performance.now(), signal);
        continue;
      }
      if (await this.#isProvenIdle(expectation, end(), signal)) return "proven idle";
      tried = performance.now();
    }
    return performance.now() >= cap && signs.last >= from ? "capped" : "quiet";
  }

  /** Whether it came back to its main loop, and then did nothing for as long as a frame takes. */
  async #isProvenIdle(expectation: Expectation, end: number, signal: AbortSignal): Promise<boolean> {
    const { last, hasWindow, isMaking } = this.#signs;
    const look = (from: number) => this.#idleness?.look(end - from) ?? null;
    if (isMaking || (expectation.opens && !hasWindow) || look(end) === null) return false;
    const asked = performance.now();
    const answer = await askMainLoop(this.#connection, this.#asked(), end - asked, signal);
    if (answer === false) return false;
    // Its main loop has set out anew to wait for the next timer; or it did so after the action at the earliest.
    const from = answer ? asked : this.#started;
    const idle = look(from);
    if (idle === null) return false;
    await this.#until(() => this.#signs.last !== last, performance.now() + IDLE_MS, signal);
    this.#catchUp();
    return this.#signs.last === last && look(from) === idle;
  }

  /** Waits for an application that is in the middle of something. @returns Whether it came back. */
  async #waitForMainLoop(idleness: Idleness, end: number, signal: AbortSignal): Promise<boolean> {
    const { pid } = this.#watched;
    if (pid !== null && stateOf(pid)?.toUpperCase() === "T") return false;
    if (await askMainLoop(this.#connection, this.#asked(), end - performance.now(), signal) === false) return false;
    const threadsEnd = Math.min(end, performance.now() + QUIET_CAP_MS);
    while (idleness.isWorking && performance.now() < threadsEnd) await this.#alarm.wait(PROBE_MS, signal);
    this.#catchUp();
    return true;
  }

  async #waitForClose(dialog: Window, signal: AbortSignal): Promise<void> {
    const signs = this.#signs;
    const deadline = () => {
      const patience = signs.last < 0 ? this.#started + DIALOG_SILENT_MS : signs.last + DIALOG_QUIET_MS;
      return Math.min(patience, this.#started + WINDOW_CAP_MS);
    };
    while (signs.isViewable(dialog) && performance.now() < deadline()) {
      await this.#alarm.wait(deadline() - performance.now(), signal);
    }
    if (signs.isViewable(dialog)) return;
    await this.#waitForQuiet(this.#started, { mayOpen: false, mayClose: null }, signal);
  }

  async #until(condition: () => boolean, deadline: number, signal: AbortSignal): Promise<void> {
    while (!condition() && performance.now() < deadline) await this.#alarm.wait(deadline - performance.now(), signal);
  }

  /** Takes the events of all that the server has done by now. */
  #catchUp(): void {
    this.#connection.display.sync();
    this.#connection.pump.drain();
  }

  #asked() {
    const { windows, busNames } = this.#watched;
    return { windows: windows.filter((window) => this.#signs.isViewable(window)).slice(0, 1), busNames };
  }
}

/** The process of the window manager; null without one. */
function windowManagerOf({ display }: Connection): number | null {
  try {
    const [check] = getNumbers(display, display.root, "_NET_SUPPORTING_WM_CHECK");
    return check === undefined ? null : clientPid(display, xid<Window>(check));
  } catch (error) {
    if (error instanceof XRequestError) return null; // It ended, and left the property behind.
    throw error;
  }
}
