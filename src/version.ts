/**
 * The program's version.
 * @module
 */

/** The version, as `deno.json` has it (a test holds them together). */
export const VERSION = "0.1.0";
