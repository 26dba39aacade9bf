/**
 * The two buses of a desktop: its session bus with a configuration of our own, and the AT-SPI bus.
 * @module
 * @see {@link https://dbus.freedesktop.org/doc/dbus-daemon.1.html}
 */
import { runDirectory } from "./environment.ts";
import { requireProgram } from "./packages.ts";
import { aborting, type Service, serviceFailure, startService, waitFor } from "./service.ts";
import { logDirectory } from "./state.ts";

/**
 * Services that a program may start by calling them. Portals, virtual file systems and keyrings are left out:
 * they make programs wait for a session that is not there, or reach into the owner's.
 */
const activatable = ["ca.desrt.dconf", "org.xfce.Xfconf"];

/** Address of a desktop's session bus: a path, never an abstract socket. */
export function sessionBusAddress(directory: string): string {
  return `unix:path=${escapeAddress(`${runDirectory(directory)}/bus`)}`;
}

/** Escapes a value in a D-Bus address. */
export function escapeAddress(value: string): string {
  const bytes = new TextEncoder().encode(value);
  const plain = /[-0-9A-Za-z_/.]/;
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}

/**
 * Starts the session bus; resolves when it listens.
 *
 * @throws {OperationError} `desktop_unavailable` when it does not start.
 */
export async function startSessionBus(
  directory: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Service> {
  const configuration = await writeConfiguration(directory, environment);
  const service = startService({
    name: "session_bus",
    argv: [
      requireProgram("dbus-daemon"),
      `--config-file=${configuration}`,
      "--nofork",
      "--nopidfile",
      "--print-address=1",
    ],
    environment,
    logs: logDirectory(directory),
  });
  if (await aborting(service.firstLine, signal) === null) throw serviceFailure(service, "did not start");
  return service;
}

/**
 * Starts the AT-SPI bus; resolves when it says where it is.
 *
 * @throws {OperationError} `desktop_unavailable` when it does not start.
 */
export async function startAccessibilityBus(
  directory: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ service: Service; address: string; busPid: number }> {
  const launcher = requireProgram("at-spi-bus-launcher");
  const service = startService({
    name: "accessibility_launcher",
    // Qt and Chromium ask whether accessibility is enabled before they offer anything.
    argv: [launcher, "--launch-immediately", "--a11y=1"],
    environment,
    logs: logDirectory(directory),
  });
  const ended = service.ended.then(() => null);
  const address = await Promise.race([ended, waitFor(() => askAddress(environment), signal)]);
  const busPid = address === null ? null : await askPid(environment, address);
  if (address === null || busPid === null) throw serviceFailure(service, "did not start");
  return { service, address, busPid };
}

async function askAddress(environment: Readonly<Record<string, string>>): Promise<string | null> {
  const reply = await call(environment, ["--session", "--dest=org.a11y.Bus"], [
    "/org/a11y/bus",
    "org.a11y.Bus.GetAddress",
  ]);
  return reply?.startsWith("unix:") ? reply : null;
}

/** The process of a bus. */
async function askPid(environment: Readonly<Record<string, string>>, address: string): Promise<number | null> {
  const method = "org.freedesktop.DBus.GetConnectionUnixProcessID";
  const bus = [`--bus=${address}`, "--dest=org.freedesktop.DBus"];
  const reply = await call(environment, bus, ["/org/freedesktop/DBus", method, "string:org.freedesktop.DBus"]);
  return Number(reply?.match(/^uint32 (\d+)$/)?.[1] ?? NaN) || null;
}

/** A method call; null when it fails. */
async function call(
  environment: Readonly<Record<string, string>>,
  bus: readonly string[],
  method: readonly string[],
): Promise<string | null> {
  const { success, stdout } = await new Deno.Command(requireProgram("dbus-send"), {
    args: [...bus, "--print-reply=literal", "--reply-timeout=2000", ...method],
    clearEnv: true,
    env: { ...environment },
    stderr: "null",
  }).output();
  return success ? new TextDecoder().decode(stdout).trim() : null;
}

async function writeConfiguration(directory: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const services = `${directory}/services`;
  await Deno.mkdir(services, { mode: 0o700 });
  await linkServices(services, environment.XDG_DATA_DIRS ?? "/usr/local/share:/usr/share");
  const path = `${directory}/session-bus.conf`;
  await Deno.writeTextFile(path, configurationText(sessionBusAddress(directory), services), { mode: 0o600 });
  return path;
}

async function linkServices(into: string, dataDirectories: string): Promise<void> {
  for (const name of activatable) {
    for (const folder of dataDirectories.split(":").filter((path) => path.startsWith("/"))) {
      const file = `${folder}/dbus-1/services/${name}.service`;
      const found = await Deno.stat(file).then((info) => info.isFile, () => false);
      if (!found) continue;
      await Deno.symlink(file, `${into}/${name}.service`);
      break;
    }
  }
}

function configurationText(address: string, services: string): string {
  // The limits of the stock session bus: a tree of 6009 elements is one reply of 2 MB.
  const limits = ["max_incoming_bytes", "max_outgoing_bytes", "max_message_size"]
    .map((name) => `<limit name="${name}">1000000000</limit>`);
  const counts = ["max_completed_connections", "max_connections_per_user", "max_match_rules_per_connection"]
    .map((name) => `<limit name="${name}">50000</limit>`);
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>${escapeXml(address)}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${escapeXml(services)}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  ${[...limits, ...counts, '<limit name="max_replies_per_connection">50000</limit>'].join("\n  ")}
</busconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
