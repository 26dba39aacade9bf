/**
 * `linux-cua desktop`: opens, lists, uses and closes private desktops.
 * @module
 */
import { resolve } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { OperationError, toOperationError } from "../contract/errors.ts";
import { print, warn } from "../terminal.ts";
import {
  closeDesktop,
  createDesktop,
  type DesktopState,
  findDesktop,
  listDesktops,
  type OpenOptions,
  runInDesktop,
} from "./desktop.ts";
import { MARKER_VARIABLE, removedVariables } from "./environment.ts";
import { exportLines } from "./shell.ts";
import { takeShot } from "./shot.ts";
import { commandHelp, type DesktopCommand, overview } from "./usage.ts";

/** Wrong words on the command line: status 2. */
class UsageError extends Error {}

/** Runs `desktop COMMAND`; 0 done, 1 failed, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  const [, word, ...rest] = args;
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    print(overview);
    return word === undefined ? 2 : 0;
  }
  try {
    if (!isCommand(word)) throw new UsageError(`unknown ${word.startsWith("-") ? "option" : "command"} "${word}"`);
    if (wantsHelp(rest)) print(commandHelp[word]);
    else await commands[word](rest);
    return 0;
  } catch (thrown) {
    return explain(thrown, word);
  }
}

function isCommand(word: string): word is DesktopCommand {
  return Object.hasOwn(commands, word);
}

function wantsHelp(args: readonly string[]): boolean {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  return own.includes("--help") || own.includes("-h");
}

function explain(thrown: unknown, word: string): number {
  const wrongUsage = thrown instanceof UsageError || isParseError(thrown);
  const message = wrongUsage ? thrown.message : toOperationError(thrown).message;
  const command = isCommand(word) ? `desktop ${word}` : "desktop";
  const invalid = thrown instanceof OperationError && thrown.code === "invalid_request";
  warn(`linux-cua: ${command}: ${message}\n`);
  if (wrongUsage) warn(`Run "linux-cua ${command} --help" for its usage.\n`);
  return wrongUsage || invalid ? 2 : 1;
}

/** What `parseArgs` throws for unknown and malformed options. */
function isParseError(thrown: unknown): thrown is Error {
  return thrown instanceof Error && String((thrown as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
}

const commands: Readonly<Record<DesktopCommand, (args: string[]) => Promise<void>>> = {
  new: openNew,
  list,
  env: printEnvironment,
  run: runProgram,
  shot: saveShot,
  close: closeNamed,
};

async function openNew(args: string[]): Promise<void> {
  const { values, positionals } = parse(args, {
    label: { type: "string" },
    geometry: { type: "string" },
    scale: { type: "string" },
    home: { type: "string" },
    viewable: { type: "boolean" },
    ttl: { type: "string" },
    owner: { type: "string" },
    json: { type: "boolean" },
  });
  expectPositionals(positionals, 0, "no arguments");
  const state = await createDesktop(openOptions(values));
  print(values.json ? `${JSON.stringify(state, null, 2)}\n` : `${state.id}\n`);
}

type NewValues = { [name: string]: string | boolean | (string | boolean)[] | undefined };

function openOptions(values: NewValues): OpenOptions & { owner?: number } {
  const given = {
    label: values.label,
    geometry: values.geometry,
    scale: numberOf("--scale", values.scale),
    home: values.home,
    viewable: values.viewable,
    ttlSeconds: numberOf("--ttl", values.ttl),
    owner: numberOf("--owner", values.owner),
  };
  // Their values are checked with the settings' schema, which says what would be right.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function numberOf(option: string, text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const value = typeof text === "string" && text.trim() !== "" ? Number(text) : NaN;
  if (!Number.isFinite(value)) throw new UsageError(`${option} takes a number, not "${text}"`);
  return value;
}

async function list(args: string[]): Promise<void> {
  const { values, positionals } = parse(args, { json: { type: "boolean" } });
  expectPositionals(positionals, 0, "no arguments");
  const all = await listDesktops();
  print(values.json ? `${JSON.stringify(all, null, 2)}\n` : formatList(all, Date.now()));
}

/** Desktops as a table. `now` is in milliseconds since the epoch. */
export function formatList(all: readonly DesktopState[], now: number): string {
  const rows = all.map((state) => [
    state.id,
    state.label,
    state.display,
    state.owner ? String(state.owner.pid) : "-",
    formatAge(now - Date.parse(state.createdAt)),
  ]);
  const table = [["ID", "LABEL", "DISPLAY", "OWNER", "AGE"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd() + "\n")
    .join("");
}

/** A time span in its two largest units. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  const hours = Math.floor(seconds / 3600);
  return hours < 24 ? `${hours}h ${Math.floor(seconds / 60) % 60}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

async function printEnvironment(args: string[]): Promise<void> {
  const { positionals } = parse(args, {});
  const [name] = expectPositionals(positionals, 1, "one NAME");
  const state = await findDesktop(name!);
  const own = Deno.env.toObject();
  // The marker stays out: what a person starts from such a shell is the person's, and is not ended with the desktop.
  const { [MARKER_VARIABLE]: _marker, ...environment } = state.environment;
  const changed = Object.entries(environment).filter(([variable, value]) => own[variable] !== value);
  const set = { ...Object.fromEntries(changed), CUA_DISPLAY: state.display };
  print(exportLines(set, removedVariables(own, state.environment)));
}

async function runProgram(args: string[]): Promise<void> {
  const divider = args.indexOf("--");
  const argv = divider < 0 ? [] : args.slice(divider + 1);
  if (argv.length === 0) throw new UsageError('give the program after "--": desktop run NAME -- PROGRAM');
  const { values, positionals } = parse(args.slice(0, divider), {
    cwd: { type: "string" },
    env: { type: "string", multiple: true },
  });
  const [name] = expectPositionals(positionals, 1, 'one NAME before "--"');
  const pairs = [values.env ?? []].flat().map((pair) => variable(String(pair)));
  const { pid } = await runInDesktop(await findDesktop(name!), argv, {
    environment: Object.fromEntries(pairs),
    cwd: resolve(typeof values.cwd === "string" ? values.cwd : "."),
  });
  print(`${pid}\n`);
}

function variable(pair: string): [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(`--env takes NAME=VALUE, not "${pair}"`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

async function saveShot(args: string[]): Promise<void> {
  const { positionals } = parse(args, {});
  const [name, file] = expectPositionals(positionals, 2, "NAME and FILE.png");
  const picture = await takeShot(await findDesktop(name!));
  try {
    await Deno.writeFile(file!, picture);
  } catch (error) {
    throw new OperationError("invalid_request", `Can't write "${file}": ${(error as Error).message}`, { cause: error });
  }
}

async function closeNamed(args: string[]): Promise<void> {
  const { values, positionals } = parse(args, { all: { type: "boolean" } });
  if (values.all === true) expectPositionals(positionals, 0, "no NAME beside --all");
  else if (positionals.length === 0) throw new UsageError("takes NAME… or --all");
  const names = values.all === true ? (await listDesktops()).map((state) => state.id) : positionals;
  for (const name of names) await closeDesktop(name);
}

function parse(args: string[], options: ParseArgsOptionsConfig): { values: NewValues; positionals: string[] } {
  return parseArgs({ args, options, allowPositionals: true, strict: true });
}

function expectPositionals(positionals: string[], count: number, what: string): string[] {
  if (positionals.length === count) return positionals;
  throw new UsageError(`takes ${what}, not ${positionals.length === 0 ? "nothing" : `"${positionals.join(" ")}"`}`);
}
