/**
 * `linux-cua sessions`, `approvals` and `revoke`: what the owner of a session does from a terminal.
 * @module
 */
import { parseArgs } from "node:util";
import { OperationError } from "../contract/errors.ts";
import { approvalsPath, removeApprovals } from "../policy/approvals_file.ts";
import { print, warn } from "../terminal.ts";
import { callSession, type RunningSession, runningSessions } from "./control_client.ts";
import { waitingSchema } from "./control_socket.ts";

const helps: Readonly<Record<string, string>> = {
  sessions: `linux-cua sessions: sessions that run

Usage: linux-cua sessions [--json]
       linux-cua sessions pause|resume|stop ID

  pause     let the session's next call wait
  stop      end what runs; nothing acts until you resume
  resume    let it go on
  --json    print the list as JSON
`,
  approvals: `linux-cua approvals: applications that wait for your approval

Usage: linux-cua approvals [list]
       linux-cua approvals allow APP [--scope turn|session|always]
       linux-cua approvals deny APP

  APP               application id as the list shows it
  --scope SCOPE     how long it holds; default: session
`,
  revoke: `linux-cua revoke: take an application's approvals back

Usage: linux-cua revoke APP

Approvals of all running sessions end, and the application is removed from those that are always allowed.
`,
};

const flags = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  scope: { type: "string" },
} as const;

interface Arguments {
  readonly json: boolean;
  readonly scope: string | undefined;
  readonly words: readonly string[];
}

/** A wrong command line. */
class UsageError extends Error {}

/** Runs one of the commands; 0 done, 1 failed, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  const [command = "", ...rest] = args;
  try {
    const { values, positionals } = parseArgs({ args: rest, options: flags, strict: true, allowPositionals: true });
    if (values.help) return say(helps[command]!);
    return await run(command, { json: values.json ?? false, scope: values.scope, words: positionals });
  } catch (error) {
    if (error instanceof UsageError || error instanceof TypeError) return complain(sentence(error), command, 2);
    if (error instanceof OperationError) return complain(error.message, command, 1);
    throw error;
  }
}

async function run(command: string, args: Arguments): Promise<number> {
  if (command === "sessions") return await sessions(args);
  if (command === "approvals") return await approvals(args);
  return await revoke(args);
}

async function sessions({ words, json }: Arguments): Promise<number> {
  const [verb, id, ...more] = words;
  const running = await runningSessions();
  if (verb === undefined) return say(json ? asJson(running) : table(running));
  if (!["pause", "resume", "stop"].includes(verb)) throw new UsageError(`unknown word "${verb}"`);
  if (id === undefined || more.length > 0) throw new UsageError(`${verb} needs one session id`);
  const session = running.find(({ status }) => status.id === id);
  if (!session) throw new OperationError("invalid_request", `No session "${id}" runs`);
  await callSession(session.path, verb);
  return say(`${id}: ${verb === "stop" ? "stopped" : verb === "pause" ? "paused" : "resumed"}\n`);
}

async function approvals({ words, scope }: Arguments): Promise<number> {
  const [verb = "list", app, ...more] = words;
  if (verb === "list" && app === undefined) return say(await waiting());
  if (verb !== "allow" && verb !== "deny") throw new UsageError(`unknown word "${verb}"`);
  if (app === undefined || more.length > 0) throw new UsageError(`${verb} needs one application id`);
  if (scope !== undefined && (verb === "deny" || !["turn", "session", "always"].includes(scope))) {
    throw new UsageError("--scope is turn, session or always, and goes with allow");
  }
  const params = verb === "deny" ? { app } : { app, scope: scope ?? "session" };
  const answered = await askAll(verb === "allow" ? "approve" : "deny", params, "answered");
  if (answered > 0) return say(`${app}: ${verb === "allow" ? "allowed" : "denied"}\n`);
  throw new OperationError("invalid_request", `No session waits for an approval of "${app}"`);
}

async function revoke({ words }: Arguments): Promise<number> {
  const [app, ...more] = words;
  if (app === undefined || more.length > 0) throw new UsageError("revoke needs one application id");
  const inSessions = await askAll("revoke", { app }, "revoked");
  const path = approvalsPath((name) => Deno.env.get(name));
  const stored = path ? await removeApprovals(path, app) : 0;
  return say(`${app}: ${inSessions} in running sessions and ${stored} stored approvals were taken back\n`);
}

/** Makes the same call to every session; the sum of a field of the answers. */
async function askAll(method: string, params: Record<string, unknown>, field: string): Promise<number> {
  const running = await runningSessions();
  const answers = await Promise.all(running.map(({ path }) => callSession(path, method, params)));
  return answers.reduce<number>((sum, answer) => sum + Number((answer as Record<string, unknown>)[field] ?? 0), 0);
}

async function waiting(): Promise<string> {
  const lines: string[] = [];
  for (const { path, status } of await runningSessions()) {
    for (const question of waitingSchema.parse(await callSession(path, "approvals")).approvals) {
      const state = question.waiting ? "waiting" : "unanswered";
      lines.push([clean(question.appId), clean(question.executable), status.id, state].join("\t"));
    }
  }
  return lines.length > 0 ? lines.join("\n") + "\n" : "no approval is waiting\n";
}

function table(running: readonly RunningSession[]): string {
  if (running.length === 0) return "no session is running\n";
  const rows = running.map(({ status }) => {
    const desktop = status.desktop ? `${status.desktop.id} (${clean(status.desktop.label)})` : "-";
    return [status.id, status.state, status.display ?? "-", desktop, String(status.pid), clean(status.title)];
  });
  const all = [["ID", "STATE", "DISPLAY", "DESKTOP", "PID", "TITLE"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join("  ").trimEnd()).join("\n") + "\n";
}

function asJson(running: readonly RunningSession[]): string {
  return JSON.stringify(running.map(({ status }) => status), null, 2) + "\n";
}

/** Names come from applications and models: nothing in them may steer the terminal. */
function clean(text: string): string {
  return text.replace(/\p{C}/gu, "").slice(0, 200);
}

function say(text: string): number {
  print(text);
  return 0;
}

/** The first sentence: `parseArgs` adds advice that does not fit here. */
function sentence(error: Error): string {
  return error.message.split(". ")[0]!;
}

function complain(message: string, command: string, status: number): number {
  warn(`linux-cua ${command}: ${message}\n${status === 2 ? `Run "linux-cua ${command} --help" for its use.\n` : ""}`);
  return status;
}
