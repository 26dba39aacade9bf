/**
 * DAMAGE: being told that pixels of a window changed.
 * @module
 */
import type { Display } from "./display.ts";
import { libX11 } from "./libx11.ts";
import { libXdamage } from "./libxdamage.ts";
import { outs } from "./memory.ts";
import { type Damage, type Region, type Window, xid } from "./xid.ts";

/** XDamageReportNonEmpty: one event until the damage is subtracted. */
const REPORT_NON_EMPTY = 3;

/** Starts reporting damage of a window. The extension must have been asked for by this connection, which this does. */
export function createDamage(display: Display, window: Window): Damage {
  const [event, error] = outs(2);
  const damage = display.check("XDamageCreate", (pointer) => {
    libXdamage().XDamageQueryExtension(pointer, event.buffer, error.buffer);
    return libXdamage().XDamageCreate(pointer, BigInt(window), REPORT_NON_EMPTY);
  });
  return xid(Number(damage));
}

/** Takes note of the damage so far; the next change is reported again. Sent at once, since nothing else may follow. */
export function subtractDamage(display: Display, damage: Damage): void {
  display.run("XDamageSubtract", (pointer) => {
    libXdamage().XDamageSubtract(pointer, BigInt(damage), 0n, 0n);
    libX11().XFlush(pointer);
  });
}

/** As {@linkcode subtractDamage}, and puts what was damaged into a region, in the window's pixels. */
export function takeDamage(display: Display, damage: Damage, region: Region): void {
  display.run("XDamageSubtract", (pointer) => {
    libXdamage().XDamageSubtract(pointer, BigInt(damage), 0n, BigInt(region));
    libX11().XFlush(pointer);
  });
}

/** Ends reporting. */
export function destroyDamage(display: Display, damage: Damage): void {
  display.run("XDamageDestroy", (pointer) => libXdamage().XDamageDestroy(pointer, BigInt(damage)));
}
