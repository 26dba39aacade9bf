/**
 * A connection to an X server: opened, checked, closed.
 * @module
 */
import { libX11 } from "./libx11.ts";
import { attach, detach } from "./display_errors.ts";
import { cString, Out } from "./memory.ts";
import { type Atom, type Window, xid } from "./xid.ts";
import { ConnectionLostError, type RecordedError, XRequestError } from "./x_errors.ts";

/** `QueuedAlready` of Xlib.h: count without reading from the socket. */
const QUEUED_ALREADY = 0;
/** How many named requests are remembered for errors that arrive late. */
const REMEMBERED_REQUESTS = 256;

interface NamedRequest {
  readonly name: string;
  readonly first: number;
  readonly end: number;
}

/**
 * A connection to an X server. Every call goes through {@linkcode Display.run}, which looks at what the server said.
 *
 * A server that hangs blocks the calling thread for good; the process that started this one holds the deadline.
 */
export class Display implements Disposable {
  /** The name it was opened with. */
  readonly name: string;
  /** The root window of the default screen. */
  readonly root: Window;
  /** The default screen's number. */
  readonly screen: number;
  readonly #pointer: Deno.PointerObject;
  readonly #errors: RecordedError[] = [];
  readonly #requests: NamedRequest[] = [];
  readonly #atoms = new Map<string, Atom>();
  #dead = false;
  #closed = false;
  #onQueued: (() => void) | undefined;

  private constructor(name: string, pointer: Deno.PointerObject) {
    this.name = name;
    this.#pointer = pointer;
    attach(pointer, { onError: (error) => this.#errors.push(error), onLost: () => this.#dead = true });
    this.screen = libX11().XDefaultScreen(pointer);
    this.root = xid(Number(libX11().XDefaultRootWindow(pointer)));
  }

  /**
   * Connects to a server. The cookie is found through `XAUTHORITY` by libX11 itself.
   *
   * @param name A display name such as `:100`.
   * @throws {ConnectionLostError} When there is no such server or it refuses the connection.
   */
  static open(name: string): Display {
    const pointer = libX11().XOpenDisplay(cString(name));
    if (!pointer) throw new ConnectionLostError(`No X server answers on display "${name}", or it refuses the cookie`);
    return new Display(name, pointer);
  }

  /** Whether the server is gone or the connection was closed. */
  get dead(): boolean {
    return this.#dead || this.#closed;
  }

  /** The connection's file descriptor, for {@linkcode EventPump}. */
  get fileDescriptor(): number {
    return libX11().XConnectionNumber(this.#alive());
  }

  /**
   * Runs one or more Xlib calls under a name and looks at the errors that they met.
   * Errors of requests without a reply may arrive later: {@linkcode Display.check} waits for them.
   *
   * @throws {ConnectionLostError} When the server is gone; the returned values meant nothing then.
   * @throws {XRequestError} When a request inside failed and the server has said so already.
   */
  run<T>(name: string, call: (display: Deno.PointerObject) => T): T {
    const pointer = this.#alive();
    const first = Number(libX11().XNextRequest(pointer));
    const value = call(pointer);
    if (this.#dead) throw new ConnectionLostError(`The X server of display "${this.name}" is gone (met in ${name})`);
    this.#remember({ name, first, end: Number(libX11().XNextRequest(pointer)) });
    if (libX11().XEventsQueued(pointer, QUEUED_ALREADY) > 0) this.#onQueued?.();
    this.#throwErrorsSince(first);
    return value;
  }

  /** Like {@linkcode Display.run}, and waits until the server has done everything: no error stays unseen. */
  check<T>(name: string, call: (display: Deno.PointerObject) => T): T {
    return this.run(name, (pointer) => {
      const value = call(pointer);
      libX11().XSync(pointer, 0);
      return value;
    });
  }

  /** Waits until the server has done everything that was asked; drops errors of requests that nobody waited for. */
  sync(): void {
    this.check("XSync", () => {});
    this.#errors.length = 0;
  }

  /** Sends what is queued, without waiting. */
  flush(): void {
    this.run("XFlush", (pointer) => libX11().XFlush(pointer));
  }

  /** The atom of a name, made when it does not exist. */
  atom(name: string): Atom {
    const known = this.#atoms.get(name);
    if (known !== undefined) return known;
    const atom = this.run("XInternAtom", (pointer) => libX11().XInternAtom(pointer, cString(name), 0));
    const id = xid<Atom>(Number(atom));
    this.#atoms.set(name, id);
    return id;
  }

  /** An extension's numbers, or null when the server lacks it. */
  extension(name: string): { opcode: number; firstEvent: number; firstError: number } | null {
    const [opcode, firstEvent, firstError] = [new Out(), new Out(), new Out()];
    const present = this.run(
      `XQueryExtension ${name}`,
      (pointer) =>
        libX11().XQueryExtension(pointer, cString(name), opcode.buffer, firstEvent.buffer, firstError.buffer),
    );
    return present ? { opcode: opcode.int, firstEvent: firstEvent.int, firstError: firstError.int } : null;
  }

  /** Tells when events stand in Xlib's own queue, where polling the socket would not see them. One listener. */
  set onQueued(listener: (() => void) | undefined) {
    this.#onQueued = listener;
  }

  /** Closes the connection; safe when the server is gone. */
  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    libX11().XCloseDisplay(this.#pointer);
    detach(this.#pointer);
  }

  #alive(): Deno.PointerObject {
    if (this.dead) throw new ConnectionLostError(`The connection to display "${this.name}" is lost`);
    return this.#pointer;
  }

  #remember(request: NamedRequest): void {
    if (request.end <= request.first) return;
    this.#requests.push(request);
    if (this.#requests.length > REMEMBERED_REQUESTS) this.#requests.shift();
  }

  #throwErrorsSince(first: number): void {
    const index = this.#errors.findIndex((error) => error.serial >= first);
    if (index < 0) return;
    const error = this.#errors[index]!;
    this.#errors.length = 0;
    const request = this.#requests.find(({ first, end }) => error.serial >= first && error.serial < end);
    throw new XRequestError(request?.name ?? "a request", error);
  }
}
