/**
 * What an application itself needs to tell all of its objects, asked for by one plain call over the accessibility bus.
 * @module
 */
import { AccessibilityBus } from "../../src/engine/atspi/bus.ts";
import type { OwnedDesktop } from "../../src/desktop/desktop.ts";

const DEADLINE_MS = 20_000;
const CACHE_PATH = "/org/a11y/atspi/cache";

/** Asks one application for its cache of objects. */
export class CacheReader implements Disposable {
  readonly #bus: AccessibilityBus;
  readonly #name: string;

  private constructor(bus: AccessibilityBus, name: string) {
    this.#bus = bus;
    this.#name = name;
  }

  /** Connects. @throws {Error} When no application with this process id is on the bus. */
  static async connect(desktop: OwnedDesktop, pid: number): Promise<CacheReader> {
    const bus = await AccessibilityBus.connect({ a11yAddress: desktop.state.accessibilityBus });
    try {
      for (const { bus: name } of await bus.roots()) {
        if (await bus.pidOf(name) === pid) return new CacheReader(bus, name);
      }
      throw new Error(`Process ${pid} is not on the accessibility bus`);
    } catch (error) {
      bus[Symbol.dispose]();
      throw error;
    }
  }

  /** Waits for the whole reply, and does not even decode it. */
  async read(): Promise<void> {
    const call = { interface: "org.a11y.atspi.Cache", member: "GetItems", read: () => {} };
    await this.#bus.call({ bus: this.#name, path: CACHE_PATH }, call, { deadlineMs: DEADLINE_MS });
  }

  /** Disconnects. */
  [Symbol.dispose](): void {
    this.#bus[Symbol.dispose]();
  }
}
