/**
 * The test runner itself, in made-up repositories and with a process left behind.
 * @module
 */
import assert from "node:assert/strict";
import { endLeftovers, leftovers } from "../../../scripts/leftovers.ts";
import { deno, type Ended, root } from "../../../scripts/processes.ts";
import { walk } from "../../../scripts/tiers.ts";

/** Runs the runner of a made-up repository that has these tests. */
async function runTests(tests: Record<string, string>, ...tiers: string[]): Promise<Ended> {
  const base = Deno.makeTempDirSync();
  try {
    const own = [...walk(root, "scripts"), "src/terminal.ts", "deno.json", "deno.lock"];
    for (const path of own) put(`${base}/${path}`, Deno.readTextFileSync(root + path));
    for (const [path, text] of Object.entries(tests)) put(`${base}/tests/${path}`, text);
    return await deno(["run", "-A", `${base}/scripts/test.ts`, ...tiers], { cwd: base });
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

function put(path: string, text: string): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

function lastLine({ stdout }: Ended): string | undefined {
  return stdout.trimEnd().split("\n").at(-1);
}

const good = 'Deno.test("good", () => {});\n';
const bad = 'Deno.test("bad", () => {\n  throw new Error("x");\n});\n';

Deno.test("test.ts adds the tiers up in its last line", async () => {
  const ended = await runTests({ "a_test.ts": good, "integration/b_test.ts": good + good }, "unit", "integration");
  assert.equal(lastLine(ended), "3 passed, 0 failed");
  assert.equal(ended.code, 0);
});

Deno.test("test.ts ends with 1 when a test failed", async () => {
  const ended = await runTests({ "a_test.ts": good + bad }, "unit");
  assert.equal(lastLine(ended), "1 passed, 1 failed");
  assert.equal(ended.code, 1);
});

Deno.test("test.ts counts a file that can't be loaded as failed", async () => {
  const ended = await runTests({ "a_test.ts": good, "b_test.ts": 'throw new Error("x");\n' }, "unit");
  assert.equal(lastLine(ended), "1 passed, 1 failed");
  assert.equal(ended.code, 1);
});

Deno.test("test.ts says that a tier is empty, and ends with 1 when nothing ran", async () => {
  const ended = await runTests({ "a_test.ts": good }, "soak");
  assert.match(ended.stdout, /soak: no tests yet/);
  assert.equal(lastLine(ended), "0 passed, 0 failed");
  assert.equal(ended.code, 1);
});

Deno.test("test.ts refuses a tier that does not exist", async () => {
  const ended = await runTests({}, "unti");
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /No tier "unti"; give one or more of unit, integration, apps, soak/);
});

Deno.test("test.ts fails when a desktop's process outlives the tests, and ends it", async () => {
  const leaving = `Deno.test("leaves", () => {
  const env = { LINUX_CUA_DESKTOP: "x" };
  new Deno.Command("/bin/sleep", { args: ["87.5"], env, stdout: "null", stderr: "null" }).spawn().unref();
});\n`;
  const ended = await runTests({ "a_test.ts": leaving }, "unit");
  assert.equal(lastLine(ended), "1 passed, 1 failed");
  assert.match(ended.stderr, /Left alive by the tests: \d+ \/bin\/sleep 87\.5/);
});

Deno.test("test.ts keeps the owner's display and buses from the tests", async () => {
  const text = `import assert from "node:assert/strict";
Deno.test("sees none", () => {
  for (const name of ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "CUA_DISPLAY"]) {
    assert.equal(Deno.env.get(name), undefined, name);
  }
});\n`;
  const ended = await runTests({ "a_test.ts": text }, "unit");
  assert.equal(lastLine(ended), "1 passed, 0 failed");
});

Deno.test("leftovers() finds what carries the marker and the run's folder, and nothing else", async () => {
  const folder = Deno.makeTempDirSync();
  const mine = sleeper({ LINUX_CUA_DESKTOP: "a", XDG_RUNTIME_DIR: `${folder}/run` });
  const other = sleeper({ LINUX_CUA_DESKTOP: "b" });
  try {
    assert.deepEqual((await leftovers(folder, 0)).map(({ pid }) => pid), [mine.pid]);
    endLeftovers(folder);
    await mine.status;
    assert.deepEqual(await leftovers(folder, 0), []);
  } finally {
    other.kill("SIGKILL");
    await other.status;
    Deno.removeSync(folder, { recursive: true });
  }
});

function sleeper(env: Record<string, string>): Deno.ChildProcess {
  return new Deno.Command("/bin/sleep", { args: ["60"], env, clearEnv: true }).spawn();
}
