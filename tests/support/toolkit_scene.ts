/**
 * A fixture on a display of a certain kind, with an engine that looks at it.
 * @module
 */
import lackingByToolkit from "../../fixtures/lacking.json" with { type: "json" };
import { runQuietly } from "../../scripts/processes.ts";
import { EngineClient } from "../../src/client/engine_client.ts";
import { engineEnvironment, openDesktop } from "../../src/desktop/desktop.ts";
import type { Scene } from "./element_matrix.ts";
import { Fixture, fixtures, type Toolkit } from "./fixture.ts";
import { startXServer } from "./x_server.ts";

/** Where and how a fixture is shown. */
export interface Variant {
  readonly name: string;
  /** X pixels for each logical one. */
  readonly scale: 1 | 2;
  readonly windowManager: boolean;
  /** Options of the fixture. */
  readonly args: readonly string[];
}

/** Plain, scaled, and without a window manager. */
export const variants: readonly Variant[] = [
  { name: "scale 1", scale: 1, windowManager: true, args: [] },
  { name: "scale 2", scale: 2, windowManager: true, args: [] },
  { name: "no window manager", scale: 1, windowManager: false, args: [] },
];
/** A window whose title bar the client draws. */
export const csd: Variant = { name: "client-side decorations", scale: 1, windowManager: true, args: ["--csd"] };

/** What toolkits scale by. */
const scaling: Readonly<Record<Variant["scale"], Readonly<Record<string, string>>>> = {
  1: {},
  2: { GDK_SCALE: "2", QT_SCALE_FACTOR: "2" },
};

/** Sets a scene, runs `use` in it, and ends all that was started. */
export async function withScene(
  toolkit: Toolkit,
  variant: Variant,
  use: (scene: Scene) => Promise<void>,
): Promise<void> {
  const geometry = variant.scale === 2 ? "2560x1600" : "1280x800";
  await using desktop = await openDesktop({ label: `${toolkit} ${variant.name}`, geometry });
  await using server = variant.windowManager ? undefined : await startXServer(geometry);
  const display = server ? { DISPLAY: server.display, XAUTHORITY: "" } : {};
  const environment = { ...desktop.state.environment, ...display, ...scaling[variant.scale] };
  if (server) await announceBus(server.display, desktop.state.accessibilityBus!);
  const args = [...variant.args, ...(variant.scale === 2 && toolkit === "chromium" ? ["--double"] : [])];
  await using fixture = await Fixture.start(toolkit, environment, args);
  const app = fixtures[toolkit].wmClass;
  const engine = new EngineClient({
    environment: {
      ...engineEnvironment(desktop.state),
      ...display,
      ...(server ? { CUA_DISPLAY: server.display } : {}),
      CUA_ALLOW_APPS: app,
    },
  });
  try {
    await use({ engine, app, fixture, environment, lacking: Object.keys(lackingByToolkit[toolkit]) });
  } finally {
    await engine.close();
  }
}

/** Qt 5 looks for the accessibility bus where the bus' launcher writes it: on the root window of its own display. */
async function announceBus(display: string, address: string): Promise<void> {
  const args = ["-display", display, "-root", "-f", "AT_SPI_BUS", "8s", "-set", "AT_SPI_BUS", address];
  const { code, stderr } = await runQuietly("xprop", args);
  if (code !== 0) throw new Error(`xprop ended with ${code}: ${stderr}`);
}
