/**
 * A D-Bus daemon of its own for a test, and a service on it.
 * @module
 */
import { Connection } from "../../../../src/engine/atspi/connection.ts";
import { hello } from "../../../../src/engine/atspi/bus_driver.ts";
import { parseAddresses } from "../../../../src/engine/atspi/address.ts";

/** Name and path of the service in `echo_service.py`. */
export const ECHO = { destination: "test.Echo", path: "/test/Echo", interface: "test.Echo" } as const;

/** A running process that says one line when it is ready. */
export class Service implements AsyncDisposable {
  /** What it said. */
  readonly line: string;
  readonly #child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess, line: string) {
    this.#child = child;
    this.line = line;
  }

  /** Starts a program and waits for its first line. */
  static async start(command: string, args: string[], env: Record<string, string> = {}): Promise<Service> {
    const options = { args, env, stdin: "null", stdout: "piped", stderr: "null" } as const;
    const child = new Deno.Command(command, options).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`${command} ended without a line`);
      text += value;
    }
    await reader.cancel();
    return new Service(child, text.slice(0, text.indexOf("\n")));
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // The test ended it.
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#child.status;
  }
}

/** Starts a daemon that listens at an address; its `line` is the address by its own word. */
export function startDaemon(address: string): Promise<Service> {
  return Service.start("dbus-daemon", [
    "--session",
    "--nofork",
    "--nopidfile",
    "--print-address=1",
    `--address=${address}`,
  ]);
}

/** Starts the service that answers, or doesn't. */
export function startEcho(address: string): Promise<Service> {
  const script = decodeURIComponent(new URL("./echo_service.py", import.meta.url).pathname);
  return Service.start("/usr/bin/python3", [script], { DBUS_SESSION_BUS_ADDRESS: address });
}

/** Connects and says hello. */
export async function connect(address: string): Promise<Connection> {
  const connection = await Connection.open(parseAddresses(address));
  await hello(connection);
  return connection;
}
