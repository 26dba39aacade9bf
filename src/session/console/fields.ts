/**
 * Arguments of model code as plain fields: positional and single-object forms, spellings that models use.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";

/** An object of a call's arguments. */
export type Fields = Record<string, unknown>;

/** Whether a value is an object with fields (no array, not null). */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fails because model code called a method in a way that can't be understood. Nothing was done. */
export function refuse(message: string): never {
  throw new OperationError("invalid_request", message);
}

/**
 * Gathers a method's arguments into fields by the names of their positions. A last object holds options, and so
 * does a single one, whatever its position: `click({x, y})`, `click(5, {clickCount: 2})`, `typeText({text})`.
 */
export function gather(args: readonly unknown[], names: readonly string[]): Fields {
  const given = args.slice(0, args.findLastIndex((value) => value !== undefined && value !== null) + 1);
  const fields: Fields = {};
  for (const [i, value] of given.entries()) {
    const isLast = i === given.length - 1;
    const name = names[i];
    if (isLast && isFields(value) && (i > 0 || given.length === 1)) Object.assign(fields, value);
    else if (name === undefined) refuse(`Too many arguments: it takes ${names.join(", ")} and options`);
    else fields[name] = value;
  }
  return fields;
}

/** Gives fields the contract's names: each other spelling by the table. Missing ones stay missing. */
export function rename(fields: Fields, spellings: Readonly<Record<string, string>>): Fields {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    pairs.map(([key, value]) => [Object.hasOwn(spellings, key) ? spellings[key]! : key, value]),
  );
}

const modifierNames: Readonly<Record<string, string>> = {
  control: "ctrl",
  ctl: "ctrl",
  meta: "super",
  cmd: "super",
  command: "super",
  win: "super",
  windows: "super",
  option: "alt",
};

/** Modifiers as the contract has them, from `"shift+ctrl"`, `["Shift", "Control"]` and the like. */
export function readModifiers(value: unknown): string[] {
  const words = typeof value === "string" ? value.split("+") : Array.isArray(value) ? value : [value];
  return words.map((word) => {
    if (typeof word !== "string") return refuse(`Modifiers are words such as "shift+ctrl", not ${typeof word}`);
    const lower = word.trim().toLowerCase();
    return Object.hasOwn(modifierNames, lower) ? modifierNames[lower]! : lower;
  });
}

const buttonNames: Readonly<Record<string, string>> = {
  1: "left",
  2: "middle",
  3: "right",
  l: "left",
  m: "middle",
  r: "right",
  wheel: "middle",
  primary: "left",
  secondary: "right",
};

/** A button as the contract has it, from `"right"`, `"r"`, `3`, `"wheel"`. */
export function readButton(value: unknown): unknown {
  const word = String(value).toLowerCase();
  return Object.hasOwn(buttonNames, word) ? buttonNames[word] : word;
}
