/**
 * Every operation's handler: complete at compile time.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import type { OperationName } from "../contract/operations.ts";
import { act } from "./handlers/act.ts";
import { find } from "./handlers/find.ts";
import { approveApp, hello, revokeApp, seed, shutdown, turnEnded } from "./handlers/govern.ts";
import type { Handler } from "./handlers/handler.ts";
import { launchApp } from "./handlers/launch.ts";
import { listApps, listWindows } from "./handlers/list.ts";
import { capture, observe } from "./handlers/observe.ts";
import { waitFor } from "./handlers/wait_for.ts";

/** The handlers by operation. */
export const handlers: { readonly [K in OperationName]: Handler<K> } = {
  list_apps: listApps,
  list_windows: listWindows,
  observe,
  find,
  wait_for: waitFor,
  act,
  capture,
  launch_app: launchApp,
  clipboard_read: unsupported("clipboard_read", "press ctrl+v in a text field"),
  clipboard_write: unsupported("clipboard_write", "act with type_text"),
  clipboard_release: unsupported("clipboard_release", "nothing: nothing is held"),
  hello,
  approve_app: approveApp,
  revoke_app: revokeApp,
  turn_ended: turnEnded,
  seed,
  shutdown,
};

function unsupported(name: string, instead: string): () => Promise<never> {
  return () => Promise.reject(new OperationError("unsupported", `${name} is not served yet; use ${instead}`));
}
