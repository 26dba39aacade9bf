/**
 * The sandbox role: runs model code in QuickJS, in a process that holds nothing but its standard input and output.
 * @module
 */
import { type Confined, confineProcess } from "../ffi/libc_confine.ts";
import { readLines } from "../contract/lines.ts";
import { revokeAll } from "../roles.ts";
import { print } from "../terminal.ts";
import type { HostMessage, SandboxMessage } from "./protocol.ts";
import { type RunMessage, RunningCell } from "./running_cell.ts";
import { loadQuickJS, VirtualMachine } from "./virtual_machine.ts";
import type { GuestServices } from "./guest_bridge.ts";

/** Serves cells until standard input ends, or until the machine is lost; 0. */
export async function main(): Promise<number> {
  const quickJS = await loadQuickJS();
  const confined = confine();
  revokeAll();
  const process = new SandboxProcess((services) => new VirtualMachine(quickJS, services), confined.alarm);
  send({ type: "ready", confined: !confined.missing, ...(confined.missing && { why: confined.missing }) });
  for await (const line of readLines(Deno.stdin.readable)) {
    if (!line.ok) return 1;
    process.receive(JSON.parse(line.text) as HostMessage);
  }
  return 0;
}

function confine(): Confined {
  startSignalDriver();
  try {
    return confineProcess();
  } catch (error) {
    return { alarm: () => {}, missing: (error as Error).message };
  }
}

/** Deno starts its signal driver some time after the program, and panics when the socket pair for it is refused. */
function startSignalDriver(): void {
  const ignore = () => {};
  Deno.addSignalListener("SIGWINCH", ignore);
  Deno.removeSignalListener("SIGWINCH", ignore);
}

function send(message: SandboxMessage): void {
  print(JSON.stringify(message) + "\n");
}

/** The machine and the cell in it. */
class SandboxProcess {
  readonly #machine: VirtualMachine;
  readonly #alarm: Confined["alarm"];
  #cell: RunningCell | undefined;
  #lastCall = 0;

  constructor(
    makeMachine: (services: GuestServices) => VirtualMachine,
    alarm: Confined["alarm"],
  ) {
    this.#alarm = alarm;
    this.#machine = makeMachine({
      call: (name, args, settle) => this.#running().call(++this.#lastCall, name, args, settle),
      write: (text) => this.#running().write(text),
      startTimer: (ms, repeats) => this.#running().timers.start(ms, repeats),
      stopTimer: (id) => this.#cell?.timers.stop(id),
    });
  }

  /** Takes a message of the host. A host sends one cell at a time. */
  receive(message: HostMessage): void {
    if (message.type === "run") return this.#run(message);
    // What comes for a cell that has just ended has no meaning any more.
    if (message.type === "reply") this.#cell?.reply(message.call, message.reply);
    if (message.type === "interrupt") this.#cell?.interrupt(message.why);
    if (message.type === "pause") this.#cell?.pause();
    if (message.type === "resume") this.#cell?.resume();
  }

  #run(message: RunMessage): void {
    this.#cell = new RunningCell(this.#machine, {
      send,
      alarm: this.#alarm,
      done: (done) => {
        this.#cell = undefined;
        send(done);
        if (done.lost !== undefined) Deno.exit(0);
      },
    }, message);
    this.#cell.start();
  }

  #running(): RunningCell {
    if (!this.#cell) throw new Error("No cell is running");
    return this.#cell;
  }
}
