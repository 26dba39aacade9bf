/**
 * The command line and environment of `linux-cua --mcp`.
 * @module
 */
import { parseArgs } from "node:util";
import { describeIssues } from "../../contract/jsonrpc.ts";
import { geometrySchema, labelSchema } from "../../desktop/state.ts";
import type { PointerChoice, WorkspaceChoice } from "../../session/workspace.ts";

/** Which tools are served. */
export type ToolSet = "js" | "json" | "all";

/** What the command line asks for. */
export type McpArguments =
  | { readonly help: true }
  | {
    readonly help: false;
    readonly tools: ToolSet;
    readonly workspace: WorkspaceChoice;
    readonly pointer: PointerChoice;
  };

/** What `--mcp --help` prints. */
export const mcpHelp = `linux-cua --mcp: serve MCP on stdin and stdout

Usage: linux-cua --mcp [--workspace new|NAME] [--tools js|json|all] [--label LABEL] [--geometry WxH]
                       [--pointer core|own]

  --workspace new      open a private desktop at the first call; it closes with the server
  --workspace NAME     use a desktop that is open (id or label); it stays open
  --tools SET          js: a JavaScript console (default); json: one tool an operation; all: both
  --label LABEL        what people call the new desktop
  --geometry WxH       its size, such as 1280x800
  --pointer core|own   own: a pointer and keyboard of the session's own, for a desktop that others use, too;
                       core (default): those that everybody on the desktop shares
  --help

Environment: CUA_WORKSPACE, CUA_WORKSPACE_LABEL, CUA_WORKSPACE_GEOMETRY, CUA_POINTER are the defaults of the options above.
Without a workspace CUA_DISPLAY names the X display to drive; display :0 is refused.
CUA_ALLOW_APPS, CUA_DENY_APPS   application ids that need no approval, or never get one
CUA_APPROVALS_FILE              where "always" is kept; default: ~/.config/linux-cua/approvals.json
`;

const flags = {
  mcp: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  tools: { type: "string", default: "js" },
  workspace: { type: "string" },
  label: { type: "string" },
  geometry: { type: "string" },
  pointer: { type: "string" },
} as const;

/**
 * Reads the command line.
 *
 * @param args The arguments after the program's name.
 * @param variable Reads a variable of the environment.
 * @throws {TypeError} What is wrong, as a sentence for the person who typed it.
 */
export function parseMcpArguments(args: string[], variable: (name: string) => string | undefined): McpArguments {
  const { values } = parseArgs({ args, options: flags, strict: true });
  if (values.help) return { help: true };
  const { tools } = values;
  if (tools !== "js" && tools !== "json" && tools !== "all") {
    throw new TypeError(`--tools is js, json or all, not "${tools}"`);
  }
  const pointer = values.pointer ?? (variable("CUA_POINTER") || "core");
  if (pointer !== "core" && pointer !== "own") throw new TypeError(`--pointer is core or own, not "${pointer}"`);
  const workspace = readWorkspace({
    workspace: values.workspace ?? (variable("CUA_WORKSPACE") || undefined),
    label: values.label ?? (variable("CUA_WORKSPACE_LABEL") || undefined),
    geometry: values.geometry ?? (variable("CUA_WORKSPACE_GEOMETRY") || undefined),
  });
  return { help: false, tools, workspace, pointer };
}

interface Wishes {
  readonly workspace: string | undefined;
  readonly label: string | undefined;
  readonly geometry: string | undefined;
}

function readWorkspace({ workspace, label, geometry }: Wishes): WorkspaceChoice {
  if (workspace === undefined) return { kind: "display" };
  if (workspace === "") throw new TypeError('--workspace needs "new" or the name of a desktop');
  if (workspace !== "new") return { kind: "join", name: workspace };
  return {
    kind: "new",
    ...(label === undefined ? {} : { label: checked(labelSchema, "--label", label) }),
    ...(geometry === undefined ? {} : { geometry: checked(geometrySchema, "--geometry", geometry) }),
  };
}

function checked(schema: typeof labelSchema, option: string, text: string): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new TypeError(`${option} "${text}": ${describeIssues(parsed.error).replace("the value: ", "")}`);
}
