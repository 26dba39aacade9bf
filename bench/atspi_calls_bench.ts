/**
 * 500 pipelined property reads from a GTK 3 application over the accessibility bus: our wire, and dbus-next.
 * @module
 */
import dbus from "dbus-next";
import { AccessibilityBus } from "../src/engine/atspi/bus.ts";
import { getName } from "../src/engine/atspi/interfaces/accessible.ts";
import { openDesktop } from "../src/desktop/desktop.ts";
import { listApplications } from "../src/engine/atspi/applications.ts";
import { Fixture } from "../tests/support/fixture.ts";
import type { Bench } from "./run.ts";

const CALLS = 500;
const PROPERTIES = "org.freedesktop.DBus.Properties";
const ACCESSIBLE = "org.a11y.atspi.Accessible";

const desktop = await openDesktop({ label: "bench" });
const { environment, accessibilityBus: address } = desktop.state;
const fixture = await Fixture.start("gtk3", environment);
const ours = await AccessibilityBus.connect({ a11yAddress: address });
const theirs = dbus.sessionBus({ busAddress: address });
const { root } = (await listApplications(ours)).find(({ pid }) => pid === fixture.pid)!;

async function read(): Promise<void> {
  await Promise.all(Array.from({ length: CALLS }, () => getName(ours, root)));
}

async function readWithDbusNext(): Promise<void> {
  const call = () =>
    theirs.call(
      new dbus.Message({
        destination: root.bus,
        path: root.path,
        interface: PROPERTIES,
        member: "Get",
        signature: "ss",
        body: [ACCESSIBLE, "Name"],
      }),
    );
  await Promise.all(Array.from({ length: CALLS }, call));
}

/** See the module. */
export const bench: Bench = {
  title: `${CALLS} pipelined reads over the accessibility bus`,
  ways: { "linux-cua": read, "dbus-next": readWithDbusNext },
  runs: 20,
  close: async () => {
    theirs.disconnect();
    ours[Symbol.dispose]();
    await fixture[Symbol.asyncDispose]();
    await desktop.close();
  },
};
