/**
 * What an engine sees that remembers nothing: what one that remembers has to agree with.
 * @module
 */
import { operations, type Result } from "../../src/contract/operations.ts";
import { engineEnvironment, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import { createEngine } from "../../src/engine/engine.ts";

/** On a machine with much else to do one look can be too short, ms. */
const COMPLETE_MS = 3_000;
/** What every element matches. */
export const anyElement = { states: ["!no such state"] };

/** What elements are and where, by a complete look of a new engine in this process. */
export async function freshElements({ desktop, app }: { desktop: OwnedDesktop; app: string }): Promise<string[]> {
  const engine = createEngine({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app } });
  try {
    const signal = AbortSignal.timeout(COMPLETE_MS);
    const params = operations.find.params.parse({ app, locator: anyElement, max_results: 100 });
    for (;;) {
      const call = { signal: AbortSignal.timeout(2 * COMPLETE_MS), progress: () => {} };
      const found = await engine.dispatch("find", params, call) as Result<"find">;
      if (!ranOutOfTime(found) || signal.aborted) return describe(found);
    }
  } finally {
    await engine.close();
  }
}

/** Whether a look was too short for everything. */
export function ranOutOfTime({ incomplete = [] }: Pick<Result<"find">, "incomplete">): boolean {
  return incomplete.some(({ cause }) => cause.includes("too slowly"));
}

/** The lines of elements without their ids, which depend on what an engine has seen before, and their places. */
export function describe({ matches }: Result<"find">): string[] {
  return matches.map(({ line, bounds }) => {
    const place = bounds ? ` at ${bounds.x},${bounds.y} ${bounds.width}x${bounds.height}` : "";
    return line.replace(/^\d+ /, "") + place;
  });
}

/** Sets a variable of this process, through which libX11 finds its cookie, until disposed. */
export function inEnvironment(name: string, value: string): Disposable {
  const before = Deno.env.get(name);
  Deno.env.set(name, value);
  return { [Symbol.dispose]: () => before === undefined ? Deno.env.delete(name) : Deno.env.set(name, before) };
}
