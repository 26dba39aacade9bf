import { equal, match, ok } from "node:assert/strict";
import { openDesktop } from "../../../../src/desktop/desktop.ts";
import { callSession, runningSessions } from "../../../../src/session/control_client.ts";
import { Fixture } from "../../../support/fixture.ts";
import { connect, type FormAnswer, type Generation, generations, type Person, type TestClient } from "./client.ts";

/** A cell that needs two approvals, counts its runs and presses a button once. */
const twoApprovals = `
  globalThis.runs = (globalThis.runs ?? 0) + 1;
  const gtk = await cua.getApp("fixture-gtk3", {emit: false});
  await gtk.getAXState({emit: false});
  const qt = await cua.getApp("fixture-qt5", {emit: false});
  await qt.getAXState({emit: false});
  await gtk.click({role: "button", name: "Press me"});
  nodeRepl.write("reached the end");
`;

/** Runs with two fixtures on a desktop that the server joins. */
async function withFixtures(
  generation: Generation,
  person: Person | undefined,
  use: (client: TestClient, gtk: Fixture) => Promise<void>,
): Promise<void> {
  await using desktop = await openDesktop({});
  const { environment, id } = desktop.state;
  await using gtk = await Fixture.start("gtk3", environment);
  await using _qt = await Fixture.start("qt5", environment);
  const approvals = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.remove(approvals);
  const options = { ...(person ? { person } : {}), environment: { CUA_APPROVALS_FILE: approvals } };
  await using client = await connect(generation, ["--workspace", id], options);
  await use(client, gtk);
  await Deno.remove(approvals).catch(() => {}); // Only "always" writes it.
}

function presses(fixture: Fixture): number {
  return fixture.events().filter(({ event, widget }) => event === "clicked" && widget === "press").length;
}

const allow: FormAnswer = { action: "accept", content: { decision: "Allow for this session" } };

for (const generation of generations) {
  Deno.test(`js runs a cell with two approvals once (${generation})`, async () => {
    const messages: string[] = [];
    const person: Person = (_form, message) => {
      messages.push(message);
      return allow;
    };
    await withFixtures(generation, person, async (client, gtk) => {
      const reply = await client.js(twoApprovals);
      match(reply.text, /reached the end/);
      match(reply.text, /Pressed 1/);
      equal(messages.length, 2);
      match(messages[0]!, /fixture-gtk3/);
      match(messages[1]!, /fixture-qt5/);
      equal((await client.js("nodeRepl.write(runs)")).text, "1");
      equal(presses(gtk), 1);
      ok(!(await client.js("await gtk.getAXState()")).isError, "the approval holds for the session");
      equal(messages.length, 2);
    });
  });

  Deno.test(`js tells of a denial, a dismissal and an empty acceptance; nothing is done (${generation})`, async () => {
    const answers: FormAnswer[] = [
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: {} },
      { action: "accept", content: { decision: "Deny" } },
    ];
    await withFixtures(generation, (form) => answers[form]!, async (client, gtk) => {
      for (const _ of answers) {
        const reply = await client.js(twoApprovals);
        ok(reply.isError);
        match(reply.text, /denied access|closed without a choice/);
        match(reply.text, /line 4/);
      }
      equal(presses(gtk), 0);
      ok(!(await client.js("nodeRepl.write(1)")).isError);
    });
  });

  Deno.test(`js leaves a client that never answers: cancelling frees the console (${generation})`, async () => {
    const asked = Promise.withResolvers<void>();
    const person: Person = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    await withFixtures(generation, person, async (client, gtk) => {
      const stop = new AbortController();
      const left = client.js(twoApprovals, { signal: stop.signal }).then(() => "answered", () => "left");
      await asked.promise;
      stop.abort();
      // On 2026-07-28 nobody tells the server, and the SDK's client waits for its form: the newer cell takes over.
      if (generation !== "v2 2026-07-28") equal(await left, "left");
      equal((await client.js("nodeRepl.write(runs)")).text, "1");
      equal(presses(gtk), 0);
    });
  });
}

Deno.test("the control socket answers for a client without forms, and while a form is open", async () => {
  await withFixtures("v1 2025-11-25", undefined, async (client, gtk) => {
    const cell = client.js(twoApprovals);
    await answerNext(client.pid, "fixture-gtk3", "approve");
    await answerNext(client.pid, "fixture-qt5", "approve");
    match((await cell).text, /reached the end/);
    equal(presses(gtk), 1);
  });
  await withFixtures("v2 2025-11-25", () => new Promise(() => {}), async (client, gtk) => {
    const cell = client.js(twoApprovals);
    await answerNext(client.pid, "fixture-gtk3", "approve");
    await answerNext(client.pid, "fixture-qt5", "deny");
    match((await cell).text, /denied access to "fixture-qt5"/);
    equal(presses(gtk), 0);
  });
});

Deno.test("the control socket lets a parked cell of revision 2026-07-28 go on; a newer cell gets its turn", async () => {
  await withFixtures("v2 2026-07-28", () => new Promise(() => {}), async (client, gtk) => {
    void client.js(twoApprovals).catch(() => {}); // The client waits for its form for good.
    await answerNext(client.pid, "fixture-gtk3", "approve");
    await answerNext(client.pid, "fixture-qt5", "approve");
    match((await client.js("nodeRepl.write(runs)")).text, /1/);
    equal(presses(gtk), 1);
  });
});

Deno.test("what is always allowed is asked once, and holds in later sessions", async () => {
  await using desktop = await openDesktop({});
  await using _gtk = await Fixture.start("gtk3", desktop.state.environment);
  const folder = await Deno.makeTempDir();
  const environment = { CUA_APPROVALS_FILE: `${folder}/approvals.json` };
  const look = 'await cua.getApp("fixture-gtk3")';
  const args = ["--workspace", desktop.state.id];
  try {
    const person: Person = () => ({ action: "accept", content: { decision: "Always allow" } });
    await using first = await connect("v2 2026-07-28", args, { person, environment });
    match((await first.js(look)).text, /Press me/);
    const [entry] = JSON.parse(await Deno.readTextFile(environment.CUA_APPROVALS_FILE)).always_allowed;
    equal(entry.app_id, "fixture-gtk3");
    match(entry.executable, /^\/usr\/bin\/python3/);
    await using second = await connect("v1 2025-11-25", args, { environment });
    match((await second.js(look)).text, /Press me/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Waits until the session of a server asks for an application, then answers through its socket. */
async function answerNext(pid: number, app: string, verb: "approve" | "deny"): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const session = (await runningSessions()).find(({ status }) => status.pid === pid);
    if (session && session.status.waiting > 0) {
      const { answered } = await callSession(session.path, verb, { app }) as { answered: number };
      if (answered > 0) return;
    }
    // The question comes up in another process: asking again is what its owner would do.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nobody asked for ${app}`);
}
