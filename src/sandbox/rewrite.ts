/**
 * Makes the top-level bindings of a cell outlive it, and declarable again.
 *
 * Top-level `let`, `const` and `class` become `var`, so they are properties of the global object: a later cell may
 * declare the name again, and a constant whose initialiser threw blocks nothing. Lines keep their numbers.
 * @module
 */
import { type ClassDeclaration, parse, type Program, type VariableDeclaration } from "acorn";

/** A cell that is no JavaScript: where it stops being so. */
export class CellSyntaxError extends Error {
  override readonly name = "SyntaxError";
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;

  /** An error at a position. */
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * Rewrites a cell. Pure.
 *
 * @param code The model's code: a script with top-level await.
 * @throws {CellSyntaxError} When it can't be parsed.
 */
export function rewriteCell(code: string): string {
  let rewritten = "";
  let from = 0;
  for (const node of parseCell(code).body) {
    const edit = node.type === "VariableDeclaration"
      ? rewriteDeclaration(code, node)
      : node.type === "ClassDeclaration"
      ? rewriteClass(code, node)
      : undefined;
    if (edit === undefined) continue;
    rewritten += code.slice(from, node.start) + edit;
    from = node.end;
  }
  return rewritten + code.slice(from);
}

function parseCell(code: string): Program {
  try {
    return parse(code, { ecmaVersion: "latest", sourceType: "script", allowAwaitOutsideFunction: true });
  } catch (error) {
    if (error instanceof SyntaxError) throw positioned(error as SyntaxError & { loc?: Position });
    if (error instanceof RangeError) throw new CellSyntaxError("The code is nested too deeply", 1, 1);
    throw error;
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function positioned(error: SyntaxError & { loc?: Position }): CellSyntaxError {
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  const hint = message.includes("sourceType: module")
    ? "Modules are not available here; use cua and nodeRepl"
    : message;
  return new CellSyntaxError(hint, error.loc?.line ?? 1, (error.loc?.column ?? 0) + 1);
}

/** `let` and `const` as `var` of the same width; a name without initialiser gets `undefined`, as `let` gives it. */
function rewriteDeclaration(code: string, node: VariableDeclaration): string | undefined {
  if (node.kind !== "let" && node.kind !== "const") return undefined;
  let text = "var".padEnd(node.kind.length);
  let from = node.start + node.kind.length;
  for (const declarator of node.declarations) {
    text += code.slice(from, declarator.end) + (declarator.init ? "" : "=void 0");
    from = declarator.end;
  }
  const end = code.slice(from, node.end);
  // Without it, a bracket on the next line would call the initialiser that was added.
  return text + end + (end.endsWith(";") ? "" : ";");
}

function rewriteClass(code: string, node: ClassDeclaration): string {
  return `var ${code.slice(node.id.start, node.id.end)}=${code.slice(node.start, node.end)};`;
}
