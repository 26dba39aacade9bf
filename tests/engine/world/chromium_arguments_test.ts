import assert from "node:assert/strict";
import { chromiumArguments, type Program } from "../../../src/engine/world/chromium_arguments.ts";

const argumentsOf = (path: string, uid: number, args: string[] = [], files: string[] = []) => {
  const program: Program = { paths: [path], args, uid, exists: (file) => files.includes(file) };
  return chromiumArguments(program);
};

Deno.test("chromiumArguments() switches the accessibility of browsers on", () => {
  for (const path of ["/usr/bin/chromium", "/usr/bin/google-chrome-stable", "/opt/brave.com/brave/brave-browser"]) {
    assert.deepEqual(argumentsOf(path, 1000, ["--new-window"]), {
      args: ["--force-renderer-accessibility", "--new-window"],
      warnings: [],
    });
  }
});

Deno.test("chromiumArguments() knows Electron by the files beside it", () => {
  const beside = ["/opt/Editor/chrome_100_percent.pak"];
  assert.deepEqual(argumentsOf("/opt/Editor/editor", 1000, [], beside).args, ["--force-renderer-accessibility"]);
  const above = ["/usr/share/code/bin/../chrome_100_percent.pak"];
  assert.deepEqual(argumentsOf("/usr/share/code/bin/code", 1000, [], above).args, ["--force-renderer-accessibility"]);
});

Deno.test("chromiumArguments() leaves other programs alone, also as root", () => {
  const beside = ["/opt/Editor/chrome_100_percent.pak"];
  assert.deepEqual(argumentsOf("/usr/bin/mousepad", 0, ["-x"], beside), { args: ["-x"], warnings: [] });
});

Deno.test("chromiumArguments() takes the sandbox from root's browser alone, says so, and repeats no argument", () => {
  const { args, warnings } = argumentsOf("/usr/bin/chromium", 0, ["--incognito"]);
  assert.deepEqual(args, ["--force-renderer-accessibility", "--no-sandbox", "--incognito"]);
  assert.match(warnings.join(), /^started with --no-sandbox, because Chromium does not run as root/);
  const own = ["--no-sandbox", "--force-renderer-accessibility"];
  assert.deepEqual(argumentsOf("/usr/bin/chromium", 0, own), { args: own, warnings: [] });
});
