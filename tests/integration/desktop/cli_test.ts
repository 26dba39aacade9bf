import assert from "node:assert/strict";
import { roleCommand } from "../../../src/roles.ts";
import { assertNothingLeft, ownRuntimeDirectory, runs } from "./leftovers.ts";

ownRuntimeDirectory();

Deno.test("desktop new, list, env, run and close do what they say", async () => {
  const label = "of a test";
  const opened = await cli("new", "--label", label, "--geometry", "800x600", "--ttl", "300");
  const id = opened.text.trim();
  assert.match(id, /^[0-9a-f]{8}$/);
  const [state] = JSON.parse((await cli("list", "--json")).text);
  try {
    assert.equal(state.id, id);
    assert.match((await cli("list")).text, new RegExp(`^${id}  ${label}  +:\\d+  +-  +\\d+s$`, "m"));
    const size = await shell(`${(await cli("env", label)).text}\nxdpyinfo; echo "CUA $CUA_DISPLAY"`);
    assert.match(size, /dimensions: +800x600/);
    assert.match(size, new RegExp(`CUA ${state.display}`));
    const { text } = await cli("run", id, "--env", "A=b", "--", "sleep", "1000");
    assert.ok(runs(Number(text)));
    const picture = `${state.directory}/shot.png`;
    assert.equal((await cli("shot", id, picture)).code, 0);
    const header = new DataView(Deno.readFileSync(picture).buffer);
    assert.deepEqual([header.getUint32(0), header.getUint32(16), header.getUint32(20)], [0x89504e47, 800, 600]);
  } finally {
    assert.equal((await cli("close", label)).code, 0);
  }
  await assertNothingLeft(state);
  assert.equal((await cli("list")).text, "ID  LABEL  DISPLAY  OWNER  AGE\n");
});

Deno.test("desktop env keeps programs of the caller's shell out of the desktop's end", async () => {
  const id = (await cli("new", "--ttl", "300")).text.trim();
  const lines = (await cli("env", id)).text;
  assert.doesNotMatch(lines, /LINUX_CUA_DESKTOP/);
  // A shell with the desktop's variables finds the same desktops.
  const { command, args } = roleCommand("command", ["desktop", "list"]);
  assert.match(await shell(`${lines}\nexec "$@"`, [command, ...args]), new RegExp(id));
  assert.equal((await cli("close", "--all")).code, 0);
});

for (
  const [words, message] of [
    [["nonsense"], /unknown command "nonsense"/],
    [["new", "--colour", "red"], /--colour/],
    [["new", "--geometry", "huge"], /WIDTHxHEIGHT.*not "huge"/],
    [["new", "--scale", "big"], /--scale takes a number, not "big"/],
    [["new", "--owner", "0"], /owner/],
    [["run", "x"], /give the program after "--"/],
    [["env"], /takes one NAME, not nothing/],
    [["shot", "x"], /takes NAME and FILE.png/],
    [["close"], /takes NAME… or --all/],
  ] as const
) {
  Deno.test(`desktop ${words.join(" ")} is refused with what is wrong`, async () => {
    const { code, error } = await cli(...words);
    assert.equal(code, 2);
    assert.match(error, message);
  });
}

Deno.test("desktop env names the desktops that are open when there is none of that name", async () => {
  const { code, error } = await cli("env", "nobody");
  assert.equal(code, 1);
  assert.match(error, /No desktop "nobody" is open; open one with "linux-cua desktop new"/);
});

for (const word of ["new", "list", "env", "run", "shot", "close"]) {
  Deno.test(`desktop ${word} --help explains itself`, async () => {
    const { code, text } = await cli(word, "--help");
    assert.equal(code, 0);
    assert.match(text, new RegExp(`^Usage: linux-cua desktop ${word}`));
  });
}

Deno.test("desktop new names the program and package that is missing", async () => {
  const { code, error } = await cli.with({ PATH: "/nowhere" }, "new");
  assert.equal(code, 1);
  assert.match(error, /The program "\S+" is not installed; install the package \S+ \(Debian, Ubuntu\)/);
});

async function run(
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; text: string; error: string }> {
  const { command, args } = roleCommand("command", ["desktop", ...words]);
  const { code, stdout, stderr } = await new Deno.Command(command, { args, env }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout), error: decoder.decode(stderr) };
}

function cli(...words: string[]): ReturnType<typeof run> {
  return run(words, {});
}
cli.with = (env: Record<string, string>, ...words: string[]) => run(words, env);

async function shell(script: string, args: string[] = []): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script, "sh", ...args] }).output();
  return new TextDecoder().decode(stdout);
}
