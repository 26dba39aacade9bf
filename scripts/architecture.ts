/**
 * Holds a tree of sources to the import rights: who imports whom, no circles, pointers in one folder only.
 * @module
 */
import { readImports } from "./import_graph.ts";
import type { Import } from "./import_graph.ts";
import { common, pointerFolder, type Unit, units } from "./import_rights.ts";
import { walk } from "./tiers.ts";

/** Words that open a C library or follow a pointer. */
const pointerWords =
  /\b(dlopen|UnsafePointer|UnsafePointerView|UnsafeCallback|UnsafeFnPointer|PointerValue|PointerObject)\b/;
/** An `import()` whose module is not written out can't be checked. */
const hiddenImport = /\bimport\s*\(\s*[^"\s]/;

/**
 * Every breach in a tree, one sentence each; none when all is well.
 *
 * @param root The tree's root, ending with a slash.
 */
export async function breaches(root: string): Promise<string[]> {
  const files = sourceFiles(root);
  const imports = await readImports(root, files);
  return [
    ...imports.flatMap(importBreach),
    ...circles(imports).map((circle) => `Circular imports: ${circle.join(" -> ")}`),
    ...files.flatMap((file) => textBreaches(file, Deno.readTextFileSync(root + file))),
  ];
}

/** The program's own files: `main.ts`, `install.ts` and everything in `src`. */
export function sourceFiles(root: string): string[] {
  const top = [...Deno.readDirSync(root)].filter((entry) => entry.isFile).map((entry) => entry.name);
  return [...top, ...walk(root, "src")].filter((path) => path.endsWith(".ts")).sort();
}

function importBreach(one: Import): string[] {
  const unit = unitOf(one.from);
  if (!unit) return [`${one.from} belongs to no part; name it in scripts/import_rights.ts`];
  const allowed = one.file === undefined ? mayImportPackage(unit, one.specifier) : mayImportFile(unit, one);
  return allowed ? [] : [`${one.from} may not ${one.dynamic ? "load" : "import"} "${one.specifier}"`];
}

function mayImportPackage(unit: Unit, specifier: string): boolean {
  const pure = unit.path === "src/contract/" || unit.path === "src/policy/";
  if (specifier.startsWith("node:")) return !pure;
  return unit.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

function mayImportFile(unit: Unit, one: Import): boolean {
  const file = one.file ?? "";
  if (within(file, common) || unitOf(file) === unit) return true;
  return within(file, unit.imports) || (one.dynamic && within(file, unit.loads ?? []));
}

/** The part that a file belongs to: the longest path that matches. */
function unitOf(file: string): Unit | undefined {
  const matching = units.filter((unit) => within(file, [unit.path]));
  return matching.sort((a, b) => b.path.length - a.path.length)[0];
}

function within(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => path.endsWith("/") ? file.startsWith(path) : file === path);
}

/** Each circle of imports once, as the files on it, the first one again at the end. */
export function circles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports.filter((one) => one.file !== undefined), (one) => one.from);
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const one of next.get(file) ?? []) visit(one.file ?? "", [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

function textBreaches(file: string, text: string): string[] {
  const code = withoutComments(text);
  const found: string[] = [];
  const word = pointerWords.exec(code)?.[1];
  if (word !== undefined && !file.startsWith(pointerFolder)) found.push(`${file} may not use ${word}`);
  if (hiddenImport.test(code)) found.push(`${file} loads a module whose name is not written out`);
  return found;
}

/** A text without block comments and without comments that fill a line. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
