import assert from "node:assert/strict";
import { distributionOf, packageManagers } from "../../scripts/package_managers.ts";
import { packagesOf } from "../../scripts/packages.ts";

for (
  const [text, expected] of [
    ['PRETTY_NAME="Debian"\nID=debian\n', "debian"],
    ["ID=ubuntu\nID_LIKE=debian\n", "debian"],
    ["ID=fedora\n", "fedora"],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', "fedora"],
    ["ID=endeavouros\nID_LIKE=arch\n", "arch"],
    ["ID=alpine\n", null],
    ["", null],
  ] as const
) {
  Deno.test(`distributionOf() takes ${JSON.stringify(text)} for ${expected}`, () => {
    assert.equal(distributionOf(text), expected);
  });
}

Deno.test("packagesOf() adds to each tier what the one below has", () => {
  const counts = (["demo", "test", "all"] as const).map((tier) => packagesOf(tier).length);
  assert.deepEqual(counts, counts.toSorted((a, b) => a - b));
  assert.ok(packagesOf("test").slice(0, counts[0]).every((entry, index) => entry === packagesOf("demo")[index]));
});

Deno.test("packageManagers take no half-installed package for an installed one", () => {
  const { says } = packageManagers.debian;
  assert.ok(says("xvfb installed", "xvfb"));
  assert.ok(!says("xvfb config-files", "xvfb"));
  assert.ok(!packageManagers.arch.says("gtk3-docs 1", "gtk3"));
});
