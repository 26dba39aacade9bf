/**
 * Operations of the host: `hello`, approvals, turns, `seed`, `shutdown`.
 * @module
 */
import { VERSION } from "../../version.ts";
import { screenSize } from "../x11/screen.ts";
import type { Handler } from "./handler.ts";

/** Connects and says who this is. */
export const hello: Handler<"hello"> = async (_params, context, { signal }) => {
  const connection = await context.connect(signal);
  const { display, bus, busProblem } = connection;
  return {
    name: "linux-cua",
    version: VERSION,
    protocol: 1,
    pid: Deno.pid,
    display: display.name,
    desktop: context.settings.live ? "live" : "private",
    screen: screenSize(display),
    accessibility: bus !== null,
    warnings: busProblem === null ? [] : [busProblem],
  };
};

/** Allows an application. */
export const approveApp: Handler<"approve_app"> = (params, context) => {
  context.settings.policy.approvals.add(params);
  return Promise.resolve({});
};

/** Takes approvals back. */
export const revokeApp: Handler<"revoke_app"> = (params, context) => {
  return Promise.resolve({ revoked: context.settings.policy.approvals.revoke(params.app_id) });
};

/** Ends the turn. No button stays down for the next one. */
export const turnEnded: Handler<"turn_ended"> = (params, context) => {
  context.heldButtons.releaseAll();
  context.settings.policy.approvals.endTurn();
  if (!params.keep_abort) context.abortLatched = false;
  return Promise.resolve({});
};

/** Takes over what an engine before this one knew. */
export const seed: Handler<"seed"> = (params, context) => {
  for (const approval of params.approvals) context.settings.policy.approvals.add(approval);
  if (params.abort_latched !== undefined) context.abortLatched = params.abort_latched;
  if (params.first_id !== undefined) context.ids.startAt(params.first_id);
  return Promise.resolve({});
};

/** Closes the connections; the surface ends after answering. */
export const shutdown: Handler<"shutdown"> = async (_params, context) => {
  await context[Symbol.asyncDispose]();
  return {};
};
