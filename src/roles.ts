/**
 * The roles of the one executable: which permissions, flags and environment each process has.
 * No other file says so: a role is started through {@linkcode roleCommand} and drops what it
 * was given too much through {@linkcode enterRole}.
 * @module
 */

/** A process of the program. */
export type RoleName = "host" | "engine" | "sandbox" | "supervisor" | "command";

/** A kind of permission that Deno can take away. */
export type PermissionKind = "read" | "write" | "net" | "env" | "sys" | "run" | "ffi" | "import";

const permissionKinds: readonly PermissionKind[] = ["read", "write", "net", "env", "sys", "run", "ffi", "import"];

/** Variables that any role may be given: where things are, and the language. */
const commonVariables = ["HOME", "PATH", "TMPDIR", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_NUMERIC", "TZ"];
/** Where Deno finds cached modules when the program runs from source. */
const cacheVariables = ["DENO_DIR", "XDG_CACHE_HOME", "NO_COLOR"];
/** Deno looks for updates of itself otherwise, over the network. */
export const quietRuntime = { DENO_NO_UPDATE_CHECK: "1" } as const;
/** The program's own settings. */
const settings = [
  "CUA_DISPLAY",
  "CUA_WORKSPACE",
  "CUA_WORKSPACE_LABEL",
  "CUA_WORKSPACE_GEOMETRY",
  "CUA_ALLOW_APPS",
  "CUA_DENY_APPS",
  "CUA_APPROVALS_FILE",
  "CUA_ALLOW_ABSTRACT_BUS",
  "CUA_POINTER",
  "CUA_OVERLAY",
];
/** What says which desktop to drive, and how its applications are started. */
const desktopVariables = [
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
  "AT_SPI_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_DATA_DIRS",
  "XDG_CONFIG_DIRS",
];

/** What one role holds. */
export interface Role {
  /** What the role is for. */
  readonly purpose: string;
  /** Deno's permission flags. */
  readonly permissions: readonly string[];
  /** Kinds that are revoked once the role runs, however it was started. */
  readonly revokes: readonly PermissionKind[];
  /** Names of variables handed on; `"all"` hands on everything. */
  readonly environment: readonly string[] | "all";
  /** Flags for V8. */
  readonly v8Flags: readonly string[];
}

/** Every role. */
export const roles: Readonly<Record<RoleName, Role>> = {
  host: {
    purpose: "speaks MCP, holds the session, its approvals and its deadlines",
    // Net is for listening on the control socket and is revoked as soon as that is done.
    permissions: [
      "--allow-run",
      "--allow-read",
      "--allow-write",
      "--allow-net",
      "--deny-net=0.0.0.0/0",
      `--allow-env=${[...commonVariables, ...cacheVariables, ...settings, ...desktopVariables].join(",")}`,
    ],
    revokes: ["ffi", "sys", "import"],
    environment: [...commonVariables, ...cacheVariables, ...settings, ...desktopVariables],
    v8Flags: [],
  },
  engine: {
    purpose: "drives one display through X11 and AT-SPI",
    // Sockets of the buses have names that are only known at run time; IPv4 is shut, and nothing here opens IPv6.
    permissions: [
      "--allow-ffi",
      "--allow-run",
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-net",
      "--deny-net=0.0.0.0/0",
    ],
    revokes: ["sys", "import"],
    environment: "all",
    // A locator's regular expression runs in linear time: the flag `l`, see engine/observe/text_match.ts.
    v8Flags: ["--enable-experimental-regexp-engine"],
  },
  sandbox: {
    purpose: "parses and runs model code in QuickJS",
    // FFI lasts until seccomp is set, then nothing is left.
    permissions: ["--allow-ffi"],
    revokes: ["read", "write", "net", "env", "sys", "run", "import"],
    environment: ["HOME", ...cacheVariables],
    // Deep native recursion in WebAssembly ends in a RangeError of the guest, not in a crash.
    v8Flags: ["--stack-size=4000"],
  },
  supervisor: {
    purpose: "owns the X server, buses and window manager of one private desktop",
    permissions: ["--allow-run", "--allow-read", "--allow-write", "--allow-env", "--allow-net", "--deny-net=0.0.0.0/0"],
    revokes: ["ffi", "sys", "import"],
    environment: "all",
    v8Flags: [],
  },
  command: {
    purpose: "a command that a person types",
    permissions: ["--allow-run", "--allow-read", "--allow-write", "--allow-env", "--allow-net", "--deny-net=0.0.0.0/0"],
    revokes: ["ffi", "sys", "import"],
    environment: "all",
    v8Flags: [],
  },
};

/** A program to start: for `Deno.Command`. */
export interface RoleCommand {
  /** Absolute path of the Deno executable. */
  readonly command: string;
  /** Its arguments. */
  readonly args: string[];
}

/**
 * The command line that starts a role.
 *
 * @param name The role.
 * @param args The role's own arguments, as `main.ts` reads them.
 */
export function roleCommand(name: RoleName, args: readonly string[]): RoleCommand {
  const role = roles[name];
  const v8 = role.v8Flags.length > 0 ? [`--v8-flags=${role.v8Flags.join(",")}`] : [];
  const flags = ["run", "--quiet", "--no-prompt", "--cached-only", ...moduleFlags(), ...v8, ...role.permissions];
  return { command: Deno.execPath(), args: [...flags, programPath(), ...args] };
}

/** The variables that a role is given, taken from `source`. */
export function roleEnvironment(
  name: RoleName,
  source: (variable: string) => string | undefined = (variable) => Deno.env.get(variable),
): Record<string, string> {
  const names = roles[name].environment;
  if (names === "all") return { ...Deno.env.toObject(), ...quietRuntime };
  const pairs = names.map((variable) => [variable, source(variable)] as const);
  const given = Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
  return { ...given, ...quietRuntime };
}

/** Drops every permission that the role does not hold. Called first in each role's process. */
export function enterRole(name: RoleName): void {
  revoke(roles[name].revokes);
}

/** Drops permissions for good. What they are is asked before, since revoking a missing one is no error. */
export function revoke(kinds: readonly PermissionKind[]): void {
  for (const kind of kinds) Deno.permissions.revokeSync({ name: kind });
}

/** Drops everything: for a process that needs no more than its open handles. */
export function revokeAll(): void {
  revoke(permissionKinds);
}

/** Whether the program runs from source, not from a bundle. */
function runsFromSource(): boolean {
  return import.meta.url.endsWith("/src/roles.ts");
}

function programPath(): string {
  const url = runsFromSource() ? new URL("../main.ts", import.meta.url) : new URL("./main.js", import.meta.url);
  return decodeURIComponent(url.pathname);
}

/** From source the modules come from Deno's cache by the lock file; a bundle needs nothing. */
function moduleFlags(): string[] {
  if (!runsFromSource()) return ["--no-config", "--no-npm", "--no-remote", "--no-lock"];
  return [`--config=${decodeURIComponent(new URL("../deno.json", import.meta.url).pathname)}`, "--frozen"];
}
