import { deepEqual, ok, throws } from "node:assert/strict";
import { instructions } from "../../../src/surfaces/mcp/instructions.ts";
import { parseMcpArguments } from "../../../src/surfaces/mcp/arguments.ts";

const parse = (args: string[], variables: Record<string, string> = {}) =>
  parseMcpArguments(["--mcp", ...args], (name) => variables[name]);

Deno.test("parseMcpArguments() takes the workspace from the command line before the environment", () => {
  const core = { help: false, tools: "js", pointer: "core" };
  deepEqual(parse([]), { ...core, workspace: { kind: "display" } });
  const environment = { CUA_WORKSPACE: "new", CUA_WORKSPACE_LABEL: "a", CUA_WORKSPACE_GEOMETRY: "800x600" };
  deepEqual(parse(["--label", "b"], environment), {
    ...core,
    workspace: { kind: "new", label: "b", geometry: "800x600" },
  });
  deepEqual(parse(["--workspace", "mine", "--tools", "all"], environment), {
    ...core,
    tools: "all",
    workspace: { kind: "join", name: "mine" },
  });
  deepEqual(parse([], { CUA_POINTER: "own" }), { ...core, workspace: { kind: "display" }, pointer: "own" });
  deepEqual(parse(["--pointer", "core"], { CUA_POINTER: "own" }), { ...core, workspace: { kind: "display" } });
  deepEqual(parse(["--help"]), { help: true });
});

for (
  const [args, message] of [
    [["--colour"], /Unknown option '--colour'/],
    [["--tools", "some"], /--tools is js, json or all/],
    [["--workspace", ""], /--workspace needs/],
    [["--pointer", "mine"], /--pointer is core or own/],
    [["--workspace", "new", "--geometry", "huge"], /--geometry "huge": a geometry is/],
    [["--workspace", "new", "--label", "\u001b"], /--label/],
  ] as const
) {
  Deno.test(`parseMcpArguments() refuses ${JSON.stringify(args)}`, () => {
    throws(() => parse([...args]), message);
  });
}

Deno.test("instructions() stay below 2 kB for each set of tools", () => {
  for (const set of ["js", "json", "all"] as const) {
    ok(new TextEncoder().encode(instructions(set)).length < 2_000, set);
  }
});
