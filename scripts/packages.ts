/**
 * The system packages of each tier, and how to see that one is there without asking a package manager.
 * @module
 */
import { findProgram, type PackageNames, packageNames, type ProgramName, programs } from "../src/desktop/packages.ts";

/** What a task needs: `demo` runs the product, `test` adds fixtures and oracles, `all` adds whole applications. */
export type Tier = "demo" | "test" | "all";

/** A package, and what shows that it is there. */
export interface SystemPackage {
  /** Its names. */
  readonly names: PackageNames;
  /** Whether what it holds is there. Left out: the package manager is asked. */
  readonly isThere?: () => boolean;
}

const product = Object.keys(programs).filter((name) => name !== "Xvnc") as ProgramName[];

/** The packages that each tier adds to the ones before it. */
export const additions: Readonly<Record<Tier, readonly SystemPackage[]>> = {
  demo: [
    ...product.map((name) => ({ names: programs[name], isThere: () => findProgram(name) !== null })),
    library("libX11.so.6", "libx11-6", "libX11", "libx11"),
    library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11"),
    library("libxcb.so.1", "libxcb1", "libxcb", "libxcb"),
    library("libXext.so.6", "libxext6", "libXext", "libxext"),
    library("libXcomposite.so.1", "libxcomposite1", "libXcomposite", "libxcomposite"),
    library("libXdamage.so.1", "libxdamage1", "libXdamage", "libxdamage"),
    library("libXfixes.so.3", "libxfixes3", "libXfixes", "libxfixes"),
    library("libXi.so.6", "libxi6", "libXi", "libxi"),
    library("libXRes.so.1", "libxres1", "libXres", "libxres"),
    library("libXtst.so.6", "libxtst6", "libXtst", "libxtst"),
    // Without it a screen counts as one monitor.
    library("libXrandr.so.2", "libxrandr2", "libXrandr", "libxrandr"),
    program("mousepad", "mousepad"),
    // Without its loader GTK draws no symbolic icons, in file choosers above all.
    { names: packageNames("librsvg2-common", "librsvg2", "librsvg") },
    // 19 MB for Latin, Greek, CJK and emoji; Noto's CJK fonts alone have 91 MB.
    { names: packageNames("fonts-dejavu-core", "dejavu-sans-fonts", "ttf-dejavu") },
    { names: packageNames("fonts-wqy-microhei", "wqy-microhei-fonts", "wqy-microhei") },
    { names: packageNames("fonts-noto-color-emoji", "google-noto-color-emoji-fonts", "noto-fonts-emoji") },
  ],
  test: [
    program("git", "git"),
    program("Xvnc", "tigervnc-standalone-server", "tigervnc-server-minimal", "tigervnc"),
    { names: packageNames("python3-gi", "python3-gobject", "python-gobject") },
    { names: packageNames("gir1.2-gtk-3.0", "gtk3") },
    { names: packageNames("gir1.2-gtk-4.0", "gtk4") },
    { names: packageNames("python3-pyqt5", "python3-qt5", "python-pyqt5") },
    { names: packageNames("python3-pyqt6", "python3-pyqt6", "python-pyqt6") },
    { names: packageNames("python3-tk", "python3-tkinter", "tk") },
    library("libXaw.so.7", "libxaw7", "libXaw", "libxaw"),
    library("libXt.so.6", "libxt6", "libXt", "libxt"),
    program("xprop", "x11-utils", "xprop", "xorg-xprop"),
    program("xdpyinfo", "x11-utils", "xdpyinfo", "xorg-xdpyinfo"),
    program("xsetroot", "x11-xserver-utils", "xsetroot", "xorg-xsetroot"),
    program("xrandr", "x11-xserver-utils", "xrandr", "xorg-xrandr"),
  ],
  // Whole applications: each comes with the first test that drives it.
  all: [
    program("chromium", "chromium"),
    program("thunar", "thunar"),
    program("gnome-calculator", "gnome-calculator"),
    program("gnome-text-editor", "gnome-text-editor"),
    program("kcalc", "kcalc"),
    program("drawing", "drawing"),
    program("gimp", "gimp"),
    // Without it GIMP, which is of GTK 2, has no tree.
    { names: packageNames("libatk-adaptor", "at-spi2-atk", "at-spi2-core") },
    { names: packageNames("libreoffice-calc", "libreoffice-calc", "libreoffice-fresh") },
    { names: packageNames("libreoffice-writer", "libreoffice-writer", "libreoffice-fresh") },
    // Without it LibreOffice draws with plain X11 and has no tree.
    { names: packageNames("libreoffice-gtk3", "libreoffice-gtk3", "libreoffice-fresh") },
    { names: packageNames("python3-uno", "libreoffice-pyuno", "libreoffice-fresh") },
  ],
};

/** The packages of a tier and of those below it. */
export function packagesOf(tier: Tier): readonly SystemPackage[] {
  const order: readonly Tier[] = ["demo", "test", "all"];
  return order.slice(0, order.indexOf(tier) + 1).flatMap((name) => additions[name]);
}

function program(name: string, ...names: [string, string?, string?]): SystemPackage {
  return { names: packageNames(...names), isThere: () => findProgram(name) !== null };
}

function library(soname: string, ...names: [string, string, string]): SystemPackage {
  return {
    names: packageNames(...names),
    isThere: () => libraryFolders().some((folder) => exists(`${folder}/${soname}`)),
  };
}

function libraryFolders(): string[] {
  const machine = `${Deno.build.arch}-linux-gnu`;
  return [`/usr/lib/${machine}`, `/lib/${machine}`, "/usr/lib64", "/usr/lib"];
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
