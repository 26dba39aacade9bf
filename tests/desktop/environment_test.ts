import assert from "node:assert/strict";
import { desktopEnvironment, type DesktopValues, removedVariables } from "../../src/desktop/environment.ts";

const values: DesktopValues = {
  display: ":100",
  uuid: "2b7a1c58-0000-4000-8000-000000000000",
  directory: "/run/user/1/linux-cua/desktops/2b7a1c58",
  sessionBus: "unix:path=/run/user/1/linux-cua/desktops/2b7a1c58/run/bus",
  scale: 1,
  home: "shared",
};

Deno.test("desktopEnvironment() replaces everything that leads to the owner's desktop", () => {
  const base = {
    DISPLAY: ":0",
    WAYLAND_DISPLAY: "wayland-0",
    XAUTHORITY: "/home/me/.Xauthority",
    XDG_RUNTIME_DIR: "/run/user/1",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1/bus",
    AT_SPI_BUS_ADDRESS: "unix:path=/run/user/1/at-spi/bus_0",
    SESSION_MANAGER: "local/host:@/tmp/.ICE-unix/1",
    SSH_AUTH_SOCK: "/run/user/1/ssh",
    GNOME_KEYRING_CONTROL: "/run/user/1/keyring",
    TMPDIR: "/tmp/mine",
    LINUX_CUA_DESKTOP: "another",
    CUA_DISPLAY: ":5",
  };
  const environment = desktopEnvironment(base, values);
  const text = JSON.stringify(environment);
  for (const foreign of Object.values(base)) assert.ok(!text.includes(`"${foreign}"`), foreign);
  assert.equal(environment.DISPLAY, ":100");
  assert.equal(environment.LINUX_CUA_DESKTOP, values.uuid);
  assert.equal(environment.CUA_DISPLAY, undefined);
});

Deno.test("desktopEnvironment() keeps what is the owner's own: home, path, language, time zone", () => {
  const base = { HOME: "/home/me", PATH: "/opt/bin:/usr/bin", LANG: "de_DE.UTF-8", TZ: "Europe/Berlin", EDITOR: "vi" };
  assert.deepEqual({ ...base, ...pick(desktopEnvironment(base, values), Object.keys(base)) }, base);
});

Deno.test("desktopEnvironment() hands on no secrets", () => {
  const base = {
    OPENAI_API_KEY: "a",
    GITHUB_TOKEN: "b",
    DB_PASSWORD: "c",
    AWS_SECRET_ACCESS_KEY: "d",
    TOKENIZER: "kept",
  };
  assert.deepEqual(pick(desktopEnvironment(base, values), Object.keys(base)), { TOKENIZER: "kept" });
});

Deno.test("desktopEnvironment() switches accessibility on in every toolkit", () => {
  const environment = desktopEnvironment({ NO_AT_BRIDGE: "1", GTK_A11Y: "none", GTK_MODULES: "x" }, values);
  assert.equal(environment.NO_AT_BRIDGE, undefined);
  assert.equal(environment.GTK_MODULES, "gail:atk-bridge");
  assert.equal(environment.GTK_A11Y, "atspi");
  assert.equal(environment.GSK_RENDERER, "cairo");
  assert.equal(environment.QT_LINUX_ACCESSIBILITY_ALWAYS_ON, "1");
  assert.equal(environment.SAL_USE_VCLPLUGIN, "gtk3");
});

for (
  const [name, base, expected] of [
    ["nothing is set", {}, { LANG: "C.UTF-8" }],
    ["LANG is not UTF-8", { LANG: "C" }, { LANG: "C.UTF-8" }],
    ["LC_ALL is not UTF-8", { LC_ALL: "POSIX", LANG: "fr_FR.utf8" }, { LANG: "fr_FR.utf8" }],
    ["LC_ALL is UTF-8", { LC_ALL: "en_US.UTF-8" }, { LANG: "C.UTF-8", LC_ALL: "en_US.UTF-8" }],
  ] as const
) {
  Deno.test(`desktopEnvironment() gives a UTF-8 locale when ${name}`, () => {
    assert.deepEqual(pick(desktopEnvironment(base, values), ["LANG", "LC_ALL", "LC_CTYPE"]), expected);
  });
}

Deno.test("desktopEnvironment() scales GTK by a whole factor and its fonts by the rest", () => {
  const scaled = desktopEnvironment({}, { ...values, scale: 1.5 });
  assert.deepEqual(pick(scaled, ["GDK_SCALE", "GDK_DPI_SCALE", "QT_SCALE_FACTOR"]), {
    GDK_SCALE: "1",
    GDK_DPI_SCALE: "1.5",
    QT_SCALE_FACTOR: "1.5",
  });
  const whole = desktopEnvironment({ GDK_DPI_SCALE: "3" }, { ...values, scale: 2 });
  assert.deepEqual(pick(whole, ["GDK_SCALE", "GDK_DPI_SCALE", "QT_SCALE_FACTOR"]), {
    GDK_SCALE: "2",
    QT_SCALE_FACTOR: "2",
  });
});

Deno.test("desktopEnvironment() puts a private home in the desktop's folder, and settings of a shared one in memory", () => {
  const own = desktopEnvironment({ HOME: "/home/me", XDG_CONFIG_HOME: "/home/me/.config" }, {
    ...values,
    home: "private",
  });
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]) {
    assert.ok(own[name]!.startsWith(`${values.directory}/home`), name);
  }
  assert.equal(own.GSETTINGS_BACKEND, undefined);
  assert.equal(desktopEnvironment({}, values).GSETTINGS_BACKEND, "memory");
});

Deno.test("removedVariables() names what a person's shell must unset, and nothing of the shell's own", () => {
  const base = {
    WAYLAND_DISPLAY: "w",
    NO_AT_BRIDGE: "1",
    PWD: "/",
    SHLVL: "1",
    API_KEY: "x",
    DISPLAY: ":0",
    EDITOR: "vi",
  };
  assert.deepEqual(removedVariables(base, desktopEnvironment(base, values)), ["NO_AT_BRIDGE", "WAYLAND_DISPLAY"]);
});

function pick(from: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]!]));
}
