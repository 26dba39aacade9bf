/**
 * An independent client of the X server's input devices: sends input as somebody else, and reads the devices' state.
 * @module
 */
import { XClient } from "./x_client.ts";

/** State of the core devices. */
export interface InputState {
  /** Pointer on the root window. */
  readonly x: number;
  /** Pointer on the root window. */
  readonly y: number;
  /** Modifiers and buttons, X.h's mask. */
  readonly mask: number;
  /** Window with the focus; 1 for PointerRoot. */
  readonly focus: number;
  /** Keycodes that are down. */
  readonly keys: readonly number[];
}

/** A device. */
export interface Device {
  /** Its number. */
  readonly id: number;
  /** Its name. */
  readonly name: string;
  /** `master pointer`, `slave keyboard` … */
  readonly use: string;
}

/** What sampling saw. */
export interface Samples {
  /** How many were taken. */
  readonly samples: number;
  /** Distinct `[x, y, focus]`. */
  readonly seen: readonly (readonly [number, number, number])[];
}

/** A running client. */
export class XDevices extends XClient {
  /** Starts one. */
  constructor(environment: Readonly<Record<string, string>>) {
    super(environment, ["/usr/bin/python3"], "x_devices.py");
  }

  /** Makes a master pointer and keyboard. */
  async add(name: string): Promise<void> {
    await this.tell({ do: "add", name });
  }

  /** Sends what follows through a master; through the core devices without a name. */
  async use(name?: string): Promise<void> {
    await this.tell({ do: "use", ...(name === undefined ? {} : { name }) });
  }

  /** Moves the pointer. */
  async move(x: number, y: number): Promise<void> {
    await this.tell({ do: "move", x, y });
  }

  /** Presses or releases a button. */
  async button(button: number, press: boolean): Promise<void> {
    await this.tell({ do: "button", button, press });
  }

  /** Presses or releases a key. */
  async key(keycode: number, press: boolean): Promise<void> {
    await this.tell({ do: "key", keycode, press });
  }

  /** All devices. */
  async devices(): Promise<Device[]> {
    return (await this.tell<{ devices: Device[] }>({ do: "devices" })).devices;
  }

  /** State of the core devices. */
  async state(): Promise<InputState> {
    return await this.tell<InputState>({ do: "state" });
  }

  /** Keysyms of the core keyboard's keycodes from 8 up; none for a spare one. */
  async keyboardMap(): Promise<number[][]> {
    return (await this.tell<{ map: number[][] }>({ do: "map" })).map;
  }

  /** Samples the core pointer's place and the core focus while something else is done. */
  async sampling(body: () => Promise<void>): Promise<Samples> {
    await this.tell({ do: "sample" });
    try {
      await body();
    } catch (error) {
      await this.tell({ do: "sampled" });
      throw error;
    }
    return await this.tell<Samples>({ do: "sampled" });
  }
}
