import assert from "node:assert/strict";
import { breaches } from "../../scripts/architecture.ts";

/** The breaches of a made-up tree. */
async function breachesOf(files: Record<string, string>): Promise<string[]> {
  const root = Deno.makeTempDirSync() + "/";
  try {
    for (const [path, text] of Object.entries(files)) {
      Deno.mkdirSync(root + path.split("/").slice(0, -1).join("/"), { recursive: true });
      Deno.writeTextFileSync(root + path, text);
    }
    return await breaches(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

const target = { "src/engine/engine.ts": "export type E = 1;\n" };

Deno.test("breaches() passes what the rights allow", async () => {
  const files = {
    ...target,
    "main.ts": 'export const load = () => import("./src/surfaces/ndjson/main.ts");\n',
    "src/surfaces/ndjson/main.ts": 'export type { E } from "../../engine/engine.ts";\n',
  };
  assert.deepEqual(await breachesOf(files), []);
});

Deno.test("breaches() refuses a static import upwards", async () => {
  const files = { ...target, "src/session/a.ts": 'import "../engine/engine.ts";\n' };
  assert.deepEqual(await breachesOf(files), ['src/session/a.ts may not import "../engine/engine.ts"']);
});

Deno.test("breaches() counts type-only imports", async () => {
  const text = 'import type { E } from "../engine/engine.ts";\nexport const e: E = 1;\n';
  const found = await breachesOf({ ...target, "src/session/a.ts": text });
  assert.deepEqual(found, ['src/session/a.ts may not import "../engine/engine.ts"']);
});

Deno.test("breaches() counts type queries", async () => {
  const text = 'export const e: import("../engine/engine.ts").E = 1;\n';
  const found = await breachesOf({ ...target, "src/session/a.ts": text });
  assert.deepEqual(found, ['src/session/a.ts may not import "../engine/engine.ts"']);
});

Deno.test("breaches() counts dynamic imports, and lets main load statically nothing", async () => {
  const files = {
    ...target,
    "src/session/a.ts": 'await import("../engine/engine.ts");\n',
    "src/session/cli.ts": "",
    "main.ts": 'import "./src/session/cli.ts";\n',
  };
  assert.deepEqual(await breachesOf(files), [
    'main.ts may not import "./src/session/cli.ts"',
    'src/session/a.ts may not load "../engine/engine.ts"',
  ]);
});

Deno.test("breaches() refuses an import() that can't be checked", async () => {
  const found = await breachesOf({ "src/session/a.ts": "const name = 1;\nawait import(`./${name}.ts`);\n" });
  assert.deepEqual(found, ["src/session/a.ts loads a module whose name is not written out"]);
});

Deno.test("breaches() refuses circles, and says what is on them", async () => {
  const found = await breachesOf({
    "src/policy/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\n',
    "src/policy/b.ts": 'export type { C as B } from "./c.ts";\n',
    "src/policy/c.ts": 'import type { A } from "./a.ts";\nexport type C = A;\n',
  });
  assert.deepEqual(found, [
    "Circular imports: src/policy/a.ts -> src/policy/b.ts -> src/policy/c.ts -> src/policy/a.ts",
  ]);
});

Deno.test("breaches() refuses a package outside its folders", async () => {
  const found = await breachesOf({
    "src/contract/a.ts": 'import "npm:acorn@8";\nimport "node:fs";\n',
    "src/engine/b.ts": 'import "node:fs";\n',
  });
  assert.deepEqual(found, [
    'src/contract/a.ts may not import "npm:acorn@8"',
    'src/contract/a.ts may not import "node:fs"',
  ]);
});

Deno.test("breaches() keeps pointers in src/ffi", async () => {
  const found = await breachesOf({
    "src/ffi/a.ts": 'export const open = () => Deno.dlopen("libc.so.6", {});\n',
    "src/engine/b.ts": "const { UnsafeCallback: C } = Deno;\nexport { C };\n",
    "src/engine/c.ts": "/** Never calls Deno.dlopen. */\n// UnsafePointer is for src/ffi.\nexport {};\n",
  });
  assert.deepEqual(found, ["src/engine/b.ts may not use UnsafeCallback"]);
});

Deno.test("breaches() refuses a file that no part owns", async () => {
  const found = await breachesOf({ "src/new/a.ts": 'import "../contract/errors.ts";\n', "src/contract/errors.ts": "" });
  assert.deepEqual(found, ["src/new/a.ts belongs to no part; name it in scripts/import_rights.ts"]);
});
