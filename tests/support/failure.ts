/**
 * Calls that are expected to fail.
 * @module
 */
import assert from "node:assert/strict";
import { OperationError } from "../../src/contract/errors.ts";

/** The error that a call ends with. */
export async function failure(call: Promise<unknown>): Promise<OperationError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof OperationError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "The call was expected to fail" });
}
