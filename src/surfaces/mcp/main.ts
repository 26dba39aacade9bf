/**
 * The MCP server's process: `linux-cua --mcp`.
 * @module
 */
import { print, warn } from "../../terminal.ts";
import { type McpArguments, mcpHelp, parseMcpArguments } from "./arguments.ts";

/** Serves MCP until the client goes or a signal comes; 2 when the command line is wrong. */
export async function main(args: string[]): Promise<number> {
  let parsed: McpArguments;
  try {
    parsed = parseMcpArguments(args, (name) => Deno.env.get(name));
  } catch (error) {
    warn(`linux-cua: ${(error as Error).message.split(". ")[0]}\nRun "linux-cua --mcp --help" for the options.\n`);
    return 2;
  }
  if (parsed.help) {
    print(mcpHelp);
    return 0;
  }
  // Only now: help and errors need none of it.
  const { serve } = await import("./server.ts");
  await serve(parsed.tools, { workspace: parsed.workspace, pointer: parsed.pointer });
  return 0;
}
