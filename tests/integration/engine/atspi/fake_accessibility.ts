/**
 * An accessibility bus with applications that say whatever a test wants, see `fake_accessibility.py`.
 * @module
 */
import type { AccessibleRef } from "../../../../src/engine/atspi/accessible_ref.ts";
import { AccessibilityBus } from "../../../../src/engine/atspi/bus.ts";
import { Service, startDaemon } from "./dbus_daemon.ts";

/** Path of every application's root. */
export const ROOT = "/org/a11y/atspi/accessible/root";
/** Numbers of AT-SPI roles. */
export const roles = { frame: 23, label: 29, list: 31, panel: 39, application: 75, entry: 79 } as const;
/** Numbers of AT-SPI states: enabled, sensitive, showing, visible, manages descendants. */
export const listStates = [8, 24, 25, 30, 31];

/** Bus (`self` and `second` for two names of the application's process) and path. */
export type FakeRef = readonly [bus: string, path: string];

/** One object. */
export interface FakeObject {
  readonly role: number;
  readonly name: string;
  readonly states?: readonly number[];
  readonly interfaces?: readonly string[];
  readonly children?: readonly FakeRef[];
  readonly childCount?: number;
  /** What a hit test finds. */
  readonly hit?: FakeRef;
  readonly labels?: readonly FakeRef[];
  /** Methods that are never answered. */
  readonly silent?: readonly string[];
}

/** An application. */
export interface FakeApplication {
  readonly toolkit: string;
  /** Whether it has a cache. */
  readonly cache?: boolean;
  /** Address of a private socket that hangs up with the first message. */
  readonly socket?: string;
  /** `number`: names have the wrong type. */
  readonly name?: "number";
  readonly objects: Readonly<Record<string, FakeObject>>;
}

/** What a test gets. */
export interface FakeBus {
  readonly bus: AccessibilityBus;
  /** A folder for sockets. */
  readonly folder: string;
  /** Starts an application; its `line` is its bus name. */
  start(application: FakeApplication): Promise<Service>;
}

/** An application with one window that holds objects; the children of the window are named by `children`. */
export function application(
  children: readonly FakeRef[],
  objects: Readonly<Record<string, FakeObject>>,
  rest: Partial<FakeApplication> = {},
): FakeApplication {
  const root = { role: roles.application, name: "fake", children: [["self", "/frame"]] as const };
  const frame = { role: roles.frame, name: "Window", children };
  return { toolkit: "Qt", ...rest, objects: { [ROOT]: root, "/frame": frame, ...objects } };
}

/** The window of an application of {@linkcode application}. */
export function frameOf(service: Service): AccessibleRef {
  return { bus: service.line, path: "/frame" };
}

/** Starts a bus and its registry, connects, runs `test`. */
export async function withFakeBus(test: (fake: FakeBus) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await using daemon = await startDaemon(`unix:path=${folder}/bus`);
    await using _registry = await startFake(daemon.line, "registry");
    using bus = await AccessibilityBus.connect({ a11yAddress: daemon.line });
    await using started = new AsyncDisposableStack();
    const start = async (one: FakeApplication) => started.use(await startFake(daemon.line, JSON.stringify(one)));
    await test({ bus, folder, start });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function startFake(address: string, what: string): Promise<Service> {
  const script = decodeURIComponent(new URL("./fake_accessibility.py", import.meta.url).pathname);
  return Service.start("/usr/bin/python3", [script, what], { DBUS_SESSION_BUS_ADDRESS: address });
}
