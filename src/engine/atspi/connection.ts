/**
 * One D-Bus connection: to a bus, or to an application's private socket. Calls are pipelined; each has a deadline.
 * @module
 */
import { connectAddress, type UnixAddress } from "./address.ts";
import { within } from "./deadline.ts";
import { ConnectionLost, DBusError, MalformedMessage, UnexpectedReply } from "./wire/errors.ts";
import { authenticate } from "./wire/handshake.ts";
import { readMessages } from "./wire/inbox.ts";
import {
  type Envelope,
  type Header,
  messageTypes,
  NO_REPLY_EXPECTED,
  readMessage,
  writeMessage,
} from "./wire/message.ts";
import { Outbox } from "./wire/outbox.ts";
import { PendingCalls } from "./wire/pending_calls.ts";
import type { ByteSource, Reader } from "./wire/reader.ts";
import type { Writer } from "./wire/writer.ts";

/** Time for a reply when the caller names none, ms. */
export const DEFAULT_CALL_MS = 1000;
/** Time for connecting and authenticating, ms. */
const CONNECT_MS = 2000;

/** Options of every call. */
export interface CallOptions {
  /** Time for the reply, ms; {@linkcode DEFAULT_CALL_MS} when left out. */
  readonly deadlineMs?: number | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/** A method call and how to read its reply. */
export interface MethodCall<T> {
  /** Bus name; left out on private sockets. */
  readonly destination?: string | undefined;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Signature of the arguments that `write` writes. */
  readonly signature?: string | undefined;
  readonly write?: ((writer: Writer) => void) | undefined;
  /** Signature that the reply must have; without it `read` judges. */
  readonly replySignature?: string | undefined;
  /** Reads the reply while its bytes are there. */
  readonly read: (body: Reader, signature: string) => T;
}

/** Takes a signal; `body` can be read during the call only. */
export type SignalHandler = (header: Header, body: Reader) => void;

/** A connection. Needs `--allow-net`, and read and write permission for the socket's path. */
export class Connection implements Disposable {
  /** Resolves with the reason when the connection is lost or closed. */
  readonly ended: Promise<ConnectionLost>;
  /** Takes signals. */
  onSignal: SignalHandler | undefined;
  readonly #socket: Deno.Conn;
  readonly #outbox: Outbox;
  readonly #pending = new PendingCalls();
  readonly #end = Promise.withResolvers<ConnectionLost>();
  #lost: ConnectionLost | undefined;
  #serial = 0;

  private constructor(socket: Deno.Conn) {
    this.#socket = socket;
    this.ended = this.#end.promise;
    this.#outbox = new Outbox(socket, (error) => this.#lose("Writing to the D-Bus connection failed", error));
    void this.#readLoop();
  }

  /**
   * Connects to the first address that answers. The deadline counts for each step.
   *
   * @throws {ConnectionLost | CallTimeout} When none does.
   */
  static async open(addresses: readonly UnixAddress[], options: CallOptions = {}): Promise<Connection> {
    const limit = { deadlineMs: options.deadlineMs ?? CONNECT_MS, signal: options.signal };
    const socket = await connectAddress(addresses, limit);
    try {
      await within(authenticate(socket), "D-Bus authentication", limit);
    } catch (error) {
      socket.close();
      throw error;
    }
    return new Connection(socket);
  }

  /** Whether calls can still be made. */
  get alive(): boolean {
    return this.#lost === undefined;
  }

  /**
   * Calls a method.
   *
   * @throws {DBusError | CallTimeout | ConnectionLost | UnexpectedReply} Or the signal's reason.
   */
  call<T>(call: MethodCall<T>, options: CallOptions = {}): Promise<T> {
    if (this.#lost) return Promise.reject(this.#lost);
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    const serial = this.#nextSerial();
    return new Promise((resolve, reject) => {
      this.#outbox.queue((writer) => writeMessage(writer, messageTypes.call, serial, call, call.write));
      this.#pending.add(serial, {
        what: `${call.interface}.${call.member}`,
        expires: performance.now() + (options.deadlineMs ?? DEFAULT_CALL_MS),
        signal: options.signal,
        settle: (header, body) => settle(call, header, body, resolve, reject),
        fail: reject,
      });
    });
  }

  /** Closes the connection; waiting calls fail. */
  close(): void {
    this.#lose("The D-Bus connection was closed");
  }

  /** Closes the connection. */
  [Symbol.dispose](): void {
    this.close();
  }

  async #readLoop(): Promise<void> {
    try {
      await readMessages(this.#socket, (source, start) => this.#receive(source, start));
      this.#lose("The other side closed the D-Bus connection");
    } catch (error) {
      this.#lose("Reading from the D-Bus connection failed", error);
    }
  }

  #receive(source: ByteSource, start: number): void {
    if (this.#lost) return;
    const { header, body } = readMessage(source, start);
    if (header.type === messageTypes.signal) this.onSignal?.(header, body);
    else if (header.type === messageTypes.call) this.#answer(header);
    else this.#pending.take(header.replySerial)?.settle(header, body);
  }

  /** We offer no methods; a ping is answered as the specification asks. */
  #answer(header: Header): void {
    if (header.flags & NO_REPLY_EXPECTED) return;
    const reply: Envelope = { replySerial: header.serial, destination: header.sender };
    if (header.interface === "org.freedesktop.DBus.Peer" && header.member === "Ping") {
      return this.#send(messageTypes.reply, reply);
    }
    this.#send(messageTypes.error, { ...reply, errorName: "org.freedesktop.DBus.Error.UnknownMethod" });
  }

  #send(type: number, envelope: Envelope): void {
    const serial = this.#nextSerial();
    this.#outbox.queue((writer) => writeMessage(writer, type, serial, envelope));
  }

  #nextSerial(): number {
    this.#serial = this.#serial % 0xffffffff + 1;
    return this.#serial;
  }

  #lose(why: string, cause?: unknown): void {
    if (this.#lost) return;
    const detail = cause instanceof Error ? `: ${cause.message}` : "";
    this.#lost = new ConnectionLost(why + detail, { cause });
    this.#pending.failAll(this.#lost);
    this.#socket.close();
    this.#end.resolve(this.#lost);
  }
}

function settle<T>(
  call: MethodCall<T>,
  header: Header,
  body: Reader,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): void {
  try {
    if (header.type === messageTypes.error) throw errorOf(header, body);
    if (call.replySignature !== undefined && header.signature !== call.replySignature) {
      const got = JSON.stringify(header.signature);
      throw new UnexpectedReply(`${call.member} was answered with ${got} instead of "${call.replySignature}"`);
    }
    resolve(call.read(body, header.signature));
  } catch (error) {
    reject(error);
    if (error instanceof MalformedMessage) throw error;
  }
}

function errorOf(header: Header, body: Reader): DBusError {
  const message = header.signature.startsWith("s") ? body.string() : "";
  return new DBusError(header.errorName, message);
}
