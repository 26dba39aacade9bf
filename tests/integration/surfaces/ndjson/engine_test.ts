import { deepEqual, equal, match } from "node:assert/strict";
import { roleCommand } from "../../../../src/roles.ts";

interface Answer {
  readonly id: number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: { readonly code: string } };
}

/** Gives the real engine these lines and collects what it answers until it ends. */
async function run(
  lines: readonly (string | Uint8Array)[],
  environment: Record<string, string> = {},
): Promise<{ code: number; answers: Answer[] }> {
  const { command, args } = roleCommand("engine", ["--ndjson"]);
  const names = ["HOME", "PATH", "DENO_DIR"].filter((name) => Deno.env.get(name) !== undefined);
  const basics = Object.fromEntries(names.map((name) => [name, Deno.env.get(name)!]));
  const env = { ...basics, ...environment };
  const child = new Deno.Command(command, { args, env, clearEnv: true, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  for (const line of lines) {
    await writer.write(typeof line === "string" ? new TextEncoder().encode(line + "\n") : line);
  }
  await writer.close();
  const { code, stdout } = await child.output();
  const texts = new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  return { code, answers: texts.map((text) => JSON.parse(text)) };
}

const shutdown = '{"jsonrpc":"2.0","id":99,"method":"shutdown"}';

Deno.test("the engine answers every bad line and serves the next, without a display", async () => {
  const { code, answers } = await run([
    "{not json",
    new Uint8Array([0xc3, 0x28, 10]),
    "x".repeat(17 * 1024 * 1024),
    '{"jsonrpc":"2.0","id":1,"method":"fly"}',
    '{"jsonrpc":"2.0","id":2,"method":"act","params":{"target":{},"actions":[]}}',
    '{"jsonrpc":"2.0","id":3,"method":"turn_ended"}',
    shutdown,
  ]);
  equal(code, 0);
  deepEqual(answers.map(({ id, error }) => [id, error?.data.code]), [
    [null, "invalid_request"],
    [null, "invalid_request"],
    [null, "too_long"],
    [1, "invalid_request"],
    [2, "invalid_request"],
    [3, undefined],
    [99, undefined],
  ]);
});

for (
  const [display, expected] of [["", "desktop_unavailable"], [":0", "denied"], ["host:5", "invalid_request"]] as const
) {
  Deno.test(`the engine refuses the display "${display}"`, async () => {
    const hello = '{"jsonrpc":"2.0","id":1,"method":"hello"}';
    const { answers } = await run([hello, shutdown], { CUA_DISPLAY: display, DISPLAY: ":0" });
    equal(answers[0]?.error?.data.code, expected);
    match(answers[0]!.error!.message, /CUA_DISPLAY|Display :0/);
  });
}

Deno.test("the engine ends when its input ends", async () => {
  equal((await run([])).code, 0);
});
