/**
 * `clipboard_read`, `clipboard_write` and `clipboard_release`.
 * @module
 */
import { demandOwnClipboard, demandReadableOwner } from "../clipboard/owner.ts";
import type { Handler } from "./handler.ts";

/** The clipboard's text, if its owner may be read. */
export const clipboardRead: Handler<"clipboard_read"> = async (_params, context, { signal }) => {
  demandOwnClipboard(context.settings);
  const connection = await context.connect(signal);
  const demand = (owner: Parameters<typeof demandReadableOwner>[0]) =>
    demandReadableOwner(owner, connection, context.settings);
  return { text: await context.clipboard.read(demand, signal) };
};

/** Puts a text on the clipboard. */
export const clipboardWrite: Handler<"clipboard_write"> = async ({ text }, context, { signal }) => {
  demandOwnClipboard(context.settings);
  context.demandNoAbort();
  await context.clipboard.write(text, signal);
  return {};
};

/** Gives the clipboard up. Nothing happens when somebody else has it. */
export const clipboardRelease: Handler<"clipboard_release"> = async (_params, context, { signal }) => {
  demandOwnClipboard(context.settings);
  await context.clipboard.release(signal);
  return {};
};
