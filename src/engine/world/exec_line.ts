/**
 * The Exec line of a desktop entry as the command that it stands for.
 * @module
 * @see {@link https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html}
 */
import type { DesktopEntry } from "./desktop_entries.ts";

/** `%f`, `%u`, `%i`, `%c`, `%k` and the like: no files are passed on, and names and icons are left to the program. */
const FIELD_CODE = /%[a-zA-Z]/g;

/**
 * The command of an entry: quoting undone, field codes expanded to nothing.
 *
 * @returns Null when the quoting is broken.
 */
export function commandOf(entry: DesktopEntry): string[] | null {
  const words: string[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))/gy;
  const text = entry.exec.trim();
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return null;
    const quoted = match[1]?.replace(/\\(["`$\\])/g, "$1");
    const word = withoutFieldCodes(quoted ?? match[2]!);
    if (quoted !== undefined || word !== "") words.push(word);
  }
  return words.length > 0 ? words : null;
}

function withoutFieldCodes(word: string): string {
  return word.split("%%").map((part) => part.replace(FIELD_CODE, "")).join("%");
}

/** A command without the `env` before it. */
export interface BareCommand {
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** What `env` sets. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Undoes `env NAME=VALUE … program`, by name or path. Null when `env` has options: they change what is run. */
export function withoutEnv(command: readonly string[]): BareCommand | null {
  const words = [...command];
  const variables: Record<string, string> = {};
  while (isEnv(words[0] ?? "")) {
    words.shift();
    if (words[0]?.startsWith("-")) return null;
    for (let pair = assignment(words[0]); pair; pair = assignment(words[0])) {
      variables[pair[1]!] = pair[2]!;
      words.shift();
    }
  }
  return { words, variables };
}

/** Whether a program is `env`. */
export function isEnv(program: string): boolean {
  return baseName(program) === "env";
}

function assignment(word: string | undefined): RegExpExecArray | null {
  return /^(\w+)=(.*)$/s.exec(word ?? "");
}

/** Name of the program that an entry starts, without its folder; empty when that can't be said. */
export function programOf(entry: DesktopEntry): string {
  return baseName(withoutEnv(commandOf(entry) ?? [])?.words[0] ?? "");
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
