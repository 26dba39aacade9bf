import assert from "node:assert/strict";
import { parseEntry } from "../../../src/engine/world/desktop_entries.ts";
import { commandOf, programOf } from "../../../src/engine/world/exec_line.ts";

const entry = (exec: string) => parseEntry("a", "/a", `[Desktop Entry]\nType=Application\nExec=${exec}\n`);

Deno.test("commandOf() undoes quoting and expands field codes to nothing", () => {
  assert.deepEqual(commandOf(entry('app --title "a b" %U')), ["app", "--title", "a b"]);
  for (const code of ["%f", "%F", "%u", "%U", "%i", "%c", "%k", "%m", "%d"]) {
    assert.deepEqual(commandOf(entry(`app ${code} -x`)), ["app", "-x"], code);
  }
  assert.deepEqual(commandOf(entry('app -caption "%c" --icon=%i')), ["app", "-caption", "", "--icon="]);
  assert.deepEqual(commandOf(entry('"/opt/my app/run" 100%% %%f')), ["/opt/my app/run", "100%", "%f"]);
  assert.deepEqual(commandOf(entry('app "\\\\$HOME \\\\"x\\\\""')), ["app", '$HOME "x"']);
});

Deno.test("commandOf() gives nothing for broken quoting and empty lines", () => {
  assert.equal(commandOf(entry('app "unfinished')), null);
  assert.equal(commandOf(entry("%U")), null);
});

Deno.test("programOf() looks behind env and its variables", () => {
  assert.equal(programOf(entry("env GDK_BACKEND=x11 /usr/bin/evince %U")), "evince");
  assert.equal(programOf(entry("mousepad %U")), "mousepad");
  assert.equal(programOf(entry("/usr/bin/env A=1 env B=2 /usr/bin/xterm -e x")), "xterm");
  assert.equal(programOf(entry("env -i xterm")), "");
});
