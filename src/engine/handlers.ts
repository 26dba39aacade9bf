/**
 * Every operation's handler: complete at compile time.
 * @module
 */
import type { OperationName } from "../contract/operations.ts";
import { act } from "./handlers/act.ts";
import { clipboardRead, clipboardRelease, clipboardWrite } from "./handlers/clipboard.ts";
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
  clipboard_read: clipboardRead,
  clipboard_write: clipboardWrite,
  clipboard_release: clipboardRelease,
  hello,
  approve_app: approveApp,
  revoke_app: revokeApp,
  turn_ended: turnEnded,
  seed,
  shutdown,
};
