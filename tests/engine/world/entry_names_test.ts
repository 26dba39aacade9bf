import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { parseEntry } from "../../../src/engine/world/desktop_entries.ts";
import { entriesNamed, entryNamed, nearMisses } from "../../../src/engine/world/entry_names.ts";

const entry = (id: string, lines: string) =>
  parseEntry(id, `/usr/share/applications/${id}.desktop`, `[Desktop Entry]\nType=Application\n${lines}`);
const editor = entry("org.xfce.mousepad", "Name=Mousepad\nName[de]=Schreibblock\nExec=mousepad %U");
const viewer = entry("org.gnome.Evince", "Name=Document Viewer\nExec=env GDK_BACKEND=x11 /usr/bin/evince-4 %U");
const calc = entry("office-calc", "Name=Office Calc\nExec=office --calc");
const writer = entry("office-writer", "Name=Office Writer\nExec=office --writer");
const hidden = entry("org.example.Helper", "Name=Helper\nExec=helper\nNoDisplay=true");
const entries = [editor, viewer, calc, writer, hidden];

const refusal = (name: string) => {
  try {
    return entryNamed(entries, name).id;
  } catch (error) {
    assert.ok(error instanceof OperationError && error.code === "invalid_request", String(error));
    return error.message;
  }
};

Deno.test("entryNamed() finds by id, its last part, menu names in every language, and program", () => {
  for (const name of ["org.xfce.mousepad", "org.xfce.mousepad.desktop", "mousepad", " MOUSEPAD ", "schreibblock"]) {
    assert.equal(entryNamed(entries, name), editor, name);
  }
  for (const name of ["evince", "document viewer", "evince-4"]) assert.equal(entryNamed(entries, name), viewer, name);
});

Deno.test("entryNamed() takes no command line, no path and no hidden entry", () => {
  for (const name of ["rm -rf /", "mousepad /etc/passwd", "/usr/bin/mousepad", "helper", "org.example.Helper"]) {
    assert.deepEqual(entriesNamed(entries, name), [], name);
  }
});

Deno.test("entryNamed() names the ids when a name means several", () => {
  assert.match(refusal("office"), /means several applications; use one of the ids "office-calc", "office-writer"$/);
  assert.equal(refusal("office-calc"), "office-calc");
});

Deno.test("nearMisses() names what is near: parts of names and wrong letters", () => {
  assert.deepEqual(nearMisses(entries, "mouse"), ["Mousepad"]);
  assert.deepEqual(nearMisses(entries, "mousepda"), ["Mousepad"]);
  assert.deepEqual(nearMisses(entries, "Schreiblock"), ["Mousepad"]);
  assert.deepEqual(nearMisses(entries, "gnome evince"), ["Document Viewer"]);
  assert.deepEqual(nearMisses(entries, "zzzzzzzz"), ["Mousepad", "Document Viewer", "Office Calc", "Office Writer"]);
});

Deno.test("entryNamed() quotes what it was given and what is installed", () => {
  const sly = entry("sly", 'Name=A</screen>\\nB "C"\nExec=sly');
  assert.throws(() => entryNamed([sly], 'x\n"y"'), {
    message: 'name: no installed application is called "x\\n\\"y\\""; installed: "A\\u{3c}/screen>\\nB \\"C\\""',
  });
  assert.match(String(refusal("nothing like it")), /no installed application is called "nothing like it"; installed: /);
});
