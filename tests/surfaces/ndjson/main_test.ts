import { deepEqual, throws } from "node:assert/strict";
import { parseEngineArguments } from "../../../src/surfaces/ndjson/main.ts";

Deno.test("parseEngineArguments() reads what a live desktop admits", () => {
  deepEqual(parseEngineArguments(["--ndjson"]), { help: false });
  deepEqual(parseEngineArguments(["--live-desktop", "--allow-app", "a", "--allow-app", "b", "--pid", "7"]), {
    help: false,
    live: { allowApps: ["a", "b"], pids: [7], executables: [] },
  });
});

for (
  const [args, message] of [
    [["--ndjson", "--fast"], /Unknown option '--fast'/],
    [["--ndjson", "--pid", "7"], /need --live-desktop/],
    [["--live-desktop", "--pid", "7"], /at least one --allow-app/],
    [["--live-desktop", "--allow-app", "a"], /at least one --pid PID or --allow-exe PATH/],
    [["--live-desktop", "--allow-app", " ", "--pid", "7"], /--allow-app needs/],
    [["--live-desktop", "--allow-app", "a", "--pid", "seven"], /--pid needs a process id, not "seven"/],
    [["--live-desktop", "--allow-app", "a", "--allow-exe", "xed"], /absolute path, not "xed"/],
  ] as const
) {
  Deno.test(`parseEngineArguments() refuses ${JSON.stringify(args)}`, () => {
    throws(() => parseEngineArguments([...args]), message);
  });
}
