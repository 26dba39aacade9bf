/**
 * Run as a process of its own: serves the tools of cua-driver over lines of JSON, so that calling it costs what calling
 * our engine costs. In `{id, name, arguments}`, out `{id, result}`, the tool's result as MCP has it, or `{id, error}`.
 * The package comes from npm when this runs, without the program's own configuration and lock file.
 *
 * Arguments: the package with its version.
 * @module
 */
import { readLines } from "../../src/contract/lines.ts";

/** What is used of the package. */
interface Driver {
  callTool(name: string, json: string): Promise<{ rawJson: string }>;
  shutdown(): Promise<void>;
}

const module = await import(`npm:${Deno.args[0]}`) as { CuaDriver: { create(options: undefined): Driver } };
const driver = module.CuaDriver.create(undefined);
const output = Deno.stdout.writable.getWriter();
const encoder = new TextEncoder();

async function answer(line: string): Promise<string> {
  const { id, name, arguments: given } = JSON.parse(line) as { id: number; name: string; arguments: unknown };
  try {
    const { rawJson } = await driver.callTool(name, JSON.stringify(given));
    // It is one line of JSON already: writing it again would be counted against it.
    return `{"id":${id},"result":${rawJson}}\n`;
  } catch (error) {
    return `${JSON.stringify({ id, error: String(error) })}\n`;
  }
}

for await (const line of readLines(Deno.stdin.readable)) {
  if (line.ok) await output.write(encoder.encode(await answer(line.text)));
}
await driver.shutdown();
Deno.exit(0);
