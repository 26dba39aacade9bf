/**
 * The environment of every program in a private desktop: its display and buses, each toolkit's accessibility,
 * and nothing that leads back to the owner's own desktop.
 * @module
 */

/** The variable that marks every process of a desktop; its value is the desktop's UUID. */
export const MARKER_VARIABLE = "LINUX_CUA_DESKTOP";

/** What a desktop gives to its programs. */
export interface DesktopValues {
  /** X display, such as `:100`. */
  readonly display: string;
  /** The desktop's UUID. */
  readonly uuid: string;
  /** The desktop's folder, absolute. */
  readonly directory: string;
  /** Address of the session bus. */
  readonly sessionBus: string;
  /** Device pixels per logical pixel, 1 to 4. */
  readonly scale: number;
  /** Whether programs have a home of their own. */
  readonly home: "private" | "shared";
}

/** What a shell keeps for itself. */
const shellState = ["OLDPWD", "PWD", "SHLVL", "_"];
/** Variables that lead to the owner's desktop, session, keyrings or input methods, or would switch accessibility off. */
const removed = new Set([
  ...["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "SESSION_MANAGER", "WINDOWID", "DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"],
  ...["SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "GPG_TTY", "KRB5CCNAME", "INVOCATION_ID", "JOURNAL_STREAM"],
  ...["DBUS_SESSION_BUS_PID", "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE", "AT_SPI_BUS_ADDRESS", "NO_AT_BRIDGE"],
  ...[
    "GTK_MODULES",
    "GTK_PATH",
    "GTK_DEBUG",
    "GDK_DPI_SCALE",
    "GIO_EXTRA_MODULES",
    "PULSE_SERVER",
    "PULSE_RUNTIME_PATH",
  ],
  ...["QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI"],
  ...["QT_AUTO_SCREEN_SCALE_FACTOR", "QT_DEVICE_PIXEL_RATIO", "DESKTOP_SESSION", "DESKTOP_AUTOSTART_ID"],
  ...["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "IBUS_ADDRESS", "XDG_CURRENT_DESKTOP", "MOZ_ENABLE_WAYLAND"],
  ...shellState,
]);
/** The same by how a name begins. */
const removedPrefixes = [
  "CUA_",
  "DENO_",
  "NPM_",
  "npm_",
  "XDG_SESSION_",
  "XDG_SEAT",
  "XDG_VTNR",
  "GNOME_",
  "KDE_",
  "VSCODE_",
  "PIPEWIRE_",
];
/** Names of secrets: what a model reads on screen must not come from its host's environment. */
const secretName = /(^|_)(API_?KEY|ACCESS_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(_|$)/i;

/** Toolkits: drawn with the CPU, on X11, with accessibility on, without services that the desktop does not have. */
const toolkits: Readonly<Record<string, string>> = {
  XDG_SESSION_TYPE: "x11",
  GDK_BACKEND: "x11",
  GTK_A11Y: "atspi",
  GSK_RENDERER: "cairo",
  GTK_USE_PORTAL: "0",
  // GTK 2 has its accessibility in modules; the others know that, and leave them alone.
  GTK_MODULES: "gail:atk-bridge",
  GIO_USE_VFS: "local",
  QT_QPA_PLATFORM: "xcb",
  QT_ACCESSIBILITY: "1",
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "1",
  // Firefox and Chromium read these instead of asking the bus.
  GNOME_ACCESSIBILITY: "1",
  ACCESSIBILITY_ENABLED: "1",
  SAL_USE_VCLPLUGIN: "gtk3",
  SDL_VIDEODRIVER: "x11",
  ELECTRON_OZONE_PLATFORM_HINT: "x11",
  LIBGL_ALWAYS_SOFTWARE: "1",
  // The owner's input method would take keys away; these compose locally.
  GTK_IM_MODULE: "gtk-im-context-simple",
  QT_IM_MODULE: "compose",
  XMODIFIERS: "@im=none",
};

/**
 * The environment of a desktop's programs.
 *
 * @param base The environment that the desktop was started from.
 * @param values What the desktop gives.
 */
export function desktopEnvironment(
  base: Readonly<Record<string, string>>,
  values: DesktopValues,
): Record<string, string> {
  const kept = Object.entries(base).filter(([name]) => !isRemoved(name));
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    ...Object.fromEntries(kept),
    ...locale(base),
    ...toolkits,
    ...scaling(values.scale),
    ...homes(values),
    ...addresses(values),
  };
}

/** Variables of `base` that lead away from a desktop, in alphabetical order: a person's shell must unset them. */
export function removedVariables(
  base: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
): string[] {
  const isTheirs = (name: string) => shellState.includes(name) || secretName.test(name);
  return Object.keys(base).filter((name) => isRemoved(name) && !(name in environment) && !isTheirs(name)).sort();
}

function isRemoved(name: string): boolean {
  return removed.has(name) || secretName.test(name) || removedPrefixes.some((prefix) => name.startsWith(prefix)) ||
    name === "LC_ALL" || name === "LC_CTYPE";
}

/** A UTF-8 locale, or typed text and file names lose what is not ASCII. */
function locale(base: Readonly<Record<string, string>>): Record<string, string> {
  const isUtf8 = (value: string | undefined) => value !== undefined && /utf-?8/i.test(value);
  const kept = ["LC_ALL", "LC_CTYPE"].filter((name) => isUtf8(base[name])).map((name) => [name, base[name]!] as const);
  return { LANG: isUtf8(base.LANG) ? base.LANG! : "C.UTF-8", ...Object.fromEntries(kept) };
}

/** GTK takes whole factors; the rest goes into its font size. */
function scaling(scale: number): Record<string, string> {
  const whole = Math.max(1, Math.floor(scale));
  const fraction = scale === whole ? {} : { GDK_DPI_SCALE: String(scale / whole) };
  return { GDK_SCALE: String(whole), ...fraction, QT_SCALE_FACTOR: String(scale), XCURSOR_SIZE: String(24 * whole) };
}

/** Settings go to memory when the home is the owner's, so that nothing of the owner's is changed. */
function homes(values: DesktopValues): Record<string, string> {
  if (values.home === "shared") return { GSETTINGS_BACKEND: "memory" };
  const home = homeDirectory(values.directory);
  return {
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_STATE_HOME: `${home}/.local/state`,
  };
}

/**
 * Programs ask the session bus for the accessibility bus: Qt 6.4 registers nowhere when `AT_SPI_BUS_ADDRESS` is set.
 */
function addresses(values: DesktopValues): Record<string, string> {
  return {
    DISPLAY: values.display,
    XAUTHORITY: authorityFile(values.directory),
    XDG_RUNTIME_DIR: runDirectory(values.directory),
    // Single-instance sockets live here; in the owner's folder they would hand a document to the owner's program.
    TMPDIR: temporaryDirectory(values.directory),
    DBUS_SESSION_BUS_ADDRESS: values.sessionBus,
    [MARKER_VARIABLE]: values.uuid,
  };
}

/** The X authority file of a desktop. */
export function authorityFile(directory: string): string {
  return `${directory}/Xauthority`;
}

/** `XDG_RUNTIME_DIR` of a desktop's programs. */
export function runDirectory(directory: string): string {
  return `${directory}/run`;
}

/** `TMPDIR` of a desktop's programs. */
export function temporaryDirectory(directory: string): string {
  return `${directory}/tmp`;
}

/** The home of a desktop's programs when it is private. */
export function homeDirectory(directory: string): string {
  return `${directory}/home`;
}
