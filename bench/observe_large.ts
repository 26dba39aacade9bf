/**
 * Our looks at an application of thousands of objects, compared with what it needs itself to tell them all.
 * @module
 */
import type { OwnedDesktop } from "../src/desktop/desktop.ts";
import { changeRows, firstLook, stringsRow, timeRow } from "./observe_pair.ts";
import type { Application } from "./support/applications.ts";
import { afterChange, type LookTarget, type Seen, startEngine } from "./support/looker.ts";
import { CacheReader } from "./support/own_reply.ts";
import { all, atMost, below, type Row } from "./support/table.ts";
import { takeTurns, type Way } from "./support/turns.ts";

const RUNS = 7;
const FIRST_LOOKS = 4;
const unchanged = below(15, "ms");

/** Times, strings and bytes. */
export async function largeForm(
  desktop: OwnedDesktop,
  application: Application,
  elsewhere: LookTarget,
): Promise<Row[]> {
  const { target, pids } = application;
  await using engine = await startEngine(desktop);
  using reader = await CacheReader.connect(desktop, target.pid);
  const firstLooks = firstLook(() => startEngine(desktop), elsewhere, target);
  const replies: Way<void> = { run: () => reader.read() };
  const looks: Way<Seen> = { run: () => engine.look(target, false) };
  const looksAfterChange = afterChange(application, looks.run);
  const [first, reply] = await takeTurns<[Seen, void]>([firstLooks, replies], pids, FIRST_LOOKS, 0);
  const [known] = await takeTurns<[Seen]>([looks], pids, RUNS);
  const [changed] = await takeTurns<[Seen]>([looksAfterChange], pids, RUNS);
  return [
    timeRow("first look", first, { name: "its own reply", measured: reply, target: atMost(1.4) }),
    { ...timeRow("look, nothing changed", known), target: unchanged },
    timeRow("look, a text changed", changed),
    { ...stringsRow(application, known.last), target: all },
    ...await changeRows(engine, application, unchanged),
  ];
}
