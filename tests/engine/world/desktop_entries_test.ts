import assert from "node:assert/strict";
import { parseEntry, readDesktopEntries } from "../../../src/engine/world/desktop_entries.ts";

const entry = (id: string, lines: string) =>
  parseEntry(id, `/usr/share/applications/${id}.desktop`, `[Desktop Entry]\nType=Application\n${lines}`);
const editor = entry(
  "org.xfce.mousepad",
  "Name=Mousepad\nName[de]=Texteditor\nExec=mousepad %U\nStartupWMClass=Mousepad",
);

Deno.test("parseEntry() reads the entry's group alone", () => {
  const action = parseEntry(
    "a",
    "/a",
    "[Desktop Entry]\nType=Application\nExec=right\n[Desktop Action x]\nExec=wrong\nName=No",
  );
  assert.equal(action.exec, "right");
  assert.equal(action.name, "a");
});

Deno.test("parseEntry() hides what menus hide", () => {
  assert.ok(entry("a", "Exec=a\nNoDisplay=true").hidden);
  assert.ok(entry("a", "Exec=a\nHidden=true").hidden);
  assert.ok(parseEntry("a", "/a", "[Desktop Entry]\nType=Link\nURL=x").hidden);
  assert.ok(!editor.hidden);
});

Deno.test("parseEntry() hides what D-Bus alone could start, and keeps an Exec line beside it", () => {
  assert.ok(entry("a", "DBusActivatable=true").hidden);
  const both = entry("a", "DBusActivatable=true\nExec=a --gapplication");
  assert.deepEqual([both.hidden, both.exec], [false, "a --gapplication"]);
});

Deno.test("parseEntry() undoes escape sequences, and tells what the entry needs", () => {
  const escaped = entry(
    "a",
    'Name=Back\\\\slash\\sand\\ttab\nExec=a "b\\\\$c"\nTryExec=/opt/a\nPath=/opt\nTerminal=true',
  );
  assert.equal(escaped.name, "Back\\slash and\ttab");
  assert.equal(escaped.exec, 'a "b\\$c"');
  assert.deepEqual([escaped.tryExec, escaped.workingDirectory, escaped.terminal], ["/opt/a", "/opt", true]);
  assert.deepEqual([editor.tryExec, editor.workingDirectory, editor.terminal], [null, null, false]);
});

Deno.test("readDesktopEntries() passes over folders, pipes and broken links, and reads no endless file", () => {
  const home = Deno.makeTempDirSync();
  try {
    const folder = `${home}/applications`;
    Deno.mkdirSync(`${folder}/folder.desktop`, { recursive: true });
    Deno.symlinkSync("folder.desktop", `${folder}/link.desktop`);
    Deno.symlinkSync("loop.desktop", `${folder}/loop.desktop`);
    Deno.symlinkSync("/dev/zero", `${folder}/zero.desktop`);
    const { success } = new Deno.Command("mkfifo", { args: [`${folder}/pipe.desktop`] }).outputSync();
    assert.ok(success);
    Deno.writeTextFileSync(`${folder}/big.desktop`, "#".repeat(300 * 1024));
    Deno.writeTextFileSync(`${folder}/app.desktop`, "[Desktop Entry]\nType=Application\nName=App\nExec=app\n");
    const entries = readDesktopEntries({ XDG_DATA_HOME: home, XDG_DATA_DIRS: "/nowhere" });
    assert.deepEqual(entries.map(({ id }) => id).sort(), ["app", "big", "loop"]);
    assert.deepEqual(entries.filter(({ hidden }) => !hidden).map(({ id }) => id), ["app"]);
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
});

Deno.test("readDesktopEntries() lets the user's entry hide the system's of the same id, in folders too", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const put = (path: string, lines: string) => {
      const whole = `${folder}/${path}`;
      Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(whole, `[Desktop Entry]\nType=Application\nExec=a\n${lines}\n`);
    };
    put("home/applications/kde-app.desktop", "Name=Mine\nNoDisplay=true");
    put("system/applications/kde/app.desktop", "Name=App");
    put("system/applications/other.desktop", "Name=Other");
    const found = readDesktopEntries({ XDG_DATA_HOME: `${folder}/home`, XDG_DATA_DIRS: `${folder}/system` });
    assert.deepEqual(found.map(({ id, name, hidden }) => [id, name, hidden]).sort(), [
      ["kde-app", "Mine", true],
      ["other", "Other", false],
    ]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
