/**
 * Looks for what must not be published in every file that git would: keys, tokens, paths of one machine, names of
 * private package registries. `deno run -A scripts/secrets.ts` prints each find and ends with 1 if there is one.
 * @module
 */
import { print } from "../src/terminal.ts";
import { root, runQuietly } from "./processes.ts";
import { walk } from "./tiers.ts";

/** Something that must not be published. */
export interface Find {
  /** The file, from the repository. */
  readonly file: string;
  /** Its line, from 1. */
  readonly line: number;
  /** What it looks like. */
  readonly what: string;
}

interface Pattern {
  readonly what: string;
  readonly expression: RegExp;
}

/** Names in paths of made-up homes, for examples and tests. */
const madeUpNames = "(?:[a-z]|user|me|you|someone|owner|agent|ann|alice|bob|carol|eve|jane|joe|john)";

/** Brackets around a letter keep an expression from finding itself. */
const patterns: readonly Pattern[] = [
  { what: "private key", expression: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { what: "AWS key", expression: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { what: "GitHub token", expression: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,})/ },
  { what: "GitLab token", expression: /\bglpat-[\w-]{20,}/ },
  { what: "API key", expression: /\bsk-[A-Za-z0-9_-]{20,}/ },
  { what: "Google key", expression: /\bAIza[\w-]{35}/ },
  { what: "Slack token", expression: /\bxox[abprs]-[\w-]{10,}/ },
  { what: "npm token", expression: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { what: "registry credentials", expression: /(?:^|:)_(?:authToken|auth|password)\s*=\s*\S/ },
  { what: "JSON web token", expression: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./ },
  { what: "credentials in an address", expression: /\bhttps?:\/\/[^\s/:@"'`]+:[^\s/:@"'`]+@/ },
  {
    what: "secret in an assignment",
    expression: /\b(?:password|passwd|secret|token|api_?key)["']?\s*[:=]\s*["'][A-Za-z0-9+/_=-]{24,}["']/i,
  },
  { what: "path of one machine", expression: new RegExp(`/(?:home|Users)/(?!${madeUpNames}\\b)[a-z][\\w-]*/`) },
  { what: "path of one machine", expression: /(?<![\w.])\/work\/\w/ },
  {
    what: "private package registry",
    expression: /"[t]arball":|\b(?:[a]rtifactory|[v]erdaccio|[j]frog|[s]onatype)\b/i,
  },
  {
    what: "private package registry",
    expression: /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*(?:registry|mirror)[\w.-]*/,
  },
  { what: "private address", expression: /https?:\/\/(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d/ },
];

/** What a text holds that must not be published. */
export function scanText(file: string, text: string, more: readonly Pattern[] = []): Find[] {
  return text.split("\n").flatMap((line, index) => {
    const found = [...patterns, ...more].find((pattern) => pattern.expression.test(line));
    return found ? [{ file, line: index + 1, what: found.what }] : [];
  });
}

/** Texts that say where this very checkout stands and where its packages come from. */
function machinePatterns(): Pattern[] {
  // A folder right below the root, such as /build, says nothing and is found in ordinary text.
  const folders = [root.slice(0, -1), Deno.env.get("HOME") ?? ""].filter((path) => path.split("/").length > 2);
  return [...folders, ...registryHost()].map((text) => ({
    what: "name of this machine",
    expression: new RegExp(`${RegExp.escape(text)}\\b`),
  }));
}

function registryHost(): string[] {
  const address = Deno.env.get("NPM_CONFIG_REGISTRY") ?? Deno.env.get("npm_config_registry");
  if (address === undefined || !URL.canParse(address)) return [];
  const { hostname } = new URL(address);
  return ["registry.npmjs.org", "localhost"].includes(hostname) ? [] : [hostname];
}

/** What the repository holds that must not be published, in tracked files and in new ones that git doesn't ignore. */
export async function scanRepository(): Promise<Find[]> {
  const more = machinePatterns();
  const files = await publishedFiles();
  return files.flatMap((file) => scanText(file, readText(file), more));
}

/** What git has or would take; in an unpacked archive, which has no `.git`, every file. */
async function publishedFiles(): Promise<string[]> {
  const entries = [...Deno.readDirSync(root)].map((entry) => entry.name);
  if (!entries.includes(".git")) return entries.flatMap((name) => filesAt(name));
  const trusted = ["-c", `safe.directory=${root.slice(0, -1)}`];
  const { code, stdout, stderr } = await runQuietly("git", [...trusted, "ls-files", "-coz", "--exclude-standard"]);
  if (code !== 0) throw new Error(`"git ls-files" ended with ${code}: ${stderr.trim()}`);
  return [...new Set(stdout.split("\0").filter((name) => name !== ""))].sort();
}

function filesAt(name: string): string[] {
  if (["dist", "demo-out", "node_modules"].includes(name)) return [];
  return Deno.statSync(root + name).isDirectory ? walk(root, name) : [name];
}

/** A file's text; nothing for binary files, links, and files that are deleted but still tracked. */
function readText(file: string): string {
  try {
    if (Deno.lstatSync(root + file).isSymlink) return "";
    const text = Deno.readTextFileSync(root + file);
    return text.includes("\0") ? "" : text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

if (import.meta.main) {
  const finds = await scanRepository();
  for (const { file, line, what } of finds) print(`${file}:${line}: ${what}\n`);
  Deno.exit(finds.length > 0 ? 1 : 0);
}
