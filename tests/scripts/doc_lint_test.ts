import assert from "node:assert/strict";
import { undocumented } from "../../scripts/doc_lint.ts";

async function undocumentedIn(text: string): Promise<string[]> {
  const base = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${base}/a.ts`, text);
    return await undocumented(["a.ts"], base);
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

Deno.test("undocumented() names exports and methods without a comment, not plain fields", async () => {
  const text = `/**
 * A module.
 * @module
 */
/** Documented. */
export class A {
  readonly field: number = 1;
  /** Documented. */
  good(): void {}
  bad(): void {}
}
export function worse(): void {}
`;
  assert.deepEqual(await undocumentedIn(text), [
    "a.ts:10: bad(): void {}",
    "a.ts:12: export function worse(): void {}",
  ]);
});

Deno.test("undocumented() names a module without a comment", async () => {
  assert.deepEqual(await undocumentedIn("export {};\n"), ["a.ts:1: no module comment"]);
});

Deno.test("undocumented() throws when the sources can't be read", async () => {
  await assert.rejects(undocumentedIn("export function (\n"), /"deno doc" failed/);
});
