/**
 * A device that stops at a person's input: nothing more is pressed or moved, releases go through.
 * @module
 */
import type { InputDevice } from "./input_device.ts";
import type { InputWatch } from "./input_watch.ts";

/** Whose input it is, and whether ours may go on. */
export interface Guard {
  /** Must hear of what we send through a core device. */
  readonly input: InputWatch;
  /** Throws when somebody else's input came in between. */
  readonly demandNoAbort: () => void;
}

/** Asks before each press and each motion. */
export function guarded(device: InputDevice, { input, demandNoAbort }: Guard): InputDevice {
  return {
    route: device.route,
    move(x, y) {
      demandNoAbort();
      input.sending("motion", 0, () => device.move(x, y));
    },
    button(button, press) {
      if (press) demandNoAbort();
      input.sending(press ? "button_press" : "button_release", button, () => device.button(button, press));
    },
    key(keycode, press) {
      if (press) demandNoAbort();
      input.sending(press ? "key_press" : "key_release", keycode, () => device.key(keycode, press));
    },
  };
}
