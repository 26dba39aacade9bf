/**
 * A page in Chromium, as an application of a bench.
 * @module
 */
import type { OwnedDesktop } from "../../src/desktop/desktop.ts";
import { findProgram } from "../../src/desktop/packages.ts";
import type { Application } from "./applications.ts";
import { familyOf } from "./cpu.ts";
import { endsWithin, signal } from "./ending.ts";
import type { Engine, LookTarget } from "./looker.ts";
import { PageServer } from "./page_server.ts";

const START_MS = 30_000;
const END_MS = 3_000;
const INTERVAL_MS = 50;
/** As `bench/fixtures/page.html` has it. */
const TITLE = "Bench page";
const PER_SECTION = 6;

/** Chromium's path; null when it is not installed. */
export function findChromium(): string | null {
  return findProgram("chromium") ?? findProgram("chromium-browser");
}

/**
 * Opens a page.
 *
 * @param program Chromium's path.
 * @param elements How many elements the page has; a multiple of six.
 * @param engine Tells which window it has, and when its tree is there.
 */
export async function startPage(
  desktop: OwnedDesktop,
  program: string,
  elements: number,
  engine: Engine,
): Promise<Application> {
  const server = new PageServer();
  const browser = launch(desktop, program, `${server.address}?elements=${elements}`);
  const end = async () => {
    signal(browser, "SIGTERM");
    await endsWithin(browser, END_MS);
    await server[Symbol.asyncDispose]();
  };
  try {
    await server.opened(START_MS);
    const strings = stringsOf(elements);
    const target = await until(() => windowWithTree(engine, browser.pid, strings[0] ?? ""));
    const pids = familyOf(browser.pid);
    return { target, pids, strings, change: () => server.change(), log: () => server.log, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function launch(desktop: OwnedDesktop, program: string, address: string): Deno.ChildProcess {
  const profile = `${desktop.state.directory}/chromium`;
  const args = ["--force-renderer-accessibility", "--no-first-run", "--no-default-browser-check", "--disable-sync"];
  // All of the page is in view; the test type shows no bar above it.
  args.push("--window-position=0,0", "--window-size=1280,800", "--test-type");
  // Its sandbox refuses to run as root.
  if (Deno.uid() === 0) args.push("--no-sandbox");
  return new Deno.Command(program, {
    args: [...args, "--disable-background-networking", "--password-store=basic", `--user-data-dir=${profile}`, address],
    env: desktop.state.environment,
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** What each section of the page shows. */
function stringsOf(elements: number): string[] {
  const kinds = ["Section", "Paragraph", "Link", "Button", "Check", "Field", "Text"];
  return Array.from({ length: elements / PER_SECTION }, (_, n) => kinds.map((kind) => `${kind} ${n}`)).flat();
}

/** The browser's window, as soon as its tree has the page; the launcher may have started the browser as a child. */
async function windowWithTree(engine: Engine, pid: number, text: string): Promise<LookTarget | undefined> {
  const windows = await engine.windows();
  const window = windows.find((one) => one.title.startsWith(TITLE) && familyOf(pid).includes(one.pid ?? NaN));
  if (!window) return undefined;
  const target = { pid: window.pid ?? pid, window: window.window_id };
  return (await engine.observe(target)).text.includes(text) ? target : undefined;
}

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  throw new Error(`Chromium showed no page "${TITLE}" within ${START_MS} ms`);
}
