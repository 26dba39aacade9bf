/**
 * What an action costs until the model has its result: ours and cua-driver's on the same windows of one private desktop,
 * in turns. The application's own log says whether each one arrived.
 * @module
 */
import { openDesktop } from "../src/desktop/desktop.ts";
import { delay } from "../src/engine/time.ts";
import { print } from "../src/terminal.ts";
import { type Actor, ourActor, type Part, peerActor } from "./support/actors.ts";
import { type Application, startForm } from "./support/applications.ts";
import { type Engine, PEER, type Peer, startEngine, startPeer } from "./support/looker.ts";
import { findChromium, startPage } from "./support/page.ts";
import { all, renderTable, type Row, type Target, timesLess, verdict } from "./support/table.ts";
import { type Measured, takeTurns, type Way } from "./support/turns.ts";

const RUNS = 25;
/** How long the log may take, ms; the time does not count. */
const LOG_MS = 2_000;
const PROBE_MS = 10;
const PAGE_ELEMENTS = 600;
/** Eleven characters. */
const TEXT = "hello world";

/** Both, and the application that they act on. */
interface Match {
  readonly ours: Actor;
  readonly theirs: Actor;
  readonly application: Application;
}

/** Whether an action arrived: looked up in the log, after it was measured. */
interface Arrival {
  landed: boolean;
}

/** One kind of action. */
interface Deed {
  readonly measure: string;
  readonly target: Target;
  /** Done before each run, whoever acts. */
  readonly prepare?: () => Promise<void>;
  readonly act: (actor: Actor) => Promise<void>;
  /** Whether the new lines of the log say that it was done as it should, and once. */
  readonly hasArrived: (lines: readonly string[]) => boolean;
}

/** See the module. */
export async function run(): Promise<void> {
  await using desktop = await openDesktop({ label: "bench", home: "private" });
  print(`What an action costs, beside npm ${PEER}: the call and the state after it. Times are medians.\n`);
  print(`Load average ${Deno.loadavg()[0]?.toFixed(1)}: times mean most on a machine that does nothing else.\n\n`);
  await using engine = await startEngine(desktop);
  await using peer = await startPeer(desktop);
  const rows = await inForm(await startForm(desktop, ["--widgets", "20"]), engine, peer);
  const program = findChromium();
  if (program === null) print("Chromium: left out, it is not installed\n\n");
  else rows.push(...await inPage(await startPage(desktop, program, PAGE_ELEMENTS, engine), engine, peer));
  const verdicts = rows.filter(({ target }) => target !== undefined).map(verdict);
  print(`${verdicts.filter((word) => word === "ok").length} of ${verdicts.length} targets are met.\n`);
}

async function inForm(form: Application, engine: Engine, peer: Peer): Promise<Row[]> {
  await using application = form;
  const both = (part: Part): Match => ({
    ours: ourActor(engine, application.target, part),
    theirs: peerActor(peer, application.target, part),
    application,
  });
  const [button, field] = [{ role: "button", name: "Button number 3" }, { role: "textbox", name: "Field number 1" }];
  const typing = { prepare: focusing(engine, application, field), hasArrived: isTyped(field.name) };
  const rows = [
    ...await compare(both(button), clicking(button, timesLess(2))),
    ...await compare(both(field), {
      ...typing,
      measure: `typing ${TEXT.length} characters`,
      target: timesLess(2),
      act: (actor) => actor.type(TEXT, false),
    }),
    ...await compare(both(field), {
      ...typing,
      measure: "typing, and the state after it",
      target: timesLess(2),
      act: (actor) => actor.type(TEXT, true),
    }),
  ];
  print(`${renderTable("GTK 3, 20 elements", rows)}\n`);
  return rows;
}

async function inPage(page: Application, engine: Engine, peer: Peer): Promise<Row[]> {
  await using application = page;
  const part = { role: "button", name: "Button 50" };
  const { target } = application;
  const match = { ours: ourActor(engine, target, part), theirs: peerActor(peer, target, part), application };
  const rows = await compare(match, clicking(part, timesLess(5)));
  print(`${renderTable(`Chromium, page of ${PAGE_ELEMENTS} elements, all in view`, rows)}\n`);
  return rows;
}

function clicking({ name }: Part, target: Target): Deed {
  return {
    measure: "element click, and the state after it",
    target,
    act: (actor) => actor.click(),
    hasArrived: (lines) => lines.length === 1 && lines[0] === `clicked ${name}`,
  };
}

/** Typing goes to the field that has the focus: clicking it first is not measured. */
function focusing(engine: Engine, { target }: Application, field: Part): () => Promise<void> {
  return async () => {
    const element = await engine.find(target, field.role, field.name);
    await engine.act(target, [{ type: "set_value", element, value: "" }, { type: "click", element }], false);
  };
}

function isTyped(field: string): Deed["hasArrived"] {
  return (lines) => lines.at(-1) === `${field} = ${TEXT}`;
}

async function compare({ ours, theirs, application }: Match, deed: Deed): Promise<Row[]> {
  const ways = [wayOf(ours, application, deed), wayOf(theirs, application, deed)] as const;
  const [our, their] = await takeTurns<[Arrival, Arrival]>(ways, application.pids, RUNS);
  return [
    {
      measure: deed.measure,
      unit: "ms",
      ours: our.ms,
      other: { name: "cua-driver", value: their.ms },
      target: deed.target,
      cpuMs: [our.cpuMs, their.cpuMs],
      runs: our.runs,
    },
    { ...arrivals("arrived", our), target: all },
    arrivals("cua-driver's that arrived", their),
  ];
}

function wayOf(actor: Actor, application: Application, { prepare, act, hasArrived }: Deed): Way<Arrival> {
  let before = 0;
  let arrival: Arrival = { landed: false };
  return {
    async prepare() {
      await prepare?.();
      await actor.aim();
      before = application.log().length;
    },
    async run() {
      await act(actor);
      return arrival = { landed: false };
    },
    async finish() {
      const lines = () => application.log().slice(before);
      for (const end = performance.now() + LOG_MS; !hasArrived(lines()) && performance.now() < end;) {
        await delay(PROBE_MS);
      }
      arrival.landed = hasArrived(lines());
    },
  };
}

function arrivals(measure: string, { values, runs }: Measured<Arrival>): Row {
  const ours = values.filter(({ landed }) => landed).length;
  return { measure, unit: "", ours, other: { name: "sent", value: runs } };
}

if (import.meta.main) await run();
