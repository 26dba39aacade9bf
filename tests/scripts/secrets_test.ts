import assert from "node:assert/strict";
import { scanRepository, scanText } from "../../scripts/secrets.ts";

/** Joined at run time, so that the scan does not find its own tests. */
const planted: readonly (readonly [string, string])[] = [
  ["private key", ["-----BEGIN", "OPENSSH PRIVATE KEY-----"].join(" ")],
  ["AWS key", "AKIA" + "ABCDEFGHIJKLMNOP"],
  ["GitHub token", "ghp_" + "a".repeat(36)],
  ["GitLab token", "glpat-" + "a".repeat(20)],
  ["API key", "sk-ant-" + "a1".repeat(20)],
  ["Google key", "AIza" + "b".repeat(35)],
  ["Slack token", "xoxb-" + "1234567890"],
  ["npm token", "npm_" + "c".repeat(36)],
  ["registry credentials", "//example.org/:_auth" + "Token=abc"],
  ["JSON web token", ["eyJ" + "a".repeat(12), "eyJ" + "b".repeat(12), "c"].join(".")],
  ["credentials in an address", "https://me:" + "pass@example.org/"],
  ["secret in an assignment", "pass" + `word: "${"Ab1".repeat(10)}"`],
  ["path of one machine", "/ho" + "me/jdoe/src"],
  ["path of one machine", "cd /wo" + "rk/thing"],
  ["private package registry", '"tar' + 'ball": "x"'],
  ["private package registry", "https://npm-" + "registry.example.org/"],
  ["private address", "http://10" + ".0.0.7:8080/"],
];

for (const [what, text] of planted) {
  Deno.test(`scanText() finds a ${what} (${text.slice(0, 12)}…)`, () => {
    assert.deepEqual(scanText("a", `fine\n${text}\n`), [{ file: "a", line: 2, what }]);
  });
}

Deno.test("scanText() passes lock file hashes, examples and ordinary text", () => {
  const text =
    `"integrity": "sha512-v9T+GQpmk43VDJ7d72sf0Nexhk+ArvtUihW27dy7lqAl0zBObFKtSBBIm5RBjwIhE8VwsPPm9PNuvPvNqLWUEg=="
/home/user/pictures and /home/alice/notes.txt
https://registry.npmjs.org/zod, http://127.0.0.1:8080/
{ "name": "password", "kind": "password", "label": "Password" }
const token = await codec.mint({ flow });
`;
  assert.deepEqual(scanText("a", text), []);
});

Deno.test("scanText() finds what it is told besides", () => {
  const more = [{ what: "name of this machine", expression: /builder7/ }];
  assert.deepEqual(scanText("a", "on builder7", more), [{ file: "a", line: 1, what: "name of this machine" }]);
});

Deno.test("the repository holds no secrets", async () => {
  assert.deepEqual(await scanRepository(), []);
});
