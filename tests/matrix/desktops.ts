/**
 * The kinds of desktops that the matrix runs on, each with a fixture and an engine.
 * @module
 */
import type { EngineClient } from "../../src/client/engine_client.ts";
import { type Fixture, fixtures, type Toolkit } from "../support/fixture.ts";
import { setLiveStage } from "../support/live_stage.ts";
import { setStage } from "../support/stage.ts";
import { XClient } from "../support/x_client.ts";
import { XDevices } from "../support/x_devices.ts";

/** Kinds of desktops: the agent's alone, the agent's with a pointer of its own beside somebody else's, a person's. */
export const desktopKinds = ["private", "own", "live"] as const;
/** A kind of desktop. */
export type DesktopKind = (typeof desktopKinds)[number];

/** Toolkits that tell no tree: their fixtures log where each widget is. */
export const pictured: readonly Toolkit[] = ["tk", "xaw"];
/** Fixtures that have the controls: what does nothing, what blinks, what reacts late. */
export const controlled: readonly Toolkit[] = ["gtk3", "qt5", "qt6"];

/** Where the other pointer is, on the window that has the core keyboard focus. */
const SOMEBODY = { x: 1262, y: 12 };

/** What is on a desktop. */
export interface Setting extends AsyncDisposable {
  readonly engine: EngineClient;
  readonly fixture: Fixture;
  readonly app: string;
  /** For other programs on the desktop. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Opens a desktop of a kind and starts a fixture on it. */
export function openSetting(kind: DesktopKind, toolkit: Toolkit): Promise<Setting> {
  const args = [
    "--motion",
    ...(pictured.includes(toolkit) ? ["--places"] : []),
    ...(controlled.includes(toolkit) ? ["--controls"] : []),
  ];
  if (kind === "live") return setLiveStage(toolkit, args);
  return kind === "own" ? openShared(toolkit, args) : openPrivate(toolkit, args);
}

/** Popups of Tk are windows of classes of their own. */
function allowed(toolkit: Toolkit): string {
  const { wmClass } = fixtures[toolkit];
  return toolkit === "tk" ? `${wmClass},Menu,#!menu#!menu,ComboboxPopdown,popdown` : wmClass;
}

async function openPrivate(toolkit: Toolkit, args: readonly string[], pointer = "core"): Promise<Setting> {
  const stage = await setStage(toolkit, args, { CUA_ALLOW_APPS: allowed(toolkit), CUA_POINTER: pointer });
  const { engine, fixture, app, desktop: { state: { environment } } } = stage;
  return { engine, fixture, app, environment, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() };
}

/** The core pointer and the core focus are somebody else's. */
async function openShared(toolkit: Toolkit, args: readonly string[]): Promise<Setting> {
  await using started = new AsyncDisposableStack();
  const setting = started.use(await openPrivate(toolkit, args, "own"));
  const person = started.use(new XClient(setting.environment));
  const window = await person.window({ x: 1250, y: 0, width: 30, height: 30, override: true });
  const devices = started.use(new XDevices(setting.environment));
  await devices.move(SOMEBODY.x, SOMEBODY.y);
  await person.do("focus", window);
  const stack = started.move();
  return { ...setting, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
