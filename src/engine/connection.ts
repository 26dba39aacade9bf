/**
 * The engine's connections: the X display and the accessibility bus, opened at the first need.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { Display } from "../ffi/display.ts";
import { EventPump } from "../ffi/event_pump.ts";
import { eventMask } from "../ffi/events.ts";
import { selectInput } from "../ffi/x11_windows.ts";
import { ConnectionLostError } from "../ffi/x_errors.ts";
import { releaseImages } from "../ffi/ximage.ts";
import { hasClientIds } from "../ffi/xres.ts";
import { checkBusSocket } from "../policy/bus_address.ts";
import type { UnixAddress } from "./atspi/address.ts";
import { AccessibilityBus } from "./atspi/bus.ts";
import { Presence } from "./presence.ts";
import type { Settings } from "./settings.ts";
import { InputWatch } from "./x11/input_watch.ts";
import { OwnDevice } from "./x11/own_device.ts";
import { StackWatch } from "./x11/stack_watch.ts";
import { journalOf, undoLeftovers } from "./x11/journal.ts";
import { retireMasters } from "./x11/retire_masters.ts";

/** Extensions without which nothing honest can be said or done. */
const requiredExtensions = ["Composite", "DAMAGE", "XFIXES", "XTEST", "XInputExtension"] as const;

/** A desktop that is connected. */
export class Connection implements AsyncDisposable {
  /** The X display. */
  readonly display: Display;
  /** Its events. */
  readonly pump: EventPump;
  /** Its windows. */
  readonly windows: StackWatch;
  /** Tells other people's input from ours. */
  readonly input: InputWatch;
  /** The agent's own pointer and keyboard; null where the core ones are used. */
  readonly own: OwnDevice | null;
  /** The accessibility bus; null when there is none, with the reason. */
  readonly bus: AccessibilityBus | null;
  /** Why there is no accessibility bus. */
  readonly busProblem: string | null;
  readonly #presence: Presence | null;
  #busLost = false;

  private constructor(
    display: Display,
    presence: Presence | null,
    own: OwnDevice | null,
    onForeignInput: () => void,
    bus: AccessibilityBus | null,
    problem: string | null,
  ) {
    this.display = display;
    this.#presence = presence;
    this.own = own;
    this.pump = new EventPump(display);
    this.windows = new StackWatch(display, this.pump);
    this.input = new InputWatch(display, this.pump, onForeignInput);
    this.bus = bus;
    this.busProblem = problem;
    bus?.ended.then(() => this.#busLost = true);
  }

  /**
   * Connects to the display, and to the accessibility bus if there is one.
   *
   * @param onForeignInput Told of each input by a person, or by another program that poses as one.
   * @throws {OperationError} `desktop_unavailable` naming the variable or extension; `denied` for the owner's desktop.
   */
  static async open(settings: Settings, signal: AbortSignal, onForeignInput: () => void): Promise<Connection> {
    const display = openDisplay(settings.display());
    const presence = await Presence.show(settings.engines);
    try {
      checkExtensions(display);
      undoLeftovers(display);
      selectInput(display, display.root, eventMask.substructureNotify | eventMask.propertyChange);
      const { bus, problem } = await openBus(settings, signal);
      const own = settings.ownPointer ? new OwnDevice(display) : null;
      const connection = new Connection(display, presence, own, onForeignInput, bus, problem);
      await connection.#retireMasters();
      return connection;
    } catch (error) {
      display[Symbol.dispose]();
      presence?.[Symbol.dispose]();
      throw error;
    }
  }

  /** What was lost since it was opened; null while all is well. */
  get lost(): string | null {
    if (this.display.dead) return `the X server of display ${this.display.name} is gone`;
    return this.#busLost ? "the accessibility bus is gone" : null;
  }

  /** Closes everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.bus?.[Symbol.dispose]();
    this.own?.[Symbol.dispose]();
    await this.#retireMasters();
    this.windows[Symbol.dispose]();
    this.input[Symbol.dispose]();
    journalOf(this.display).close();
    releaseImages(this.display);
    await this.pump[Symbol.asyncDispose]();
    this.display[Symbol.dispose]();
    this.#presence?.[Symbol.dispose]();
  }

  /** Those of engines that are gone, and at the end ours. */
  async #retireMasters(): Promise<void> {
    if (this.display.dead || journalOf(this.display).masters.length === 0) return;
    try {
      await retireMasters(this, this.windows.now().toplevels);
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error; // They went with the server.
    }
  }
}

function openDisplay(name: string): Display {
  try {
    return Display.open(name);
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) throw error;
    throw new OperationError("desktop_unavailable", `${error.message}; see CUA_DISPLAY and XAUTHORITY`, {
      cause: error,
      details: { variable: "CUA_DISPLAY" },
    });
  }
}

function checkExtensions(display: Display): void {
  const missing: string[] = requiredExtensions.filter((name) => !display.extension(name));
  if (!hasClientIds(display)) missing.push("X-Resource 1.2");
  if (missing.length === 0) return;
  throw new OperationError(
    "desktop_unavailable",
    `The X server of display ${display.name} lacks ${missing.join(", ")}; start it with these extensions`,
    { details: { extensions: missing } },
  );
}

/** A desktop without an accessibility bus can still be looked at and clicked; that it lacks one is said. */
async function openBus(
  settings: Settings,
  signal: AbortSignal,
): Promise<{ bus: AccessibilityBus | null; problem: string | null }> {
  const { sessionBus, a11yBus, allowAbstractBus } = settings;
  const variable = a11yBus ? "AT_SPI_BUS_ADDRESS" : "DBUS_SESSION_BUS_ADDRESS";
  if (!sessionBus && !a11yBus) {
    return { bus: null, problem: "DBUS_SESSION_BUS_ADDRESS is not set, so there is no accessibility bus" };
  }
  const checkAddress = (address: UnixAddress) => checkBusSocket(canonical(address), variable, allowAbstractBus);
  try {
    const bus = await AccessibilityBus.connect({
      sessionAddress: sessionBus,
      a11yAddress: a11yBus,
      checkAddress,
      signal,
    });
    return { bus, problem: null };
  } catch (error) {
    if (!(error instanceof OperationError) || error.code !== "desktop_unavailable") throw error;
    return { bus: null, problem: error.message };
  }
}

/** A path with its links resolved: a link must not lead to a bus that would be refused by its own name. */
function canonical(address: UnixAddress): UnixAddress {
  if (address.kind === "abstract") return address;
  try {
    return { ...address, name: Deno.realPathSync(address.name) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return address;
    throw error;
  }
}
