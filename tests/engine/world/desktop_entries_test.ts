import assert from "node:assert/strict";
import {
  commandOf,
  entriesNamed,
  nearMisses,
  parseEntry,
  programOf,
  readDesktopEntries,
} from "../../../src/engine/world/desktop_entries.ts";

const entry = (id: string, lines: string) =>
  parseEntry(id, `/usr/share/applications/${id}.desktop`, `[Desktop Entry]\nType=Application\n${lines}`);
const editor = entry(
  "org.xfce.mousepad",
  "Name=Mousepad\nName[de]=Texteditor\nExec=mousepad %U\nStartupWMClass=Mousepad",
);
const viewer = entry("org.gnome.Evince", "Name=Document Viewer\nExec=env GDK_BACKEND=x11 /usr/bin/evince %U");
const entries = [editor, viewer];

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

Deno.test("commandOf() undoes quoting and drops field codes", () => {
  assert.deepEqual(commandOf(entry("a", 'Exec=app --title "a b %f" %U')), ["app", "--title", "a b %f"]);
  assert.deepEqual(commandOf(entry("a", 'Exec="/opt/my app/run" 100%%')), ["/opt/my app/run", "100%"]);
  assert.equal(commandOf(entry("a", 'Exec=app "unfinished')), null);
});

Deno.test("programOf() looks behind env and its variables", () => {
  assert.equal(programOf(viewer), "evince");
  assert.equal(programOf(editor), "mousepad");
  assert.equal(programOf(entry("a", "Exec=/usr/bin/env A=1 env B=2 /usr/bin/xterm -e x")), "xterm");
  assert.equal(programOf(entry("a", "Exec=env -i xterm")), "");
});

Deno.test("entriesNamed() finds by id, its last part, any menu name and program", () => {
  for (const name of ["org.xfce.mousepad", "Mousepad", "texteditor", "org.xfce.mousepad.desktop"]) {
    assert.deepEqual(entriesNamed(entries, name), [editor], name);
  }
  assert.deepEqual(entriesNamed(entries, "document viewer"), [viewer]);
  assert.deepEqual(entriesNamed(entries, "evince"), [viewer]);
  assert.deepEqual(entriesNamed(entries, "rm -rf /"), []);
});

Deno.test("nearMisses() names what is near", () => {
  assert.deepEqual(nearMisses(entries, "mouse"), ["Mousepad"]);
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
