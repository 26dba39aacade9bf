/**
 * `linux-cua schema`: prints the contract.
 * @module
 */
import { print } from "../terminal.ts";
import { contractSchema } from "./schema.ts";

/** Prints the contract as JSON Schema; 0. */
export function main(): Promise<number> {
  const text = JSON.stringify(contractSchema(), null, 2) + "\n";
  print(text);
  return Promise.resolve(0);
}
