/**
 * Who may import whom, as data. The architecture test holds the code to it.
 * @module
 */

/** A part of the program and what it may import. */
export interface Unit {
  /** Paths that belong to it: a folder ending with a slash, or a file. The longest match decides. */
  readonly path: string;
  /** Paths that it may import besides its own: folders ending with a slash, or files. */
  readonly imports: readonly string[];
  /** npm packages that it may import, by their names in `deno.json`. */
  readonly packages: readonly string[];
  /** Paths that it may load by `import()` only, so that a process never holds another role's modules. */
  readonly loads?: readonly string[];
}

/** Files that everybody may import. */
export const common: readonly string[] = ["src/roles.ts", "src/terminal.ts", "src/version.ts"];

const contract = "src/contract/";
const policy = "src/policy/";
const ffi = "src/ffi/";
const engine = "src/engine/";

/** Small files that every part of the engine may use; they use nothing of it themselves. */
const leaf = (name: string): Unit => ({ path: `${engine}${name}`, imports: [policy, contract], packages: [] });
const leaves = ["settings.ts", "ids.ts", "time.ts", "base64.ts", "escape.ts", "presence.ts"].map(leaf);
const engineCommon = leaves.map((unit) => unit.path);

/** Leaves of the engine: a display and a tree, each by itself. */
const x11: Unit = { path: `${engine}x11/`, imports: [ffi, contract, ...engineCommon], packages: [] };
const atspi: Unit = { path: `${engine}atspi/`, imports: [ffi, policy, contract, ...engineCommon], packages: [] };
const connection: Unit = {
  path: `${engine}connection.ts`,
  imports: [x11.path, atspi.path, ffi, policy, contract, ...engineCommon],
  packages: [],
};
const world: Unit = {
  path: `${engine}world/`,
  imports: [connection.path, x11.path, atspi.path, ffi, policy, contract, ...engineCommon],
  packages: [],
};
const settle: Unit = {
  path: `${engine}settle/`,
  imports: [world.path, ...world.imports],
  packages: [],
};
/** The clipboard, over a connection of its own. */
const clipboard: Unit = { path: `${engine}clipboard/`, imports: [world.path, ...world.imports], packages: [] };
/** What one engine remembers: its connections, and the stores that observing keeps. */
const context: Unit = {
  path: `${engine}context.ts`,
  imports: [`${engine}observe/`, clipboard.path, connection.path, ...connection.imports],
  packages: [],
};
/** Errors of all layers below, in the contract's words. */
const explain: Unit = {
  path: `${engine}explain.ts`,
  imports: [x11.path, atspi.path, ffi, contract, ...engineCommon],
  packages: [],
};
const belowHandlers = [
  ...[context.path, explain.path, clipboard.path, settle.path, `${engine}settle.ts`],
  ...settle.imports,
];
const observe: Unit = { path: `${engine}observe/`, imports: belowHandlers, packages: [] };
/** A picture hides what a look found to be secret. */
const capture: Unit = { path: `${engine}capture/`, imports: [observe.path, ...belowHandlers], packages: [] };
const act: Unit = { path: `${engine}act/`, imports: [observe.path, capture.path, ...belowHandlers], packages: [] };

/** Every part. What stands nowhere here is refused. */
export const units: readonly Unit[] = [
  {
    path: "main.ts",
    imports: [],
    packages: [],
    loads: ["src/surfaces/", "src/sandbox/main.ts", "src/desktop/", "src/session/cli.ts", "src/contract/cli.ts"],
  },
  { path: "install.ts", imports: ["scripts/packages.ts", "scripts/package_managers.ts", "src/desktop/"], packages: [] },
  { path: "src/roles.ts", imports: [], packages: [] },
  { path: "src/terminal.ts", imports: [], packages: [] },
  { path: "src/version.ts", imports: [], packages: [] },
  { path: contract, imports: [], packages: ["zod"] },
  { path: policy, imports: [contract], packages: ["zod", "yaml"] },
  { path: ffi, imports: [contract], packages: [] },
  { path: engine, imports: [engine, ffi, policy, contract], packages: ["zod"] },
  ...leaves,
  connection,
  context,
  explain,
  x11,
  atspi,
  world,
  clipboard,
  settle,
  { ...settle, path: `${engine}settle.ts` },
  observe,
  capture,
  act,
  { path: "src/client/", imports: [contract], packages: ["zod"] },
  {
    path: "src/sandbox/",
    imports: ["src/ffi/libc.ts", "src/ffi/libc_confine.ts", contract],
    packages: ["quickjs-emscripten-core", "@jitl/quickjs-singlefile-mjs-release-sync", "acorn", "zod"],
  },
  { path: "src/desktop/", imports: [policy, contract], packages: ["zod"] },
  {
    path: "src/session/",
    imports: ["src/client/", "src/sandbox/", policy, "src/desktop/", contract],
    packages: ["zod"],
  },
  { path: "src/surfaces/ndjson/", imports: [engine, contract], packages: ["zod"] },
  {
    path: "src/surfaces/mcp/",
    imports: ["src/session/", "src/desktop/", policy, contract],
    packages: ["@modelcontextprotocol/server", "zod"],
  },
  { path: "src/surfaces/providers/", imports: ["src/session/", contract], packages: ["zod"] },
  { path: "src/surfaces/view/", imports: ["src/session/", contract], packages: ["zod"] },
];

/** The folder that alone may open C libraries and follow pointers. */
export const pointerFolder: string = ffi;
