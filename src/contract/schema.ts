/**
 * The contract as JSON Schema, for `linux-cua schema`.
 * @module
 */
import { z } from "zod";
import { errorDataSchema } from "./errors.ts";
import { type Operation, operationNames, operations } from "./operations.ts";

/** One operation as JSON Schema. */
export interface OperationSchema {
  /** See {@linkcode Operation}. */
  readonly description: string;
  /** See {@linkcode Operation}. */
  readonly audience: string;
  /** See {@linkcode Operation}. */
  readonly effect: string;
  /** Milliseconds. */
  readonly deadline_ms: number;
  /** Parameters as a caller writes them. */
  readonly params: unknown;
  /** Result. */
  readonly result: unknown;
}

/** The whole contract. */
export interface ContractSchema {
  /** Version of the contract. */
  readonly protocol: 1;
  /** Operations by name. */
  readonly operations: Record<string, OperationSchema>;
  /** `error.data`. */
  readonly error_data: unknown;
}

/** Parameters of an operation as JSON Schema (draft 2020-12), defaults optional. */
export function paramsSchema(operation: Operation): Record<string, unknown> {
  return z.toJSONSchema(operation.params, { io: "input" });
}

/** The whole contract as JSON Schema. */
export function contractSchema(): ContractSchema {
  const entries = operationNames.map((name) => [name, operationSchema(operations[name])] as const);
  return { protocol: 1, operations: Object.fromEntries(entries), error_data: z.toJSONSchema(errorDataSchema) };
}

function operationSchema(operation: Operation): OperationSchema {
  return {
    description: operation.description,
    audience: operation.audience,
    effect: operation.effect,
    deadline_ms: operation.deadlineMs,
    params: paramsSchema(operation),
    result: z.toJSONSchema(operation.result, { io: "output" }),
  };
}
