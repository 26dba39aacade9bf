/**
 * Our looks at an application and cua-driver's, compared.
 * @module
 */
import type { OwnedDesktop } from "../src/desktop/desktop.ts";
import type { Application } from "./support/applications.ts";
import {
  afterChange,
  bytesOf,
  type Engine,
  holds,
  type Looker,
  type LookTarget,
  type Seen,
  seenBy,
  startEngine,
  startPeer,
} from "./support/looker.ts";
import { all, atMost, type Row, type Target } from "./support/table.ts";
import { type Measured, takeTurns, type Way } from "./support/turns.ts";

const RUNS = 25;
/** New processes for each. */
const FIRST_LOOKS = 4;
const CHANGES = 5;

/** Ways of both: ours, and cua-driver's. */
type Both = readonly [Way<Seen>, Way<Seen>];
/** What both saw. */
type BothSeen = [Seen, Seen];

/** Both, on one desktop. */
export interface Pair {
  readonly desktop: OwnedDesktop;
  readonly ours: Engine;
  readonly theirs: Looker;
  /** A window that is looked at before a first look at another one, so that no code runs for the first time. */
  readonly elsewhere: LookTarget;
}

/** Targets of looks. */
export interface LookTargets {
  /** Without a picture. */
  readonly plain: Target;
  /** With one. */
  readonly pictured?: Target;
}

/** What a time is compared with. */
export interface Compared {
  readonly name: string;
  readonly measured: Measured<unknown>;
  readonly target?: Target | undefined;
}

/** Times of looks: known or not, changed or not, with a picture or not. */
export async function lookTimes(
  pair: Pair,
  application: Application,
  targets: LookTargets,
): Promise<Row[]> {
  const { pids } = application;
  const [ours, theirs] = looks(pair, application, false);
  const changing: Both = [afterChange(application, ours.run), afterChange(application, theirs.run)];
  const known = await takeTurns<BothSeen>([ours, theirs], pids, RUNS);
  const changed = await takeTurns<BothSeen>(changing, pids, RUNS);
  const pictured = await takeTurns<BothSeen>(looks(pair, application, true), pids, RUNS);
  const first = await takeTurns<BothSeen>(firstLooks(pair, application), pids, FIRST_LOOKS, 0);
  const row = (measure: string, [ours, theirs]: [Measured<Seen>, Measured<Seen>], target: Target | undefined) =>
    timeRow(measure, ours, { name: "cua-driver", measured: theirs, target });
  return [
    row("first look", first, targets.plain),
    row("look, nothing changed", known, targets.plain),
    row("look, a text changed", changed, targets.plain),
    row("look with screenshot", pictured, targets.pictured),
  ];
}

function looks(pair: Pair, { target }: Application, screenshot: boolean): Both {
  const way = (looker: Looker): Way<Seen> => ({
    run: async () => {
      const seen = await looker.look(target, screenshot);
      if (seen.hasPicture === screenshot) return seen;
      throw new Error(`A picture was ${screenshot ? "not given" : "not asked for"}`);
    },
  });
  return [way(pair.ours), way(pair.theirs)];
}

/** Each by a process that has not seen the application before. */
function firstLooks({ desktop, elsewhere }: Pair, { target }: Application): Both {
  const first = (start: () => Promise<Looker>) => firstLook(start, elsewhere, target);
  return [first(() => startEngine(desktop)), first(() => startPeer(desktop))];
}

/** The first look at a window, by a new process that has looked at another one. */
export function firstLook(start: () => Promise<Looker>, elsewhere: LookTarget, target: LookTarget): Way<Seen> {
  let looker: Looker | undefined;
  return {
    prepare: async () => {
      looker = await start();
      await looker.look(elsewhere, false);
    },
    run: () => looker!.look(target, false),
    finish: async () => await looker?.[Symbol.asyncDispose](),
  };
}

function flawOf(seen: readonly Seen[]): Pick<Row, "flaw"> {
  const flaw = seen.find(({ flaw }) => flaw !== undefined)?.flaw;
  return flaw === undefined ? {} : { flaw };
}

/** The time of a look, and what it is compared with. A look that left something out proves nothing. */
export function timeRow(measure: string, ours: Measured<Seen>, other?: Compared): Row {
  return {
    ...flawOf(ours.values),
    measure,
    unit: "ms",
    ours: ours.ms,
    cpuMs: [ours.cpuMs, ...(other ? [other.measured.cpuMs] : [])],
    runs: ours.runs,
    ...(other ? { other: { name: other.name, value: other.measured.ms } } : {}),
    ...(other?.target ? { target: other.target } : {}),
  };
}

/** What a model is given: whole states, and changes since a look. */
export async function lookBytes(pair: Pair, application: Application): Promise<Row[]> {
  const ours = await pair.ours.look(application.target, false);
  const theirs = await pair.theirs.look(application.target, false);
  const bytes = (name: string, value: number): Row => ({
    measure: "state for the model",
    unit: "B",
    ours: ours.bytes,
    other: { name, value },
    target: atMost(0.5),
    ...flawOf([ours]),
  });
  return [
    bytes("cua-driver, text and structure", theirs.bytes),
    bytes("cua-driver, text alone", bytesOf(theirs.text)),
    { ...stringsRow(application, ours), target: all },
    { ...stringsRow(application, theirs), measure: "strings found by cua-driver" },
    ...await changeRows(pair.ours, application),
  ];
}

/** How many of the declared strings a look tells. */
export function stringsRow({ strings }: Application, { text }: Seen): Row {
  const ours = strings.filter((one) => holds(text, one)).length;
  return { measure: "strings found", unit: "", ours, other: { name: "declared", value: strings.length } };
}

/** Looks that ask for what changed since the one before. @param limit What they should take when nothing changed. */
export async function changeRows(engine: Engine, application: Application, limit?: Target): Promise<Row[]> {
  const { target, pids } = application;
  const full = seenBy(await engine.observe(target));
  let since = (await engine.observe(target)).observation_id;
  const run = async () => {
    const observation = await engine.observe(target, { since });
    since = observation.observation_id;
    return seenBy(observation);
  };
  const [changed] = await takeTurns<[Seen]>([afterChange(application, run)], pids, CHANGES);
  const [same] = await takeTurns<[Seen]>([{ run }], pids, CHANGES);
  const other = { name: "whole state", value: full.bytes };
  return [
    {
      measure: "one change since",
      unit: "B",
      ours: changed.last.bytes,
      other,
      target: atMost(0.1),
      ...flawOf([changed.last]),
    },
    { ...timeRow("look for one change since", changed) },
    { measure: "no change since", unit: "B", ours: same.last.bytes, other },
    { ...timeRow("look for no change since", same), ...(limit ? { target: limit } : {}) },
  ];
}
