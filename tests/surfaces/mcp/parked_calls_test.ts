import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Answer } from "../../../src/session/asking.ts";
import type { ParkedCall } from "../../../src/surfaces/mcp/parked_call.ts";
import { type Body, ParkedCalls, type ParkedCallsOptions } from "../../../src/surfaces/mcp/parked_calls.ts";

const xed = { appId: "Xed", executable: "/usr/bin/xed" };
const gimp = { appId: "Gimp", executable: "/usr/bin/gimp" };
const allow = { action: "accept", content: { decision: "Allow for this session" } };

type Outcome = CallToolResult | InputRequiredResult;

/** A client of revision 2026-07-28 as the handler sees its requests. */
class Client {
  readonly calls: ParkedCalls;

  constructor(options: ParkedCallsOptions = {}) {
    this.calls = new ParkedCalls(options);
  }

  async request(
    body: Body,
    { state, answers, args = { code: "1" } }: { state?: string; answers?: object; args?: object } = {},
  ): Promise<Outcome> {
    const leg = this.#leg(answers);
    const verified = state === undefined ? undefined : await this.calls.verify(state, leg);
    leg.mcpReq.requestState = (() => verified) as ServerContext["mcpReq"]["requestState"];
    return await this.calls.serve({ tool: "js", args, leg, capabilities: undefined }, body);
  }

  [Symbol.dispose](): void {
    this.calls.close("The test ends");
  }

  #leg(inputResponses: object | undefined): ServerContext {
    const envelope = { [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {} } } };
    const signal = new AbortController().signal;
    return { mcpReq: { method: "tools/call", signal, envelope, inputResponses } } as unknown as ServerContext;
  }
}

function asked(outcome: Outcome): { keys: string[]; state: string } {
  const { inputRequests, requestState } = outcome as InputRequiredResult;
  return { keys: Object.keys(inputRequests ?? {}), state: requestState! };
}

function textOf(outcome: Outcome): string {
  return (outcome as CallToolResult).content.map((item) => item.type === "text" ? item.text : "").join("");
}

function say(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

/** A body that asks for these one after the other and says what it got; `runs` counts. */
function asking(questions: readonly (typeof xed)[]): { body: Body; runs: () => number } {
  let runs = 0;
  const body = async (call: ParkedCall) => {
    runs++;
    const answers: Answer[] = [];
    for (const question of questions) answers.push(await call.ask(question, call.signal));
    return say(answers);
  };
  return { body, runs: () => runs };
}

const never: Body = () => Promise.reject(new Error("a continued call runs no body"));
const session = { decision: "session" };

Deno.test("a call that asks twice runs once, one round after the other", async () => {
  using client = new Client();
  const { body, runs } = asking([xed, gimp]);
  const first = asked(await client.request(body));
  const second = asked(await client.request(never, { state: first.state, answers: { q1: allow } }));
  deepEqual([first.keys, second.keys], [["q1"], ["q2"]]);
  const last = await client.request(never, { state: second.state, answers: { q2: { action: "cancel" } } });
  deepEqual(JSON.parse(textOf(last)), [session, { dismissed: true }]);
  equal(runs(), 1);
});

Deno.test("questions that come up together go out in one round", async () => {
  using client = new Client();
  const body: Body = async (call) => say(await Promise.all([call.ask(xed, call.signal), call.ask(gimp, call.signal)]));
  const round = asked(await client.request(body));
  deepEqual(round.keys, ["q1", "q2"]);
  const last = await client.request(never, { state: round.state, answers: { q1: allow, q2: { action: "decline" } } });
  deepEqual(JSON.parse(textOf(last)), [session, { decision: "deny" }]);
});

Deno.test("a state is good for one round, for one call, and for its arguments alone", async () => {
  using client = new Client();
  const first = asked(await client.request(asking([xed, gimp]).body));
  const other = { state: first.state, answers: { q1: allow } };
  match(textOf(await client.request(never, { ...other, args: { code: "2" } })), /does not match/);
  const second = asked(await client.request(never, other));
  match(textOf(await client.request(never, other)), /answered before; nothing was done twice/);
  ok(!textOf(await client.request(never, { state: second.state, answers: { q2: allow } })).includes("before"));
});

Deno.test("a state that was tampered with, or that another process signed, is refused", async () => {
  using client = new Client();
  using stranger = new Client();
  const { state } = asked(await client.request(asking([xed]).body));
  const tampered = state.slice(0, 8) + (state[8] === "A" ? "B" : "A") + state.slice(9);
  await rejects(client.request(never, { state: tampered }));
  await rejects(stranger.request(never, { state }));
});

Deno.test("a request without answers is asked again, and the state stays good", async () => {
  using client = new Client();
  const first = asked(await client.request(asking([xed]).body));
  const again = asked(await client.request(never, { state: first.state, answers: { other: allow } }));
  deepEqual(again.keys, ["q1"]);
  const last = await client.request(never, { state: first.state, answers: { q1: allow } });
  deepEqual(JSON.parse(textOf(last)), [session]);
});

Deno.test("a client that comes late gets the result once more, not a second run", async () => {
  using client = new Client();
  const { body, runs } = asking([xed]);
  const { state } = asked(await client.request(body));
  const answer = { state, answers: { q1: allow } };
  deepEqual(JSON.parse(textOf(await client.request(never, answer))), [session]);
  deepEqual(JSON.parse(textOf(await client.request(never, answer))), [session]);
  equal(runs(), 1);
});

Deno.test("a call stops asking before the client gives up", async () => {
  using client = new Client({ maxRounds: 2 });
  let outcome = await client.request(asking([xed, gimp, xed]).body);
  for (const key of ["q1", "q2"]) {
    outcome = await client.request(never, { state: asked(outcome).state, answers: { [key]: allow } });
  }
  const answers = JSON.parse(textOf(outcome));
  deepEqual(answers.slice(0, 2), [session, session]);
  match(answers[2].unavailable, /asked 2 times/);
});

/** A body that ends when its call is aborted, and says why. */
function untilAborted(): { body: Body; reason: Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const body: Body = async (call) => {
    call.signal.addEventListener("abort", () => resolve((call.signal.reason as Error).message));
    await call.ask(xed, call.signal);
    return say(0);
  };
  return { body, reason: promise };
}

Deno.test("a call that nobody answers ends by itself", async () => {
  using client = new Client({ ttlMs: 20 });
  const { body, reason } = untilAborted();
  await client.request(body);
  match(await reason, /Nobody answered/);
});

Deno.test("a parked call gives way to a newer one", async () => {
  using client = new Client({ supersedeMs: 20 });
  const { body, reason } = untilAborted();
  await client.request(body);
  const newer = client.request(() => reason.then(say));
  match(textOf(await newer), /A newer call took the place/);
});

Deno.test("a call whose client shows no forms is told so", async () => {
  using client = new Client();
  const leg = { mcpReq: { method: "tools/call", signal: new AbortController().signal, requestState: () => undefined } };
  const start = { tool: "js", args: {}, leg: leg as unknown as ServerContext, capabilities: {} };
  match(textOf(await client.calls.serve(start, asking([xed]).body)), /can't show forms/);
});
