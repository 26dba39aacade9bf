/**
 * Those who act in a bench, each as a model would use it: a call that acts, and the state that came of it.
 * @module
 */
import type { Engine, LookTarget, Peer, PeerElement } from "./looker.ts";

const ACT_MS = 30_000;

/** What is acted on: its role as we call it, and its name. */
export interface Part {
  readonly role: string;
  readonly name: string;
}

/** One who acts on an element. */
export interface Actor {
  /** Finds the element; the first call looks at the window. */
  aim(): Promise<void>;
  /** Clicks it and tells the state afterwards. */
  click(): Promise<void>;
  /** Types into it. @param looks Whether to tell the state afterwards. */
  type(text: string, looks: boolean): Promise<void>;
}

/** Acts through our engine. @param part The role and the name of the element. */
export function ourActor(engine: Engine, target: LookTarget, part: Part): Actor {
  let element = 0;
  return {
    aim: async () => void (element ||= await engine.find(target, part.role, part.name)),
    click: async () => void await engine.act(target, [{ type: "click", element }], true),
    type: async (text, looks) => void await engine.act(target, [{ type: "type_text", text }], looks),
  };
}

/** Acts through cua-driver: each state makes the tokens of the one before stale. */
export function peerActor(peer: Peer, target: LookTarget, { name }: Part): Actor {
  const { pid, window } = target;
  let token = "";
  const look = async () => {
    const elements = (await peer.state(target)).structuredContent?.elements ?? [];
    token = tokenOf(elements, name);
  };
  const call = (tool: string, more: Record<string, unknown>) =>
    peer.call(tool, { pid, window_id: window, element_token: token, ...more }, ACT_MS);
  return {
    aim: look,
    async click() {
      await call("click", {});
      await look();
    },
    async type(text, looks) {
      await call("type_text", { text });
      if (looks) await look();
    },
  };
}

function tokenOf(elements: readonly PeerElement[], name: string): string {
  const element = elements.find(({ label }) => label === name);
  if (!element) throw new Error(`cua-driver finds nothing called ${name}`);
  return element.element_token;
}
