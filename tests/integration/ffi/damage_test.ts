import assert from "node:assert/strict";
import { Display } from "../../../src/ffi/display.ts";
import { EventPump } from "../../../src/ffi/event_pump.ts";
import { createDamage, subtractDamage } from "../../../src/ffi/xdamage.ts";
import { startXServer } from "../../support/x_server.ts";

Deno.test("subtractDamage() lets the next change be reported although nothing else is sent", async () => {
  await using server = await startXServer();
  using display = Display.open(server.display);
  await using pump = new EventPump(display);
  const damage = createDamage(display, display.root);
  let reports = 0;
  let reported: (() => void) | undefined;
  using _listener = pump.listen((event) => {
    if (event.type !== "damage") return;
    assert.equal(event.damage, damage);
    reports++;
    subtractDamage(display, damage);
    reported?.();
  });
  pump.drain(); // A new damage object reports the whole window once.
  for (const colour of ["red", "green", "blue"]) {
    const before = reports;
    const report = new Promise<void>((resolve) => reported = resolve);
    const env = { DISPLAY: server.display };
    const { success } = await new Deno.Command("xsetroot", { args: ["-solid", colour], env }).output();
    assert.ok(success);
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error(`The change to ${colour} was not reported`)), 5_000);
    await Promise.race([report, timeout.promise]);
    clearTimeout(timer);
    assert.ok(reports > before);
  }
});
