/**
 * The least of a VNC viewer: enough of RFB to send input.
 * @module
 * @see {@link https://www.rfc-editor.org/rfc/rfc6143}
 */

/** A connected viewer. */
export class RfbViewer implements AsyncDisposable {
  readonly #connection: Deno.UnixConn;

  private constructor(connection: Deno.UnixConn) {
    this.#connection = connection;
  }

  /** Connects to an RFB server that asks for no password. @param path Its Unix socket. */
  static async connect(path: string): Promise<RfbViewer> {
    const viewer = new RfbViewer(await Deno.connect({ transport: "unix", path }));
    const version = await viewer.#read(12);
    await viewer.#write(version);
    const [types] = await viewer.#read(1);
    await viewer.#read(types!);
    const NO_PASSWORD = 1;
    await viewer.#write([NO_PASSWORD]);
    await viewer.#read(4); // SecurityResult
    const SHARED = 1;
    await viewer.#write([SHARED]);
    const init = await viewer.#read(24); // ServerInit: size, pixel format, length of the name
    await viewer.#read(new DataView(init.buffer).getUint32(20));
    return viewer;
  }

  /** Presses and releases a key. */
  async key(keysym: number): Promise<void> {
    for (const down of [1, 0]) await this.#write([4, down, 0, 0, ...bigEndian(keysym, 4)]);
  }

  /** Moves the pointer, no button held. */
  async pointer(x: number, y: number): Promise<void> {
    await this.#write([5, 0, ...bigEndian(x, 2), ...bigEndian(y, 2)]);
  }

  /** Disconnects. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    return Promise.resolve();
  }

  async #write(bytes: Iterable<number>): Promise<void> {
    const all = Uint8Array.from(bytes);
    for (let at = 0; at < all.length;) at += await this.#connection.write(all.subarray(at));
  }

  async #read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const count = await this.#connection.read(bytes.subarray(at));
      if (count === null) throw new Error("The RFB server closed the connection");
      at += count;
    }
    return bytes;
  }
}

function bigEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => (value >> (8 * (bytes - 1 - index))) & 0xff);
}
