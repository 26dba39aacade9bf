/**
 * Package managers: which packages are missing, and the commands that install them.
 * @module
 */
import type { Distribution } from "../src/desktop/packages.ts";

/** A package manager. */
export interface PackageManager {
  /** Asks which of these packages are installed: a command that prints them, one a line, and may fail. */
  readonly query: (names: readonly string[]) => readonly string[];
  /** Whether a line of the query's output says that this package is installed. */
  readonly says: (line: string, name: string) => boolean;
  /** Renews the lists of packages. */
  readonly update: readonly string[];
  /** Installs packages. */
  readonly install: (names: readonly string[]) => readonly string[];
}

/** The package managers by distribution. */
export const packageManagers: Readonly<Record<Distribution, PackageManager>> = {
  debian: {
    query: (names) => ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n", ...names],
    says: (line, name) => line === `${name} installed`,
    update: ["apt-get", "update"],
    install: (names) => ["apt-get", "install", "-y", "--no-install-recommends", ...names],
  },
  fedora: {
    query: (names) => ["rpm", "--query", "--queryformat", "%{NAME}\n", ...names],
    says: (line, name) => line === name,
    update: ["dnf", "makecache"],
    install: (names) => ["dnf", "install", "-y", "--setopt=install_weak_deps=False", ...names],
  },
  arch: {
    query: (names) => ["pacman", "--query", ...names],
    says: (line, name) => line.startsWith(`${name} `),
    update: ["pacman", "--sync", "--refresh"],
    install: (names) => ["pacman", "--sync", "--needed", "--noconfirm", ...names],
  },
};

/** The distribution's family by `/etc/os-release`; null when it is none that we know. */
export function distributionOf(osRelease: string): Distribution | null {
  const words = ["ID", "ID_LIKE"].flatMap((key) => {
    const value = osRelease.match(new RegExp(`^${key}=(.*)$`, "m"))?.[1] ?? "";
    return value.replaceAll(/["']/g, "").split(" ");
  });
  if (words.some((word) => word === "debian" || word === "ubuntu")) return "debian";
  if (words.some((word) => word === "fedora" || word === "rhel")) return "fedora";
  return words.includes("arch") ? "arch" : null;
}
