/**
 * Serves the page of a bench on the loopback interface, and tells it to change.
 * @module
 */
import { fixturePath } from "./applications.ts";

const CHANGE_MS = 5_000;
/** A server-sent event. */
const event = (data: string) => new TextEncoder().encode(`data: ${data}\n\n`);

/** A server of `bench/fixtures/page.html`. */
export class PageServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  #shown = Promise.withResolvers<void>();
  #rounds = 0;
  /** What was pressed in the page, a line each. */
  readonly log: string[] = [];

  /** Listens on a free port. */
  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
  }

  /** The page's address. */
  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  /** Waits until a browser has the page. @throws {Error} After the deadline, ms. */
  async opened(deadlineMs: number): Promise<void> {
    await within(deadlineMs, this.#opened.promise);
  }

  /** Changes the page's heading; resolves with the new one when that was drawn. */
  async change(): Promise<string> {
    const page = await this.#opened.promise;
    this.#shown = Promise.withResolvers();
    const text = `Round ${++this.#rounds}`;
    page.enqueue(event(text));
    await within(CHANGE_MS, this.#shown.promise);
    return text;
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    // The browser is gone, and the stream of events with it.
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return html(Deno.readTextFileSync(fixturePath("page.html")));
    if (pathname === "/rounds") return this.#events();
    if (pathname === "/shown") this.#shown.resolve();
    else if (pathname === "/log") this.log.push(await request.text());
    return new Response(null, { status: ["/shown", "/log"].includes(pathname) ? 204 : 404 });
  }

  #events(): Response {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => this.#opened.resolve(controller) });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }
}

function html(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The page did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
