import { equal, match, ok } from "node:assert/strict";
import { openDesktop } from "../../../../src/desktop/desktop.ts";
import { Fixture } from "../../../support/fixture.ts";
import { connect } from "./client.ts";

Deno.test("js finds elements and waits in the short forms", async () => {
  await using desktop = await openDesktop({});
  const { environment, id } = desktop.state;
  await using fixture = await Fixture.start("gtk3", environment);
  await using client = await connect("v2 2026-07-28", ["--workspace", id], {
    environment: { CUA_ALLOW_APPS: "fixture-gtk3" },
  });
  const reply = await client.js(`
    const app = await cua.getApp("fixture-gtk3", {emit: false});
    const [button] = await app.find({role: "button", name: /^press/i}, {timeoutMs: 10000});
    const pressed = app.waitFor([{text: "Pressed 1"}, {absent: 99}], {mode: "any", timeoutMs: 10000}).catch((e) => e.code);
    await app.click(button);
    const done = await app.waitFor([{text: "Pressed 1"}, {window: "Fixture GTK3"}], {timeoutMs: 10000});
    nodeRepl.write([await pressed, done.met, done.predicates.map((one) => one.result)]);
  `);
  ok(!reply.isError, reply.text);
  match(reply.text, /element_not_found.*true.*met.*met/s);
  const presses = fixture.events().filter(({ widget, event }) => widget === "press" && event === "clicked");
  equal(presses.length, 1);
});
