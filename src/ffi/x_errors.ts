/**
 * What can go wrong with an X connection: a failed request, and a lost connection. They are different types because
 * a caller answers a failed request (the window is gone) and can't answer a lost server.
 * @module
 */

/** An error event as the server sent it. */
export interface RecordedError {
  /** Serial number of the request that failed. */
  readonly serial: number;
  /** Error code of the core protocol (3 = BadWindow …) or of an extension. */
  readonly code: number;
  /** Major and minor opcode of the request. */
  readonly request: readonly [major: number, minor: number];
  /** The id that the error is about. */
  readonly resource: number;
}

/** Names of the core protocol's errors, from X.h. */
const codeNames: Readonly<Record<number, string>> = {
  1: "BadRequest",
  2: "BadValue",
  3: "BadWindow",
  4: "BadPixmap",
  5: "BadAtom",
  6: "BadCursor",
  7: "BadFont",
  8: "BadMatch",
  9: "BadDrawable",
  10: "BadAccess",
  11: "BadAlloc",
  12: "BadColor",
  13: "BadGC",
  14: "BadIDChoice",
  15: "BadName",
  16: "BadLength",
  17: "BadImplementation",
};

/** A request that the server refused. */
export class XRequestError extends Error {
  override readonly name = "XRequestError";
  /** What the server said. */
  readonly error: RecordedError;

  /** Describes the error by the name of the call. */
  constructor(call: string, error: RecordedError) {
    const what = codeNames[error.code] ?? `error ${error.code}`;
    super(`${what} in ${call} (request ${error.request.join(".")}, resource 0x${error.resource.toString(16)})`);
    this.error = error;
  }

  /** Whether the window, pixmap or drawable that was named does not exist (any more). */
  get isGone(): boolean {
    return [3, 4, 9].includes(this.error.code);
  }
}

/** The server is gone, or was never there. Nothing else can be done on that connection. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}
