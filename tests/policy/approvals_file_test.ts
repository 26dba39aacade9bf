import { deepEqual, equal, match, rejects, throws } from "node:assert/strict";
import { addApproval, approvalsPath, loadApprovals, removeApprovals } from "../../src/policy/approvals_file.ts";

const xed = { app_id: "Xed", executable: "/usr/bin/xed" };
const gimp = { app_id: "Gimp", executable: "/usr/bin/gimp" };

async function withFolder(use: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(`${folder}/linux-cua/approvals.json`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("approvalsPath() prefers the named file, then the configuration folder, then the home", () => {
  const path = (variables: Record<string, string>) => approvalsPath((name) => variables[name]);
  equal(path({ CUA_APPROVALS_FILE: "/a.json", HOME: "/home/a" }), "/a.json");
  equal(path({ XDG_CONFIG_HOME: "/c", HOME: "/home/a" }), "/c/linux-cua/approvals.json");
  equal(path({ HOME: "/home/a" }), "/home/a/.config/linux-cua/approvals.json");
  equal(path({}), undefined);
});

Deno.test("approvalsPath() refuses a file without an absolute path, and ignores relative folders", async () => {
  const path = (variables: Record<string, string>) => approvalsPath((name) => variables[name]);
  for (const named of ["approvals.json", "./a/b.json", "/a/"]) {
    throws(() => path({ CUA_APPROVALS_FILE: named, HOME: "/home/a" }), /CUA_APPROVALS_FILE.*absolute path/);
  }
  equal(path({ XDG_CONFIG_HOME: "config", HOME: "/home/a" }), "/home/a/.config/linux-cua/approvals.json");
  equal(path({ XDG_CONFIG_HOME: "config", HOME: "home" }), undefined);
  await rejects(addApproval("approvals.json", xed), /absolute path/);
});

Deno.test("addApproval() makes a private file, and keeps each pair once", async () => {
  await withFolder(async (path) => {
    deepEqual(await loadApprovals(path), { entries: [] });
    await addApproval(path, xed);
    await addApproval(path, gimp);
    await addApproval(path, { ...xed, app_id: "xED" });
    deepEqual((await loadApprovals(path)).entries, [gimp, { ...xed, app_id: "xED" }]);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    const names = [...Deno.readDirSync(path.slice(0, path.lastIndexOf("/")))].map(({ name }) => name);
    deepEqual(names, ["approvals.json"]);
  });
});

Deno.test("removeApprovals() removes an application whatever its spelling, and says how many", async () => {
  await withFolder(async (path) => {
    equal(await removeApprovals(path, "xed"), 0);
    await addApproval(path, xed);
    await addApproval(path, { ...xed, executable: "/opt/xed" });
    await addApproval(path, gimp);
    equal(await removeApprovals(path, "XED"), 2);
    deepEqual((await loadApprovals(path)).entries, [gimp]);
  });
});

for (
  const [what, text] of [
    ["no JSON", "{"],
    ["the old form", '["Xed"]'],
    ["an entry without executable", '{"always_allowed": [{"app_id": "Xed"}]}'],
    ["a relative executable", '{"always_allowed": [{"app_id": "Xed", "executable": "xed"}]}'],
    ["an unknown field", '{"always_allowed": [], "more": 1}'],
  ] as const
) {
  Deno.test(`loadApprovals() treats ${what} as empty, says so, and it is never overwritten`, async () => {
    await withFolder(async (path) => {
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")));
      await Deno.writeTextFile(path, text);
      const { entries, problem } = await loadApprovals(path);
      deepEqual(entries, []);
      match(problem!, /malformed/);
      await rejects(addApproval(path, xed), /left alone/);
      await rejects(removeApprovals(path, "Xed"), /left alone/);
      equal(await Deno.readTextFile(path), text);
    });
  });
}
