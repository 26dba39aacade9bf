import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { openDesktop } from "../../../src/desktop/desktop.ts";
import { StackWatch } from "../../../src/engine/x11/stack_watch.ts";
import { readStack, type Stack } from "../../../src/engine/x11/toplevels.ts";
import { Display } from "../../../src/ffi/display.ts";
import { EventPump } from "../../../src/ffi/event_pump.ts";
import { eventMask } from "../../../src/ffi/events.ts";
import { selectInput } from "../../../src/ffi/x11_windows.ts";
import { eventually } from "../desktop/leftovers.ts";
import { XClient } from "../../support/x_client.ts";
import { startXServer } from "../../support/x_server.ts";

/** Numbers that are the same in each run. */
function* seeded(seed: number): Generator<number> {
  for (let state = seed;;) yield (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** What has been opened for a watch. */
interface Watching extends AsyncDisposable {
  readonly display: Display;
  readonly watch: StackWatch;
}

function startWatch(name: string): Watching {
  const display = Display.open(name);
  selectInput(display, display.root, eventMask.substructureNotify | eventMask.propertyChange);
  const pump = new EventPump(display);
  const watch = new StackWatch(display, pump);
  const dispose = async () => {
    watch[Symbol.dispose]();
    await pump[Symbol.asyncDispose]();
    display[Symbol.dispose]();
  };
  return { display, watch, [Symbol.asyncDispose]: dispose };
}

/** One change that a client makes, and the windows that are left. */
async function change(client: XClient, windows: number[], next: () => number): Promise<void> {
  const kind = Math.floor(next() * 8);
  const at = Math.floor(next() * windows.length);
  const window = windows[at];
  if (window === undefined || kind === 0) {
    const place = { x: Math.floor(next() * 300), y: Math.floor(next() * 300) };
    windows.push(await client.window({ ...place, override: next() < 0.5, map: next() < 0.8, title: "new" }));
  } else if (kind === 1) {
    windows.splice(at, 1);
    await client.do("destroy", window);
  } else if (kind === 2) await client.text(window, "_NET_WM_NAME", "UTF8_STRING", `title ${next()}`);
  else if (kind === 3) await client.text(window, "WM_CLASS", "STRING", `a${at}\0A${next()}\0`);
  else if (kind === 4) await client.numbers(window, "WM_TRANSIENT_FOR", "WINDOW", [windows[0]!]);
  else if (kind === 5) await client.do(next() < 0.5 ? "map" : "unmap", window);
  else if (kind === 6) await client.do("raise", window);
  else await client.do("focus", window);
}

Deno.test("StackWatch tells the windows as they are after each change, and reads nothing when there was none", async () => {
  await using server = await startXServer();
  await using client = new XClient({ DISPLAY: server.display });
  await using watching = startWatch(server.display);
  using oracle = Display.open(server.display);
  const numbers = seeded(7);
  const next = () => numbers.next().value as number;
  const windows: number[] = [];
  let kept: Stack | undefined;
  for (let step = 0; step < 300; step++) {
    await change(client, windows, next);
    const now = watching.watch.now();
    assert.deepEqual(now, readStack(oracle), `step ${step}`);
    const again = watching.watch.now();
    assert.deepEqual(again, now);
    if (watching.watch.now() === again) kept = again;
  }
  assert.equal(watching.watch.now(), kept);
});

Deno.test("StackWatch follows a window manager that comes, moves and iconifies windows, and goes", async () => {
  await using desktop = await openDesktop({ label: "stack", home: "private" });
  const { environment } = desktop.state;
  Deno.env.set("XAUTHORITY", environment.XAUTHORITY!); // libX11 looks for the cookie there.
  await using client = new XClient(environment);
  await using watching = startWatch(environment.DISPLAY!);
  using oracle = Display.open(environment.DISPLAY!);
  // The window manager can be at work between the two readings.
  const isRight = (stack: Stack) => isDeepStrictEqual(stack, readStack(oracle));
  const shows = (isSo: (stack: Stack) => boolean) =>
    eventually(
      () => isRight(watching.watch.now()) && isSo(watching.watch.now()),
      () => JSON.stringify([watching.watch.now(), readStack(oracle)]),
    );
  const windows: number[] = [];
  for (const title of ["one", "two", "three"]) {
    windows.push(await client.window({ title, wmClass: ["a", "A"], width: 200, height: 100 }));
    await shows(({ toplevels }) => toplevels.length === windows.length);
  }
  await client.do("raise", windows[0]!);
  await shows(({ toplevels }) => toplevels[0]!.window === windows[0]);
  await client.do("iconify", windows[1]!);
  await shows(({ toplevels }) => toplevels.at(-1)!.iconified);
  await client.do("destroy", windows[2]!);
  await shows(({ toplevels }) => toplevels.length === 2);
});
