/**
 * The errors that a cell can end with: thrown values with the cell's own line, and the sandbox's own ones.
 * @module
 */
import { LIBRARY_FILE } from "./guest/source.ts";
import type { CellError } from "./protocol.ts";
import type { Condition, Described } from "./virtual_machine.ts";

/** How many frames are shown. */
const MAX_FRAMES = 12;

const plainer: Readonly<Record<string, string>> = {
  "out of memory": "out of memory: the console has 64 MiB for everything it keeps",
  "stack overflow": "stack overflow: the recursion is too deep",
};

/**
 * The error of a cell.
 *
 * @param described The thrown value.
 * @param fileName The cell's file name, as QuickJS shows it in stacks.
 */
export function cellError(described: Described, fileName: string): CellError {
  const frames = described.stack.split("\n").map((frame) => frame.trim())
    .filter((frame) => frame !== "" && !frame.includes(LIBRARY_FILE) && frame !== "at <anonymous>");
  const position = frames.map((frame) => positionIn(frame, fileName)).find((found) => found !== undefined);
  return {
    name: described.name,
    message: plainer[described.message] ?? described.message,
    ...position,
    ...(frames.length > 0 && { stack: frames.slice(0, MAX_FRAMES).join("\n") }),
  };
}

function positionIn(frame: string, fileName: string): { line: number; column: number } | undefined {
  const at = frame.indexOf(`${fileName}:`);
  const match = at < 0 ? null : /^:(\d{1,7}):(\d{1,7})/.exec(frame.slice(at + fileName.length));
  const [line, column] = [Number(match?.[1]), Number(match?.[2])];
  return line > 0 && column > 0 ? { line, column } : undefined;
}

/** The cell was stopped at its deadline; `waiting` are the calls that it waited for. */
export function timeout(ms: number, waiting: readonly string[]): CellError {
  const names = [...new Set(waiting)].join(", ");
  const state = names ? `while ${names} was not answered` : "and was stopped";
  const message = `The cell did not end within ${ms} ms ${state}; do less in a cell or raise timeout_ms`;
  return { name: "Timeout", message };
}

/** Nothing can end the cell's wait. */
export const unsettled: CellError = {
  name: "Unsettled",
  message: "The cell awaits a promise that nothing can settle: no call and no timer is waiting",
};

/** The cell left no memory. */
export const memoryFull: CellError = {
  name: "OutOfMemory",
  message: "The console used up its 64 MiB; it starts anew, without its bindings",
};

/** The cell made the machine itself fail. */
export function brokenConsole(how: string): CellError {
  const message = `The cell broke the console: ${how}; it recursed too deeply or took too much memory`;
  return { name: "ConsoleLost", message };
}

/** Why the console is lost, by the condition that a cell left it in. */
export const losses: Readonly<Record<Condition, string | undefined>> = {
  good: undefined,
  busy: "the cell left code running that does not end",
  full: "its memory was full",
  frozen: "its global object was frozen",
};
