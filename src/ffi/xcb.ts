/**
 * Many questions to the X server in one round trip. Xlib waits for the answer to each; XCB on the same connection
 * sends them all first.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { libX11Xcb, libXcb } from "./libxcb.ts";
import { Out } from "./memory.ts";
import { type Atom, type Window, xid } from "./xid.ts";
import { type RecordedError, XRequestError } from "./x_errors.ts";

/** A conversation with the server: what has been asked, and what it refused. */
interface Conversation {
  readonly connection: Deno.PointerObject;
  readonly errors: RecordedError[];
}

/** Something to ask: sends it, and gives a function that waits for the answer. */
export type Question<T> = (conversation: Conversation) => () => T;

/** The answers to some questions. */
export type Answers<Q extends Readonly<Record<string, Question<unknown>>>> = {
  readonly [K in keyof Q]: Q[K] extends Question<infer T> ? T : never;
};

/** What the server says of a window; X pixels. */
export interface WindowFacts {
  /** Whether it is mapped and all its ancestors are. */
  readonly viewable: boolean;
  /** Whether the window manager leaves it alone. */
  readonly overrideRedirect: boolean;
  /** Whether it can only take input (it has no pixels). */
  readonly inputOnly: boolean;
}

/** A property as XCB reads it. */
export interface RawProperty {
  /** Its type. */
  readonly type: Atom;
  /** Bits an item: 8, 16 or 32. */
  readonly format: number;
  /** The items, in the machine's byte order. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether there was more than was read. */
  readonly cut: boolean;
}

/** QueuedAfterReading of Xlib.h. */
const QUEUED_AFTER_READING = 1;
/** BadWindow and BadDrawable: the window is gone. */
const GONE: readonly number[] = [3, 9];
const INPUT_ONLY = 2;
const IS_VIEWABLE = 2;
/** Where a reply's list starts. */
const LIST = 32;

/**
 * Asks everything in one round trip.
 *
 * @returns The answers in the same order; those about a window that is gone are null.
 * @throws {XRequestError} When the server refused a question for another reason.
 */
export function ask<T>(display: Display, questions: readonly Question<T>[]): T[] {
  const errors: RecordedError[] = [];
  const answers = display.run(`${questions.length} questions`, (pointer) => {
    const connection = libX11Xcb().XGetXCBConnection(pointer)!;
    const waiting = questions.map((question) => question({ connection, errors }));
    const answers = waiting.map((wait) => wait());
    // Events that came along stand in XCB's queue, where neither Xlib nor the socket shows them.
    libX11().XEventsQueued(pointer, QUEUED_AFTER_READING);
    return answers;
  });
  const refused = errors.find(({ code }) => !GONE.includes(code));
  if (refused) throw new XRequestError("a question", refused);
  return answers;
}

/** Several questions as one. */
export function together<const Q extends Readonly<Record<string, Question<unknown>>>>(
  questions: Q,
): Question<Answers<Q>> {
  return (conversation) => {
    const waiting = Object.entries(questions).map(([name, question]) => [name, question(conversation)] as const);
    return () => Object.fromEntries(waiting.map(([name, wait]) => [name, wait()])) as Answers<Q>;
  };
}

/** How a window is shown. */
export function attributes(window: Window): Question<WindowFacts | null> {
  return asked(({ connection }) => libXcb().xcb_get_window_attributes(connection, window), (reply) => ({
    inputOnly: reply.getUint16(12) === INPUT_ONLY,
    viewable: reply.getUint8(26) === IS_VIEWABLE,
    overrideRedirect: reply.getUint8(27) !== 0,
  }));
}

/** Size of a window without its border. */
export function size(window: Window): Question<{ width: number; height: number } | null> {
  return asked(({ connection }) => libXcb().xcb_get_geometry(connection, window), (reply) => ({
    width: reply.getUint16(16),
    height: reply.getUint16(18),
  }));
}

/** Where a window's inside starts in the coordinates of another. */
export function origin(window: Window, other: Window): Question<{ x: number; y: number } | null> {
  return asked(({ connection }) => libXcb().xcb_translate_coordinates(connection, window, other, 0, 0), (reply) => ({
    x: reply.getInt16(12),
    y: reply.getInt16(14),
  }));
}

/** The parent and the children of a window, children from bottom to top; the root window's parent is null. */
export function tree(window: Window): Question<{ parent: Window | null; children: Window[] } | null> {
  return asked(({ connection }) => libXcb().xcb_query_tree(connection, window), (reply) => ({
    parent: idOrNull(reply.getUint32(12)),
    children: Array.from({ length: reply.getUint16(16) }, (_, index) => xid<Window>(reply.getUint32(LIST + index * 4))),
  }));
}

/** The window with the keyboard focus; null for None and PointerRoot. */
export function focus(): Question<Window | null> {
  return asked(({ connection }) => libXcb().xcb_get_input_focus(connection), (reply) => {
    const window = reply.getUint32(8);
    return window > 1 ? xid<Window>(window) : null;
  });
}

/** A property, at most `limit` bytes of it; null when the window has none of that name. */
export function property(display: Display, window: Window, name: string, limit: number): Question<RawProperty | null> {
  const atom = display.atom(name);
  return asked(({ connection }) => libXcb().xcb_get_property(connection, 0, window, atom, 0, 0, limit / 4), (reply) => {
    const type = reply.getUint32(8);
    if (type === 0) return null;
    const format = reply.getUint8(1);
    const bytes = new Uint8Array(reply.getUint32(16) * format / 8);
    if (bytes.length > 0) reply.copyInto(bytes, LIST);
    return { type: xid<Atom>(type), format, bytes, cut: reply.getUint32(12) > 0 };
  });
}

/** The bits of a resource's id that its client chooses; the others name the client. */
export function resourceMask(display: Display): number {
  const RESOURCE_ID_MASK = 16; // offsetof(xcb_setup_t, resource_id_mask)
  return display.run("xcb_get_setup", (pointer) => {
    const setup = libXcb().xcb_get_setup(libX11Xcb().XGetXCBConnection(pointer)!)!;
    return new Deno.UnsafePointerView(setup).getUint32(RESOURCE_ID_MASK);
  });
}

function asked<T>(
  send: (conversation: Conversation) => number,
  read: (reply: Deno.UnsafePointerView) => T | null,
): Question<T | null> {
  return (conversation) => {
    const sequence = send(conversation);
    return () => answer(conversation, sequence, read);
  };
}

/** Waits for one answer. A lost connection answers nothing; whoever runs the conversation sees that it is lost. */
function answer<T>(
  { connection, errors }: Conversation,
  sequence: number,
  read: (reply: Deno.UnsafePointerView) => T | null,
): T | null {
  const error = new Out();
  const reply = libXcb().xcb_wait_for_reply(connection, sequence, error.buffer);
  const pointer = reply ?? error.pointer;
  if (!pointer) return null;
  try {
    const view = new Deno.UnsafePointerView(pointer);
    if (reply) return read(view);
    errors.push(readError(view));
    return null;
  } finally {
    libX11().XFree(pointer); // It is free() of the same C library that XCB allocates with.
  }
}

/** xcb_generic_error_t. */
function readError(view: Deno.UnsafePointerView): RecordedError {
  return {
    serial: view.getUint16(2),
    code: view.getUint8(1),
    request: [view.getUint8(10), view.getUint16(8)],
    resource: view.getUint32(4),
  };
}

function idOrNull(id: number): Window | null {
  return id === 0 ? null : xid<Window>(id);
}
