/**
 * An accessibility bus that may be killed without its desktop, and comes back at the same address.
 * @module
 */
import { eventually } from "../integration/desktop/leftovers.ts";

/** AT-SPI's own rules for its bus (package at-spi2-core). */
const CONFIGURATION = "/usr/share/defaults/at-spi2/accessibility.conf";

/** A running bus. */
export class LoneBus implements AsyncDisposable {
  readonly #environment: Record<string, string>;
  readonly #directory = Deno.makeTempDirSync({ prefix: "linux-cua-bus-" });
  #child: Deno.ChildProcess | undefined;

  private constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** Starts one. @param environment Of what it starts in turn: at least `DISPLAY`. */
  static async start(environment: Record<string, string>): Promise<LoneBus> {
    const bus = new LoneBus(environment);
    await bus.restart();
    return bus;
  }

  get #socket(): string {
    return `${this.#directory}/bus`;
  }

  /** Its address. */
  get address(): string {
    return `unix:path=${this.#socket}`;
  }

  /** Starts it again, at the same address. */
  async restart(): Promise<void> {
    await this.kill();
    this.#child = new Deno.Command("dbus-daemon", {
      args: [`--config-file=${CONFIGURATION}`, `--address=${this.address}`, "--nofork", "--nopidfile"],
      // Its registry, which it starts, would look for the desktop's own bus.
      env: { ...this.#environment, AT_SPI_BUS_ADDRESS: this.address },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await eventually(() => exists(this.#socket), () => "the bus does not listen");
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    endNow(child);
    await child.status;
    if (exists(this.#socket)) Deno.removeSync(this.#socket);
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    Deno.removeSync(this.#directory, { recursive: true });
  }
}

/** The desktop ends its programs with itself. */
function endNow(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function exists(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSocket === true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
