/**
 * Input that does not come from the engine: XTest events by a program of its own.
 * @module
 */
import { root, runQuietly } from "../../scripts/processes.ts";

/**
 * Sends input and waits until the server has it.
 *
 * @param environment Where: at least `DISPLAY` and `XAUTHORITY`.
 * @param commands As `x_input.py` takes them, such as `"click", 10, 20, "key", "Return"`.
 */
export async function xInput(
  environment: Readonly<Record<string, string>>,
  ...commands: readonly (string | number)[]
): Promise<void> {
  const args = [`${root}tests/support/x_input.py`, ...commands.map(String)];
  const { code, stderr } = await runQuietly("/usr/bin/python3", args, { env: { ...environment } });
  if (code !== 0) throw new Error(`x_input.py ended with ${code}: ${stderr}`);
}
