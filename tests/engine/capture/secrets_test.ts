import assert from "node:assert/strict";
import { placesNow, type WindowSecrets } from "../../../src/engine/observe/secrets.ts";
import { type Window, xid } from "../../../src/ffi/xid.ts";

const field = { x: 110, y: 120, width: 50, height: 20 };
const bounds = { x: 100, y: 100, width: 300, height: 200 };
const secrets: WindowSecrets = { window: xid<Window>(1), bounds, places: [field], unread: false };

Deno.test("placesNow() leaves the fields of a window that stayed where they were", () => {
  assert.deepEqual(placesNow(secrets, bounds), { places: [field], certain: true });
});

Deno.test("placesNow() follows a window that moved after or before its fields were read", () => {
  const { places, certain } = placesNow(secrets, { ...bounds, x: 600, y: 50 });
  assert.deepEqual(places, [field, { ...field, x: 610, y: 70 }]);
  assert.ok(certain);
});

Deno.test("placesNow() is not certain of a window that was resized or not read", () => {
  assert.ok(!placesNow(secrets, { ...bounds, width: 500 }).certain);
  assert.ok(placesNow({ ...secrets, places: [] }, { ...bounds, width: 500 }).certain);
  assert.ok(!placesNow({ ...secrets, unread: true }, bounds).certain);
});
