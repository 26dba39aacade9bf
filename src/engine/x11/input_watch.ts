/**
 * Whose input it was: raw events of every device, told apart into our own and everybody else's.
 *
 * Devices of agents are known by their names. The core XTEST devices are anybody's; the server reports each event that
 * we send through them before it answers us, so what we sent is counted off, and every event beyond is somebody else's.
 * @module
 */
import type { Display } from "../../ffi/display.ts";
import type { EventPump } from "../../ffi/event_pump.ts";
import type { RawInput, XEvent } from "../../ffi/events.ts";
import { inputDevices, selectRawEvents, speakXInput2 } from "../../ffi/xinput2.ts";
import { isAgentDevice } from "./agent_masters.ts";

/** The server's own master devices: they are always there and always have these numbers (dix/devices.c). */
export const CORE_POINTER = 2;
/** See {@linkcode CORE_POINTER}. */
export const CORE_KEYBOARD = 3;

type RawEvent = Extract<XEvent, { type: "raw" }>;

/** Listens from its making until it is disposed. */
export class InputWatch implements Disposable {
  readonly #display: Display;
  readonly #pump: EventPump;
  readonly #onForeign: () => void;
  readonly #xtest: ReadonlySet<number>;
  readonly #listening: Disposable;
  readonly #ours: Pick<RawEvent, "input" | "detail">[] = [];

  /** Starts listening. @param onForeign Told of each input that is not an agent's. */
  constructor(display: Display, pump: EventPump, onForeign: () => void) {
    this.#display = display;
    this.#pump = pump;
    this.#onForeign = onForeign;
    speakXInput2(display);
    const isXtest = ({ name }: { name: string }) => /^Virtual core XTEST (?:pointer|keyboard)$/.test(name);
    this.#xtest = new Set(inputDevices(display).filter(isXtest).map(({ id }) => id));
    this.#listening = pump.listen((event) => event.type === "raw" && this.#onRaw(event));
    selectRawEvents(display);
  }

  /**
   * Sends one event through a core XTEST device.
   *
   * @param send Sends it and waits until the server has done it.
   */
  sending(input: RawInput, detail: number, send: () => void): void {
    this.catchUp();
    this.#ours.push({ input, detail });
    try {
      send();
    } finally {
      this.catchUp();
    }
  }

  /** Judges what has arrived by now. What we sent and nothing came of (a key that is down already) is forgotten. */
  catchUp(): void {
    if (this.#pump.drain()) this.#ours.length = 0;
  }

  /** Stops listening. */
  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #onRaw(event: RawEvent): void {
    if (this.#isOurs(event) || this.#isAgents(event.device)) return;
    this.#onForeign();
  }

  #isOurs({ source, input, detail }: RawEvent): boolean {
    if (!this.#xtest.has(source)) return false;
    const index = this.#ours.findIndex((sent) => sent.input === input && sent.detail === detail);
    if (index >= 0) this.#ours.splice(index, 1);
    return index >= 0;
  }

  /** Asked anew each time: numbers of devices are given again. */
  #isAgents(device: number): boolean {
    if (device === CORE_POINTER || device === CORE_KEYBOARD) return false;
    const name = inputDevices(this.#display).find(({ id }) => id === device)?.name;
    return name !== undefined && isAgentDevice(name);
  }
}
