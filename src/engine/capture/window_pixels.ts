/**
 * The pixels of one window.
 * @module
 */
import { OperationError } from "../../contract/errors.ts";
import type { Display } from "../../ffi/display.ts";
import { windowAttributes } from "../../ffi/x11_windows.ts";
import { XRequestError } from "../../ffi/x_errors.ts";
import { nameWindowPixmap } from "../../ffi/xcomposite.ts";
import type { Window } from "../../ffi/xid.ts";
import { boundingShape } from "../../ffi/xshape.ts";
import type { Connection } from "../connection.ts";
import type { Toplevel } from "../x11/toplevels.ts";
import { type Layer, shaped } from "./layer.ts";
import { readPixels } from "./picture.ts";
import { forgetRedirection, redirect } from "./redirect.ts";

/** Said of a picture that may show what covered the window before. */
const UNPAINTED_WARNING = "the application has not drawn all of the window yet; take another picture";

/**
 * Pixels of a window from its Composite pixmap, without its border. A window that changes under our hands is read once
 * more.
 *
 * @param warnings Gets what there is to say of it.
 * @throws {OperationError} `window_not_found`; `unsupported` for a Visual with a palette.
 */
export function readWindow(connection: Connection, toplevel: Toplevel, warnings: string[], again = true): Layer {
  const { display } = connection;
  const { window } = toplevel;
  try {
    const { painted } = redirect(connection, toplevel);
    const layer = readNamed(display, window);
    if (!painted) warnings.push(UNPAINTED_WARNING);
    return layer;
  } catch (error) {
    if (!(error instanceof XRequestError)) throw error;
    if (again && !error.isGone) {
      forgetRedirection(display, window);
      return readWindow(connection, toplevel, warnings, false);
    }
    throw new OperationError(
      "window_not_found",
      `The window closed or was hidden while it was read (${error.message})`,
      { cause: error },
    );
  }
}

/** The pixmap is named each time: after a resize the old name stands for the old one. */
function readNamed(display: Display, window: Window): Layer {
  const { width, height, border, visual, depth } = windowAttributes(display, window);
  const shape = boundingShape(display, window);
  using named = nameWindowPixmap(display, window);
  const layer = readPixels(display, { drawable: named.pixmap, visual, depth, x: border, y: border, width, height });
  return shape ? shaped(layer, shape) : layer;
}
