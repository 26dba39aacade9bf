/**
 * Arguments without which applications made of Chromium (browsers, Electron) can't be read, or don't start. Other
 * toolkits are told by the desktop's environment.
 * @module
 */
import { baseName } from "./exec_line.ts";

/** Shows pages to the accessibility bus; without it they come only once somebody asked, and late. */
const ACCESSIBILITY = "--force-renderer-accessibility";
/** Chromium refuses to run as root with its sandbox. */
const NO_SANDBOX = "--no-sandbox";
/** Starters of browsers: scripts that lie somewhere else than the browser. */
const starters = new Set(
  `brave brave-browser chrome chromium chromium-browser chromium-freeworld google-chrome google-chrome-beta
   google-chrome-stable google-chrome-unstable microsoft-edge microsoft-edge-stable opera ungoogled-chromium vivaldi
   vivaldi-stable`.split(/\s+/),
);
/** A file that lies beside every program made of Chromium. */
const RESOURCES = "chrome_100_percent.pak";

/** What is known of a program that is about to be started. */
export interface Program {
  /** Its path as it was named, and its real path. */
  readonly paths: readonly string[];
  /** Its arguments. */
  readonly args: readonly string[];
  /** User that it will run as. */
  readonly uid: number;
  /** Whether a file exists. */
  exists(path: string): boolean;
}

/** Arguments with what Chromium needs before them, and what the caller has to be told. */
export interface ChromiumArguments {
  /** Its arguments. */
  readonly args: readonly string[];
  /** What was taken from it. */
  readonly warnings: readonly string[];
}

/** Adds what a program made of Chromium needs; leaves others alone. */
export function chromiumArguments(program: Program): ChromiumArguments {
  const { args, uid } = program;
  if (!isChromium(program)) return { args, warnings: [] };
  const wanted = uid === 0 ? [ACCESSIBILITY, NO_SANDBOX] : [ACCESSIBILITY];
  const added = wanted.filter((argument) => !args.includes(argument));
  const warnings = added.includes(NO_SANDBOX)
    ? [`started with ${NO_SANDBOX}, because Chromium does not run as root with its sandbox: open trusted pages only`]
    : [];
  return { args: [...added, ...args], warnings };
}

function isChromium({ paths, exists }: Program): boolean {
  if (paths.some((path) => starters.has(baseName(path)))) return true;
  // Starters of Electron applications often lie in a folder below.
  const folders = paths.map((path) => path.slice(0, path.lastIndexOf("/")));
  return folders.flatMap((folder) => [folder, `${folder}/..`]).some((folder) => exists(`${folder}/${RESOURCES}`));
}
