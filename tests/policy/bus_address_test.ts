import assert from "node:assert/strict";
import { OperationError } from "../../src/contract/errors.ts";
import { checkBusSocket } from "../../src/policy/bus_address.ts";

function refuses(name: string): boolean {
  try {
    checkBusSocket({ kind: "path", name }, "DBUS_SESSION_BUS_ADDRESS", false);
    return false;
  } catch (error) {
    assert.ok(error instanceof OperationError && error.code === "denied");
    assert.match(error.message, /DBUS_SESSION_BUS_ADDRESS/);
    return true;
  }
}

Deno.test("checkBusSocket() refuses the buses of a login session and of the system", () => {
  assert.ok(refuses("/run/user/1000/bus"));
  assert.ok(refuses("/var/run/user/1000/bus"));
  assert.ok(refuses("/run/user/1000/at-spi/bus_0"));
  assert.ok(refuses("/run/dbus/system_bus_socket"));
  assert.ok(refuses("/home/ann/.cache/at-spi/bus_0"));
  assert.ok(refuses("/var/home/ann/.cache/at-spi/bus_0"));
});

Deno.test("checkBusSocket() accepts private sockets, also below a login session's folder", () => {
  assert.ok(!refuses("/run/user/1000/linux-cua/desktops/a1/run/bus"));
  assert.ok(!refuses("/tmp/linux-cua-0/desktops/a1/run/at-spi/bus_100"));
});

Deno.test("checkBusSocket() accepts abstract sockets only when that was allowed", () => {
  const socket = { kind: "abstract", name: "/tmp/dbus-x" } as const;
  assert.throws(() => checkBusSocket(socket, "AT_SPI_BUS_ADDRESS", false), /CUA_ALLOW_ABSTRACT_BUS/);
  checkBusSocket(socket, "AT_SPI_BUS_ADDRESS", true);
});
