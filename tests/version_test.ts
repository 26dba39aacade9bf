import assert from "node:assert/strict";
import { root } from "../scripts/processes.ts";
import { VERSION } from "../src/version.ts";

Deno.test("VERSION is the version in deno.json, and the changelog has it", () => {
  const { version } = JSON.parse(Deno.readTextFileSync(`${root}deno.json`)) as { version: string };
  assert.equal(VERSION, version);
  assert.ok(Deno.readTextFileSync(`${root}CHANGELOG.md`).includes(`## [${version}]`));
});
