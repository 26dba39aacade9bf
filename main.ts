/**
 * The one executable: picks a role by its arguments and loads only that role's modules.
 * @module
 */
import { enterRole, type RoleName } from "./src/roles.ts";
import { print, warn } from "./src/terminal.ts";
import { VERSION } from "./src/version.ts";

const help = `linux-cua ${VERSION}: computer use for agents on Linux

Usage: linux-cua COMMAND [OPTIONS]

  --mcp                     serve MCP on stdin and stdout (see --mcp --help)
  --ndjson                  serve the engine's NDJSON contract on stdin and stdout
  --live-desktop            like --ndjson, on your own desktop (explicit opt-in)
  desktop COMMAND           private desktops: new, list, env, run, shot, close
  sessions                  list running sessions; pause, stop or resume one
  approvals                 list, allow or deny waiting approvals
  revoke APP                take an application's approval back
  schema                    print the contract as JSON Schema
  --help, --version

Every command explains itself with --help.
`;

/** What each role's module exports: runs the role and resolves to the exit status. */
export type RoleMain = (args: string[]) => Promise<number>;

interface Entry {
  readonly role: RoleName;
  readonly load: () => Promise<{ main: RoleMain }>;
}

const entries: Readonly<Record<string, Entry>> = {
  "--mcp": { role: "host", load: () => import("./src/surfaces/mcp/main.ts") },
  "--ndjson": { role: "engine", load: () => import("./src/surfaces/ndjson/main.ts") },
  "--live-desktop": { role: "engine", load: () => import("./src/surfaces/ndjson/main.ts") },
  sandbox: { role: "sandbox", load: () => import("./src/sandbox/main.ts") },
  supervisor: { role: "supervisor", load: () => import("./src/desktop/supervisor_main.ts") },
  desktop: { role: "command", load: () => import("./src/desktop/cli.ts") },
  sessions: { role: "command", load: () => import("./src/session/cli.ts") },
  approvals: { role: "command", load: () => import("./src/session/cli.ts") },
  revoke: { role: "command", load: () => import("./src/session/cli.ts") },
  schema: { role: "command", load: () => import("./src/contract/cli.ts") },
};

/** Runs the program; resolves to its exit status (0 done, 1 failed, 2 wrong usage). */
export async function run(args: readonly string[]): Promise<number> {
  const word = args[0];
  if (word === undefined || word === "--help" || word === "-h" || word === "help") return show(help);
  if (word === "--version" || word === "-V") return show(`linux-cua ${VERSION}\n`);
  const entry = Object.hasOwn(entries, word) ? entries[word] : undefined;
  if (!entry) return usage(word);
  enterRole(entry.role);
  const { main } = await entry.load();
  return await main([...args]);
}

function show(text: string): number {
  print(text);
  return 0;
}

function usage(word: string): number {
  const kind = word.startsWith("-") ? "option" : "command";
  warn(`linux-cua: unknown ${kind} "${word}"\nRun "linux-cua --help" for the list.\n`);
  return 2;
}

if (import.meta.main) {
  const status = await run(Deno.args);
  Deno.exit(status);
}
