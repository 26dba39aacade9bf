/**
 * The documentation lint: every module says what it is for, everything exported says what it does.
 *
 * `deno doc --lint` finds what is undocumented. Two of its rules are left out, since they refuse types that are inferred
 * from schemas, and so are plain fields whose name and type say it all.
 * @module
 */
import { print } from "../src/terminal.ts";
import { deno, root } from "./processes.ts";
import { sourceFiles } from "./architecture.ts";

const field = /^\s*(?:(?:override|readonly|static|declare)\s+)*[\w"']+[?!]?\s*[:=]/;
const finding = /error\[missing-jsdoc\].*\n\s*--> (.+):(\d+):\d+/g;
const moduleComment = /^(?:#!.*\n)?\/\*\*[\s\S]*?@module[\s\S]*?\*\//;

/**
 * What is not documented, as `FILE:LINE: text`.
 *
 * @param files Paths from `base`.
 * @throws when the sources can't be read, because of a syntax error for example.
 */
export async function undocumented(files: readonly string[], base = root): Promise<string[]> {
  const { code, stdout, stderr } = await deno(["doc", "--lint", ...files], {
    cwd: base,
    env: { ...Deno.env.toObject(), NO_COLOR: "1" },
  });
  const output = stdout + stderr;
  if (code !== 0 && !output.includes("documentation lint error")) throw new Error(`"deno doc" failed: ${output}`);
  return [...files.flatMap((file) => missingModuleComment(file, base)), ...missingComments(output, base)];
}

function missingModuleComment(file: string, base: string): string[] {
  return moduleComment.test(Deno.readTextFileSync(`${base}/${file}`)) ? [] : [`${file}:1: no module comment`];
}

function missingComments(output: string, base: string): string[] {
  return [...output.matchAll(finding)].flatMap(([, path = "", line = "1"]) => {
    const text = Deno.readTextFileSync(path).split("\n")[Number(line) - 1] ?? "";
    return field.test(text) ? [] : [`${path.replace(`${base.replace(/\/$/, "")}/`, "")}:${line}: ${text.trim()}`];
  });
}

if (import.meta.main) {
  const found = await undocumented(sourceFiles(root));
  for (const line of found) print(`${line}\n`);
  Deno.exit(found.length > 0 ? 1 : 0);
}
