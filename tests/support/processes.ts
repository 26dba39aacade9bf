/**
 * Processes as /proc shows them.
 * @module
 */

/** A file below /proc; empty when it can't be read. */
export function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // The process has ended.
  }
}

/** The child of a process whose command line holds a word. */
export function child(parent: number, word: string): number {
  for (const { name } of Deno.readDirSync("/proc")) {
    const stat = read(`/proc/${name}/stat`);
    const isChild = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent);
    if (isChild && read(`/proc/${name}/cmdline`).split("\0").includes(word)) return Number(name);
  }
  throw new Error(`Process ${parent} has no child with "${word}"`);
}
