/**
 * Which X display may be driven.
 * @module
 */
import { OperationError } from "../contract/errors.ts";

/** A local display, with an optional screen: `:100`, `unix:100.0`. */
const LOCAL_DISPLAY = /^(?:unix)?:(\d{1,5})(?:\.(\d{1,3}))?$/;

/**
 * Checks the display that an engine is to drive. There is no default: `$DISPLAY` is never looked at.
 *
 * @param name Value of `CUA_DISPLAY`.
 * @param live Whether the caller opted in to a live desktop on the command line; only then may it be display 0.
 * @returns The display as `:N`.
 * @throws {OperationError} `desktop_unavailable` when nothing is named, `denied` for display 0, `invalid_request` for
 * names that are no local display.
 */
export function checkDisplayName(name: string | undefined, live = false): string {
  if (name === undefined || name === "") {
    throw new OperationError(
      "desktop_unavailable",
      "CUA_DISPLAY is not set: it names the X display to drive, such as :100. " +
        "Start a private desktop with `linux-cua desktop new`, or the MCP server with `--workspace new`",
      { details: { variable: "CUA_DISPLAY" } },
    );
  }
  const match = LOCAL_DISPLAY.exec(name);
  if (!match) {
    throw new OperationError(
      "invalid_request",
      `CUA_DISPLAY is ${JSON.stringify(name.slice(0, 80))}; it must name a local display such as ":100"`,
      { details: { variable: "CUA_DISPLAY" } },
    );
  }
  const number = Number(match[1]);
  if (number === 0 && !live) {
    throw new OperationError(
      "denied",
      "Display :0 is somebody's own desktop and is refused. Use a private desktop (`linux-cua desktop new`); " +
        "for a demonstration on a live desktop start the engine with --live-desktop",
      { details: { variable: "CUA_DISPLAY" } },
    );
  }
  if (Number(match[2] ?? 0) > 0) {
    throw new OperationError(
      "invalid_request",
      `CUA_DISPLAY names screen ${match[2]} of display :${number}; only the first screen of a display can be driven`,
      { details: { variable: "CUA_DISPLAY" } },
    );
  }
  return `:${number}`;
}
