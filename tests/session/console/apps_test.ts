import { deepEqual, equal, match, throws } from "node:assert/strict";
import type { AppInfo, WindowInfo } from "../../../src/contract/values.ts";
import { findApp, notRunning, readHandle, readWanted, targetOf } from "../../../src/session/console/apps.ts";

function window(id: number, fields: Partial<WindowInfo> = {}): WindowInfo {
  const bounds = { x: 0, y: 0, width: 1, height: 1 };
  const flags = { focused: false, modal: false, iconified: false };
  return { window_id: id, app_id: "Gimp", title: `w${id}`, bounds, kind: "main", ...flags, ...fields };
}

const gimp: AppInfo = {
  app_id: "Gimp-2.10",
  name: "GNU Image Manipulation Program",
  desktop_entry: "org.gimp.GIMP.desktop",
  executable: "/usr/bin/gimp-2.10",
  running: true,
  access: "allowed",
  windows: [window(7)],
};
const other: AppInfo = { app_id: "gimp", running: true, access: "allowed", windows: [window(8)] };

for (const name of ["gimp-2.10", "GNU image manipulation program", "org.gimp.GIMP", "/usr/bin/gimp-2.10".slice(9)]) {
  Deno.test(`findApp() finds an application by "${name}"`, () => {
    equal(findApp([gimp], { name }), gimp);
  });
}

Deno.test("findApp() prefers the id over other names, and finds windows", () => {
  equal(findApp([gimp, other], { name: "GIMP" }), other);
  equal(findApp([gimp, other], { windowId: 7 }), gimp);
  equal(findApp([gimp], { windowId: 9 }), undefined);
});

Deno.test("findApp() names several applications of one name", () => {
  const twin = { ...gimp, app_id: "Gimp-3" };
  throws(() => findApp([gimp, twin], { name: "org.gimp.GIMP" }), /Gimp-2.10, Gimp-3/);
});

Deno.test("notRunning() says what runs, and how to start what is installed", () => {
  match(notRunning({ name: "x" }, [gimp], []).message, /called "x". Running: Gimp-2.10/);
  match(notRunning({ name: "gimp" }, [], [other]).message, /start it with await cua.launchApp\("gimp"\)/);
  match(notRunning({ windowId: 5 }, [], []).message, /no window 5/);
});

Deno.test("readWanted() takes each form that models write", () => {
  deepEqual(readWanted(" xed "), { name: "xed" });
  deepEqual(readWanted({ appId: "xed" }), { name: "xed" });
  deepEqual(readWanted({ windowId: 5 }), { windowId: 5 });
  deepEqual(readWanted({ $app: { id: "xed", appId: "xed" } }), { name: "xed" });
  throws(() => readWanted(undefined), /getApp takes/);
  throws(() => readWanted({}), /getApp takes/);
});

Deno.test("readHandle() refuses what the host did not give out", () => {
  throws(() => readHandle({ appId: 7 }), /not one that/);
  throws(() => readHandle(null), /not one that/);
});

Deno.test("targetOf() covers all windows, keeps to a chosen one where there are several, and sees its dialog", () => {
  deepEqual(targetOf({ appId: "Gimp" }, []), { app: "Gimp" });
  deepEqual(targetOf({ appId: "Gimp", windowId: 7 }, []), { window_id: 7 });
  deepEqual(targetOf({ appId: "Gimp", windowId: 7 }, [window(7)]), { app: "Gimp" });
  deepEqual(targetOf({ appId: "Gimp", windowId: 7 }, [window(7), window(8)]), { window_id: 7 });
  const dialog = window(9, { kind: "dialog", transient_for: 7 });
  deepEqual(targetOf({ appId: "Gimp", windowId: 7 }, [window(7), window(8), dialog]), { window_id: 9 });
});
