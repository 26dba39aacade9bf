/**
 * What an engine sees that remembers nothing: what one that remembers has to agree with.
 * @module
 */
import { operations, type Result } from "../../src/contract/operations.ts";
import { engineEnvironment, type OwnedDesktop } from "../../src/desktop/desktop.ts";
import { createEngine } from "../../src/engine/engine.ts";

/** On a machine with much else to do one look can be too short, ms. */
const COMPLETE_MS = 3_000;

/** The text of a complete look of a new engine in this process, without ids. */
export async function freshText({ desktop, app }: { desktop: OwnedDesktop; app: string }): Promise<string> {
  const engine = createEngine({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: app } });
  try {
    const signal = AbortSignal.timeout(COMPLETE_MS);
    for (;;) {
      const params = operations.observe.params.parse({ app });
      const { text, incomplete } = await engine.dispatch("observe", params, { signal, progress: () => {} }) as Result<
        "observe"
      >;
      if (incomplete.length === 0 || signal.aborted) return withoutIds(text);
    }
  } finally {
    await engine.close();
  }
}

/** Ids come in another order to an engine that has seen other things before. */
export function withoutIds(text: string): string {
  return text.replaceAll(/^( *)\d+ /gm, "$1");
}

/** Sets a variable of this process, through which libX11 finds its cookie, until disposed. */
export function inEnvironment(name: string, value: string): Disposable {
  const before = Deno.env.get(name);
  Deno.env.set(name, value);
  return { [Symbol.dispose]: () => before === undefined ? Deno.env.delete(name) : Deno.env.set(name, before) };
}
