/**
 * A fixture application on a desktop of its own, as tests look at it.
 * @module
 */
import { openDesktop } from "../../../../src/desktop/desktop.ts";
import type { AccessibleNode, TreeReading } from "../../../../src/engine/atspi/accessible_node.ts";
import { type AccessibleRef, refKey } from "../../../../src/engine/atspi/accessible_ref.ts";
import { type AccessibleApplication, listApplications } from "../../../../src/engine/atspi/applications.ts";
import { AccessibilityBus } from "../../../../src/engine/atspi/bus.ts";
import { readTree } from "../../../../src/engine/atspi/tree.ts";
import type { Snapshot } from "../../../../src/engine/observe/element.ts";
import { takeSnapshot } from "../../../../src/engine/observe/snapshot.ts";
import { Fixture, type Toolkit } from "../../../support/fixture.ts";

/** What a test gets. */
export class FixtureWindow {
  readonly bus: AccessibilityBus;
  readonly fixture: Fixture;
  readonly environment: Record<string, string>;
  readonly #ids = new Map<string, number>();

  /** Takes the parts; they stay the caller's. */
  constructor(bus: AccessibilityBus, fixture: Fixture, environment: Record<string, string>) {
    this.bus = bus;
    this.fixture = fixture;
    this.environment = environment;
  }

  /** The fixture as an application. */
  async application(): Promise<AccessibleApplication> {
    return await until(
      () => listApplications(this.bus),
      (all) => all.find((one) => one.pid === this.fixture.pid && one.frames.length > 0),
    );
  }

  /** Reads the tree of its first window. */
  async read(application?: AccessibleApplication): Promise<TreeReading> {
    const { frames, toolkit } = application ?? await this.application();
    return await readTreeOf(this.bus, frames[0]!.ref, toolkit);
  }

  /** The snapshot of a tree; ids stay the same. */
  snapshot(reading: TreeReading, toolkit: string): Snapshot {
    return takeSnapshot(reading.root, { idOf: (ref) => this.#idOf(ref), toolkit });
  }

  #idOf(ref: AccessibleRef): number {
    const key = refKey(ref);
    const id = this.#ids.get(key) ?? this.#ids.size + 1;
    this.#ids.set(key, id);
    return id;
  }
}

/** Reads a tree with time for a busy machine. */
export function readTreeOf(
  bus: AccessibilityBus,
  ref: AccessibleRef,
  toolkit: AccessibleApplication["toolkit"],
): Promise<TreeReading> {
  return readTree(bus, ref, { toolkit, deadlineMs: 5000 });
}

/** Opens a desktop, starts a fixture on it, connects to its bus, runs `test`. */
export async function withFixture(
  toolkit: Toolkit,
  args: readonly string[],
  test: (window: FixtureWindow) => Promise<void>,
): Promise<void> {
  await using desktop = await openDesktop();
  const { environment } = desktop.state;
  using bus = await AccessibilityBus.connect({
    sessionAddress: environment.DBUS_SESSION_BUS_ADDRESS,
    a11yAddress: desktop.state.accessibilityBus,
  });
  await using fixture = await Fixture.start(toolkit, environment, args);
  await test(new FixtureWindow(bus, fixture, environment));
}

/** Every node of a tree. */
export function nodesOf(root: AccessibleNode): AccessibleNode[] {
  return [root, ...root.children.flatMap(nodesOf)];
}

/** The node with a role and name, or label. */
export function find(reading: TreeReading, role: string, name: string): AccessibleNode {
  const found = nodesOf(reading.root).find((node) => node.role === role && (node.name === name || node.label === name));
  if (!found) throw new Error(`No ${role} "${name}" in the tree`);
  return found;
}

/** Looks again until something is found; an accessibility tree can only be looked at. */
export async function until<T, R>(look: () => Promise<T>, found: (value: T) => R | undefined): Promise<R> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const result = found(await look());
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("Not found within 10 s");
}
