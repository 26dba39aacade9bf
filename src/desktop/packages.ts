/**
 * System programs that private desktops start: where they are, and which package holds each on Debian, Fedora, Arch.
 * @module
 */
import { OperationError } from "../contract/errors.ts";

/** Families of distributions whose package names are known. */
export type Distribution = "debian" | "fedora" | "arch";

/** A package by distribution. */
export type PackageNames = Readonly<Record<Distribution, string>>;

/** The names of a package on Debian, Fedora and Arch; the first where the others are left out. */
export function packageNames(debian: string, fedora = debian, arch = fedora): PackageNames {
  return { debian, fedora, arch };
}

/** Programs that private desktops start. */
export const programs = {
  Xvfb: packageNames("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"),
  Xvnc: packageNames("tigervnc-standalone-server", "tigervnc-server-minimal", "tigervnc"),
  openbox: packageNames("openbox"),
  "dbus-daemon": packageNames("dbus", "dbus-daemon", "dbus"),
  "dbus-send": packageNames("dbus", "dbus-tools", "dbus"),
  "at-spi-bus-launcher": packageNames("at-spi2-core"),
  setpriv: packageNames("util-linux"),
  ipcrm: packageNames("util-linux"),
  awk: packageNames("mawk", "gawk"),
  uname: packageNames("coreutils"),
} as const satisfies Record<string, PackageNames>;

/** A program that private desktops start. */
export type ProgramName = keyof typeof programs;

/** Folders of helper programs that are not on `PATH`; they differ by distribution. */
const helperFolders = ["/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib", "/usr/libexec/at-spi2-core"];
const defaultPath = "/usr/local/bin:/usr/bin:/bin";

/** Finds a program: a path as it is, a name on `PATH` and in the folders of helper programs; null when it is nowhere. */
export function findProgram(name: string, path = Deno.env.get("PATH") ?? defaultPath): string | null {
  if (name.includes("/")) return isExecutable(name) ? name : null;
  const folders = [...path.split(":").filter((folder) => folder.startsWith("/")), ...helperFolders];
  return folders.map((folder) => `${folder}/${name}`).find(isExecutable) ?? null;
}

/**
 * The path of a program that a desktop needs.
 *
 * @throws {OperationError} `desktop_unavailable`, naming the program and its package.
 */
export function requireProgram(name: ProgramName): string {
  const path = findProgram(name);
  if (path !== null) return path;
  const { debian, fedora, arch } = programs[name];
  const remedy = `install the package ${debian} (Debian, Ubuntu), ${fedora} (Fedora) or ${arch} (Arch)`;
  throw new OperationError("desktop_unavailable", `The program "${name}" is not installed; ${remedy}`, {
    details: { program: name, packages: programs[name] },
  });
}

function isExecutable(path: string): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && ((info.mode ?? 0) & 0o111) !== 0;
  } catch {
    return false; // Whatever keeps us from looking at it keeps us from starting it.
  }
}
