/**
 * A picture of a whole desktop, taken by a short engine run.
 * @module
 */
import { type DesktopState, engineEnvironment } from "./desktop.ts";
import { type EngineCalls, withEngine } from "./short_engine.ts";

/**
 * Takes a picture of a desktop. Who asks is the operator, not a model, so every application that may be seen at all is
 * approved for this one run; what is denied for good stays masked.
 *
 * @returns PNG bytes.
 * @throws {OperationError} `desktop_unavailable` with what the engine said.
 */
export async function takeShot(state: DesktopState): Promise<Uint8Array> {
  return await withEngine(engineEnvironment(state), async (engine) => {
    await approveAll(engine);
    const picture = await engine.call("capture", { display: true });
    return Uint8Array.fromBase64(picture.data);
  });
}

async function approveAll(engine: EngineCalls): Promise<void> {
  const { apps } = await engine.call("list_apps", { running_only: true });
  for (const { app_id, executable, access } of apps) {
    if (access !== "approval_required" || executable === undefined) continue;
    await engine.call("approve_app", { app_id, executable, scope: "session" });
  }
}
