/**
 * Reads which file imports what, type-only and dynamic imports included, by `deno info`.
 * @module
 */
import { deno } from "./processes.ts";

/** One import of one file. */
export interface Import {
  /** The importing file, from the root of the tree. */
  readonly from: string;
  /** What it names, as written. */
  readonly specifier: string;
  /** The imported file, from the root of the tree; undefined for packages and built-in modules. */
  readonly file: string | undefined;
  /** Whether it is an `import()`. */
  readonly dynamic: boolean;
}

interface Dependency {
  readonly specifier: string;
  readonly code?: { readonly specifier?: string };
  readonly type?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

interface Graph {
  readonly modules: readonly { readonly specifier: string; readonly dependencies?: readonly Dependency[] }[];
}

/**
 * Every import of these files.
 *
 * @param root The tree's root, ending with a slash.
 * @param files Paths from the root.
 */
export async function readImports(root: string, files: readonly string[]): Promise<Import[]> {
  const graph = await readGraph(root, files);
  const wanted = new Set(files);
  return graph.modules.flatMap((module) => {
    const from = inside(root, module.specifier);
    if (from === undefined || !wanted.has(from)) return [];
    return (module.dependencies ?? []).map((dependency) => toImport(root, from, dependency));
  });
}

function toImport(root: string, from: string, dependency: Dependency): Import {
  const resolved = dependency.code?.specifier ?? dependency.type?.specifier;
  const file = resolved === undefined ? undefined : inside(root, resolved);
  return { from, specifier: dependency.specifier, file, dynamic: dependency.isDynamic ?? false };
}

/** A module that imports every file, so that one run reads them all. */
async function readGraph(root: string, files: readonly string[]): Promise<Graph> {
  const entry = Deno.makeTempFileSync({ prefix: "linux-cua-imports-", suffix: ".ts" });
  try {
    const lines = files.map((file) => `import ${JSON.stringify(`file://${encodeURI(root + file)}`)};\n`);
    Deno.writeTextFileSync(entry, lines.join(""));
    const { code, stdout, stderr } = await deno(["info", "--json", "--no-lock", ...configFlags(root), entry]);
    if (code !== 0) throw new Error(`"deno info" ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Graph;
  } finally {
    Deno.removeSync(entry);
  }
}

function configFlags(root: string): string[] {
  const config = `${root}deno.json`;
  return [...Deno.readDirSync(root)].some((entry) => entry.name === "deno.json") ? [`--config=${config}`] : [];
}

function inside(root: string, specifier: string): string | undefined {
  const prefix = `file://${encodeURI(root)}`;
  return specifier.startsWith(prefix) ? decodeURI(specifier.slice(prefix.length)) : undefined;
}
