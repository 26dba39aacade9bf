/**
 * The clipboard in both directions. The other side is an X client of its own.
 * @module
 */
import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import type { OperationName, ParamsInput, Result } from "../../../src/contract/operations.ts";
import { operations } from "../../../src/contract/operations.ts";
import { createEngine, type LiveAdmission } from "../../../src/engine/engine.ts";
import { startXServer } from "../../support/x_server.ts";
import { type OwnerManner, SelectionClient } from "../../support/x_selection.ts";
import { failure } from "../../support/failure.ts";

const APP = "clipboard-fixture";

/** A display with an engine in this process; `client` starts another X client, which ends with the scene. */
interface Scene extends AsyncDisposable {
  client(): SelectionClient;
  call<K extends OperationName>(name: K, params: ParamsInput<K>, signal?: AbortSignal): Promise<Result<K>>;
}

async function setScene(live?: LiveAdmission): Promise<Scene> {
  const server = await startXServer();
  const clients: SelectionClient[] = [];
  const engine = createEngine({
    environment: { CUA_DISPLAY: server.display, CUA_ALLOW_APPS: APP },
    ...(live ? { live } : {}),
  });
  return {
    client() {
      const client = new SelectionClient({ DISPLAY: server.display });
      clients.push(client);
      return client;
    },
    async call(name, params, signal = new AbortController().signal) {
      const checked = operations[name].params.parse(params);
      return await engine.dispatch(name, checked, { signal, progress: () => {} }) as never;
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      for (const client of clients) await client[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** A text that does not fit one piece and is different everywhere. */
const long = (bytes: number) => Array.from({ length: Math.ceil(bytes / 12) }, (_, index) => `${index + 1e9}λ`).join("");

Deno.test("a text is served in every form that a client may ask for", async () => {
  await using scene = await setScene();
  const client = scene.client();
  const before = await client.owner("PRIMARY");
  await scene.call("clipboard_write", { text: "Grüße λ 😀" });
  const offered = await client.targets();
  const expected = ["TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "text/plain;charset=utf-8", "TEXT"];
  assert.deepEqual([...offered!].sort(), expected.sort());
  for (const target of ["UTF8_STRING", "text/plain;charset=utf-8"]) {
    const { type, text } = await client.read(target);
    assert.deepEqual({ type, text }, { type: target, text: "Grüße λ 😀" });
  }
  assert.equal((await client.read("TEXT")).type, "UTF8_STRING");
  assert.equal((await client.read("TIMESTAMP")).type, "INTEGER");
  assert.equal((await client.read("STRING")).type, null, "characters would be lost");
  assert.equal((await client.read("image/png")).type, null);
  assert.equal(await client.owner("PRIMARY"), before, "PRIMARY is left alone");

  await scene.call("clipboard_write", { text: "Grüße" });
  assert.ok((await client.targets())!.includes("STRING"));
  const { type, latin1 } = await client.read("STRING");
  assert.deepEqual({ type, latin1 }, { type: "STRING", latin1: "Grüße" });
  assert.equal((await client.read("TEXT")).type, "STRING");
});

Deno.test("several forms are served at once, and the refused ones are said", async () => {
  await using scene = await setScene();
  const client = scene.client();
  await scene.call("clipboard_write", { text: "λ" });
  const answers = await client.multiple(["UTF8_STRING", "image/png", "TIMESTAMP"]);
  assert.equal(answers!.UTF8_STRING!.text, "λ");
  assert.equal(answers!["image/png"], null);
  assert.equal(answers!.TIMESTAMP!.type, "INTEGER");
});

Deno.test("20 MB go out in pieces, to several clients at once, while others end in the middle", async () => {
  await using scene = await setScene();
  const text = long(20_000_000);
  await scene.call("clipboard_write", { text });
  const [first, second, dying] = [scene.client(), scene.client(), scene.client()];
  const wanted = { type: "UTF8_STRING", sha256: await sha256(text) };
  const [one, two, end] = await Promise.all([
    first.read("UTF8_STRING"),
    second.read("UTF8_STRING"),
    dying.read("UTF8_STRING", 3).then(() => "answered", () => "ended"),
  ]);
  for (const { type, sha256, pieces } of [one, two]) {
    assert.deepEqual({ type, sha256 }, wanted);
    assert.ok(pieces! > 10);
  }
  assert.equal(end, "ended");
  assert.equal((await first.read("TEXT")).sha256, wanted.sha256, "it goes on after a client ended");
});

Deno.test("a transfer ends with the text that it began with", async () => {
  await using scene = await setScene();
  const [reader, taker] = [scene.client(), scene.client()];
  const text = long(5_000_000);
  await scene.call("clipboard_write", { text });
  const reading = reader.read("UTF8_STRING");
  await taker.own({ UTF8_STRING: "another" });
  const { sha256: got, text: start } = await reading;
  // The question may come before or after the other client took the clipboard.
  assert.ok(got === await sha256(text) || start === "another");
});

Deno.test("an application's text is read, in one piece and in many", async () => {
  await using scene = await setScene();
  const client = scene.client();
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: null });
  await client.show(APP);
  await client.own({ UTF8_STRING: "Grüße λ 😀" });
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: "Grüße λ 😀" });
  await client.own({ STRING: "only this" });
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: "only this" });
  await client.own({ UTF8_STRING: "" }, { how: "pieces" });
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: "" });
  await client.own({ UTF8_STRING: "0123456789λ" }, { how: "pieces", repeat: 1_500_000 });
  const { text } = await scene.call("clipboard_read", {});
  assert.equal(text!.length, 16_500_000);
  assert.equal(await sha256(text!), await sha256("0123456789λ".repeat(1_500_000)));
});

Deno.test("owners that end, stall, flood or answer something else are given up", async (t) => {
  await using scene = await setScene();
  const cases: [OwnerManner, string, RegExp][] = [
    ["stall", "app_not_responding", /does not hand its text over/],
    ["stall_pieces", "app_not_responding", /does not hand its text over/],
    ["flood", "app_not_responding", /does not hand its text over/],
    ["die", "app_not_responding", /ended/],
    ["die_pieces", "app_not_responding", /ended/],
    ["endless", "too_long", /too long/],
    ["image", "unsupported", /image\/png/],
    ["words", "unsupported", /units of 32 bits/],
  ];
  await Promise.all(cases.map(async ([how, code, message]) => {
    await using own = await setScene();
    const client = own.client();
    await client.show(APP);
    await client.own({ UTF8_STRING: "x".repeat(60_000) }, { how });
    const error = await failure(own.call("clipboard_read", {}));
    assert.equal(error.code, code, `${how}: ${error.message}`);
    assert.match(error.message, message);
    await own.call("clipboard_write", { text: "mine" });
    assert.deepEqual(await own.call("clipboard_read", {}), { text: "mine" }, how);
  }));

  await t.step("formats without text are named", async () => {
    const client = scene.client();
    await client.show(APP);
    await client.own({ "image/png": "PNG", "text/html": "<b>", "text/uri-list": "file:///etc" });
    const error = await failure(scene.call("clipboard_read", {}));
    assert.equal(error.code, "unsupported");
    for (const name of ["image/png", "text/html", "text/uri-list"]) assert.ok(error.message.includes(name));
  });
});

Deno.test("a stalled reading ends with its call", async () => {
  await using scene = await setScene();
  const client = scene.client();
  await client.show(APP);
  await client.own({ UTF8_STRING: "never" }, { how: "stall" });
  const reason = new OperationError("cancelled", "The caller went away");
  assert.equal(
    (await failure(scene.call("clipboard_read", {}, AbortSignal.any([AbortSignal.abort(reason)])))).code,
    "cancelled",
  );
});

Deno.test("only what an approved application shows a window for is read", async () => {
  await using scene = await setScene();
  const [windowless, unknown] = [scene.client(), scene.client()];
  await windowless.own({ UTF8_STRING: "secret" });
  const denied = await failure(scene.call("clipboard_read", {}));
  assert.equal(denied.code, "denied");
  await unknown.show("Unknown");
  await unknown.own({ UTF8_STRING: "secret" });
  const asked = await failure(scene.call("clipboard_read", {}));
  assert.equal(asked.code, "approval_required");
  const { app_id, executable } = asked.details as { app_id: string; executable: string };
  await scene.call("approve_app", { app_id, executable, scope: "turn" });
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: "secret" });
  await unknown.show("keepassxc");
  assert.equal((await failure(scene.call("clipboard_read", {}))).code, "denied", "one denied window is enough");
});

Deno.test("the clipboard is ours until somebody takes it or it is given up", async () => {
  await using scene = await setScene();
  const client = scene.client();
  await scene.call("clipboard_release", {});
  await scene.call("clipboard_write", { text: "mine" });
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: "mine" });
  await scene.call("turn_ended", {});
  assert.equal((await client.read("UTF8_STRING")).text, "mine");
  await client.show(APP);
  await client.own({ UTF8_STRING: "theirs" });
  assert.deepEqual(await scene.call("clipboard_read", {}), { text: "theirs" });
  await scene.call("clipboard_release", {});
  assert.equal(await client.owns(), true, "what is not ours is not given up");
  await scene.call("clipboard_write", { text: "mine again" });
  assert.equal(await client.owns(), false);
  await scene.call("clipboard_release", {});
  assert.equal(await client.owner(), 0);
  await scene.call("clipboard_write", { text: "to the end" });
  await scene.call("shutdown", {});
  assert.equal(await client.owner(), 0);
});

Deno.test("a live desktop's clipboard is left alone", async () => {
  await using scene = await setScene({ allowApps: [APP], pids: [], executables: [] });
  for (
    const [name, params] of [["clipboard_read", {}], ["clipboard_write", { text: "x" }], [
      "clipboard_release",
      {},
    ]] as const
  ) {
    assert.equal((await failure(scene.call(name, params))).code, "denied");
  }
});
