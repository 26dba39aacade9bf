/**
 * The program's own sources keep the import rights.
 * @module
 */
import assert from "node:assert/strict";
import { breaches } from "../scripts/architecture.ts";
import { root } from "../scripts/processes.ts";

Deno.test("the sources keep the import rights", async () => {
  assert.deepEqual(await breaches(root), []);
});
