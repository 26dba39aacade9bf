/**
 * Sets the system up for a task: finds missing packages, installs them when it may, else prints the one command that
 * does; then caches the program's modules, so that its processes start without a network.
 *
 *     deno run -A install.ts --deps demo|test|all [--print]
 * @module
 */
import { parseArgs } from "node:util";
import { distributionOf, type PackageManager, packageManagers } from "./scripts/package_managers.ts";
import { packagesOf, type SystemPackage, type Tier } from "./scripts/packages.ts";
import type { Distribution } from "./src/desktop/packages.ts";
import { quote } from "./src/desktop/shell.ts";
import { print, warn } from "./src/terminal.ts";

const help = `Usage: deno run -A install.ts --deps demo|test|all [--print]

Installs the system packages that a task needs and caches the program's modules.
  --deps TIER   demo: the product and Mousepad; test: adds fixtures; all: adds whole applications
  --print       print the command instead of running it
`;

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options instanceof Error) return complain(`${options.message}\n\n${help}`, 2);
  if (options.help) return say(help, 0);
  if (!isTier(options.deps)) return complain(`--deps takes demo, test or all, not "${options.deps}"`, 2);
  const status = await installPackages(options.deps, options.print);
  return status === 0 && !options.print ? await cacheModules() : status;
}

function readOptions(args: string[]): { deps: string; print: boolean; help: boolean } | TypeError {
  try {
    return parseArgs({
      args,
      options: {
        deps: { type: "string", default: "demo" },
        print: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}

function isTier(word: string): word is Tier {
  return word === "demo" || word === "test" || word === "all";
}

async function installPackages(tier: Tier, printOnly: boolean): Promise<number> {
  const distribution = distributionOf(await Deno.readTextFile("/etc/os-release").catch(() => ""));
  if (distribution === null) return reportUnknown(tier);
  const manager = packageManagers[distribution];
  const missing = await missingPackages(packagesOf(tier), distribution);
  if (missing.length === 0) return printOnly ? say("Nothing is missing.\n", 0) : 0;
  const command = manager.install(missing);
  const line = command.map(quote).join(" ");
  if (printOnly) return say(`${asRoot(line)}\n`, 0);
  const prefix = await privilege();
  if (prefix === null) return complain(`Packages are missing. Install them with:\n  ${asRoot(line)}`, 1);
  print(`Installing ${missing.length} packages: ${missing.join(" ")}\n`);
  return await install(manager, [...prefix, ...command], [...prefix, ...manager.update]);
}

/** Package names that are not there, each once. */
async function missingPackages(packages: readonly SystemPackage[], distribution: Distribution): Promise<string[]> {
  const unseen = packages.filter(({ isThere }) => isThere === undefined).map(({ names }) => names[distribution]);
  const installed = await installedOf(unseen, packageManagers[distribution]);
  const absent = packages.filter(({ names, isThere }) => isThere ? !isThere() : !installed.has(names[distribution]));
  return [...new Set(absent.map(({ names }) => names[distribution]))];
}

async function installedOf(names: readonly string[], manager: PackageManager): Promise<ReadonlySet<string>> {
  const [program, ...args] = manager.query(names) as [string, ...string[]];
  // It fails when one of them is missing; what it printed counts.
  const { stdout } = await new Deno.Command(program, { args, stdout: "piped", stderr: "null" }).output();
  const lines = new TextDecoder().decode(stdout).split("\n");
  return new Set(names.filter((name) => lines.some((line) => manager.says(line, name))));
}

/** Installs, and once more with renewed lists of packages when that fails. */
async function install(manager: PackageManager, command: string[], update: string[]): Promise<number> {
  if (manager === packageManagers.debian && await isListEmpty()) await run(update);
  if (await run(command) === 0) return 0;
  await run(update);
  if (await run(command) === 0) return 0;
  return complain(`The package manager failed. Try by hand:\n  ${asRoot(command.map(quote).join(" "))}`, 1);
}

/** Containers come without lists of packages. */
async function isListEmpty(): Promise<boolean> {
  const names = await Array.fromAsync(Deno.readDir("/var/lib/apt/lists")).catch(() => []);
  return !names.some(({ name }) => name.includes("_Packages"));
}

/** What to put before a command to run it as root; null when there is no way without a password. */
async function privilege(): Promise<string[] | null> {
  if (Deno.uid() === 0) return [];
  const { success } = await new Deno.Command("sudo", { args: ["-n", "true"], stderr: "null" }).output()
    .catch(() => ({ success: false })); // There is no sudo.
  return success ? ["sudo", "-n"] : null;
}

async function run(command: readonly string[]): Promise<number> {
  const [program, ...args] = command as [string, ...string[]];
  const environment = { DEBIAN_FRONTEND: "noninteractive" };
  const { code } = await new Deno.Command(program, { args, env: environment, stdin: "null" }).spawn().status;
  return code;
}

/** The program's processes start with `--cached-only`. */
async function cacheModules(): Promise<number> {
  const folder = import.meta.dirname ?? ".";
  const args = ["cache", "--quiet", "--frozen", `--config=${folder}/deno.json`, `${folder}/main.ts`];
  const { code } = await new Deno.Command(Deno.execPath(), { args }).spawn().status;
  return code === 0 ? 0 : complain("The program's modules could not be fetched from npm; see above", 1);
}

function reportUnknown(tier: Tier): number {
  const names = [...new Set(packagesOf(tier).map(({ names }) => names.debian))];
  return complain(`This distribution is not known. Install what Debian calls:\n  ${names.join(" ")}`, 1);
}

function asRoot(line: string): string {
  return Deno.uid() === 0 ? line : `sudo ${line}`;
}

function say(text: string, status: number): number {
  print(text);
  return status;
}

function complain(text: string, status: number): number {
  warn(`install: ${text}\n`);
  return status;
}

if (import.meta.main) {
  const status = await main(Deno.args);
  Deno.exit(status);
}
