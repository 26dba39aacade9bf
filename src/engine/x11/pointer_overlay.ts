/**
 * Where the agent's pointer is, for people who watch: an arrow above all windows that takes no input, is listed nowhere
 * and is taken off while the display is captured.
 *
 * Nothing blends windows where no compositor runs, so the arrow is a shape of two colours. All windows are redirected
 * first: then what the arrow covers is kept, and is there at once when the arrow goes.
 * @module
 */
import type { Rect } from "../../contract/values.ts";
import { Display } from "../../ffi/display.ts";
import { executableOf } from "../../ffi/proc.ts";
import { createPlainWindow, setShape, showAt, unmapWindow } from "../../ffi/x11_overlay_windows.ts";
import { setProperty } from "../../ffi/x11_selections.ts";
import { redirectSubwindows } from "../../ffi/xcomposite.ts";
import type { Window } from "../../ffi/xid.ts";
import type { InputDevice } from "./input_device.ts";

/** WM_CLASS of the arrow. */
const CLASS = "linux-cua-overlay";
/** 0xRRGGBB: a white rim, so that it shows on any ground. */
const RIM = 0xffffff;
const FILL = 0xe8590c;
/** The arrow's corners from its tip, in X pixels. */
const corners = [[0, 0], [0, 25], [6, 20], [10, 29], [15, 27], [11, 18], [19, 18]] as const;
const SIZE = { width: 20, height: 30 };

/** Windows of this process that are overlays, by the name of their display. */
const overlays = new Map<string, Set<Window>>();

/** Whether a window is an overlay of this process. */
export function isOverlay(display: Display, window: Window): boolean {
  return overlays.get(display.name)?.has(window) ?? false;
}

/** Whether a window is an overlay of any engine: of this very program, so that nobody else can hide a window so. */
export function isOverlayOf(wmClass: string, pid: number | null): boolean {
  return wmClass === CLASS && pid !== null && executableOf(pid) === Deno.execPath();
}

/** An arrow on its display. */
interface Arrow {
  readonly display: Display;
  readonly window: Window;
  /** Where its tip is. */
  at: readonly [x: number, y: number];
}

/** The arrow of one display, over a connection of its own. */
export class PointerOverlay implements Disposable {
  readonly #displayName: () => string;
  #shown: Arrow | undefined;

  /** Shows nothing yet. @param displayName Which display, asked for when the arrow is first shown. */
  constructor(displayName: () => string) {
    this.#displayName = displayName;
  }

  /** A device that takes the arrow along. */
  following(device: InputDevice): InputDevice {
    return {
      route: device.route,
      move: (x, y) => {
        device.move(x, y);
        this.#moveTo(x, y);
      },
      button: (button, press) => device.button(button, press),
      key: (keycode, press) => device.key(keycode, press),
    };
  }

  /** Takes the arrow off the screen until the returned object is disposed. */
  hidden(): Disposable {
    const shown = this.#alive();
    if (shown) unmapWindow(shown.display, shown.window);
    return {
      [Symbol.dispose]: () => {
        if (shown && shown === this.#alive()) showAt(shown.display, shown.window, ...shown.at);
      },
    };
  }

  /** Takes it away for good. */
  [Symbol.dispose](): void {
    if (!this.#shown) return;
    const { display, window } = this.#shown;
    overlays.get(display.name)?.delete(window);
    display[Symbol.dispose]();
    this.#shown = undefined;
  }

  #moveTo(x: number, y: number): void {
    if (!this.#alive()) this.#shown = this.#open();
    const shown = this.#shown!;
    shown.at = [x, y];
    showAt(shown.display, shown.window, x, y);
  }

  #alive(): Arrow | undefined {
    return this.#shown?.display.dead ? undefined : this.#shown;
  }

  #open(): Arrow {
    this[Symbol.dispose]();
    const display = Display.open(this.#displayName());
    try {
      redirectSubwindows(display, display.root);
      const window = makeArrow(display);
      overlays.set(display.name, new Set([...overlays.get(display.name) ?? [], window]));
      return { display, window, at: [0, 0] };
    } catch (error) {
      display[Symbol.dispose]();
      throw error;
    }
  }
}

/** The rim is the window itself, the fill a smaller one on it. */
function makeArrow(display: Display): Window {
  const window = createPlainWindow(display, display.root, { x: 0, y: 0, ...SIZE }, RIM);
  const bytes = new TextEncoder().encode(`${CLASS}\0${CLASS}\0`);
  setProperty(display, window, display.atom("WM_CLASS"), { type: display.atom("STRING"), format: 8, bytes });
  setShape(display, window, "bounding", runs(isInside));
  setShape(display, window, "input", []);
  const inner = createPlainWindow(display, window, { x: 0, y: 0, ...SIZE }, FILL);
  setShape(display, inner, "bounding", runs((x, y) => steps.every(([dx, dy]) => isInside(x + dx, y + dy))));
  showAt(display, inner, 0, 0);
  return window;
}

/** A pixel and its neighbours. */
const steps = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));

/** Whether the middle of a pixel is inside the arrow: the number of sides that a ray to the right crosses is odd. */
function isInside(x: number, y: number): boolean {
  const [px, py] = [x + 0.5, y + 0.5];
  const crossed = corners.filter(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length]!;
    return (ay > py) !== (by > py) && px < ax + (bx - ax) * (py - ay) / (by - ay);
  });
  return crossed.length % 2 === 1;
}

/** The pixels for which something holds, as runs in each row. */
function runs(holds: (x: number, y: number) => boolean): Rect[] {
  return Array.from({ length: SIZE.height }, (_, y) => y).flatMap((y) => {
    const row = Array.from({ length: SIZE.width }, (_, x) => x).filter((x) => holds(x, y));
    const starts = row.filter((x) => !row.includes(x - 1));
    const width = (start: number) => row.filter((x) => x >= start).findIndex((x, i) => x !== start + i);
    return starts.map((x) => ({ x, y, width: width(x) < 0 ? row.filter((o) => o >= x).length : width(x), height: 1 }));
  });
}
