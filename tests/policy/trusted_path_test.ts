import assert from "node:assert/strict";
import { checkTrustedPath, type FileStatus, type FileSystem } from "../../src/policy/trusted_path.ts";

type Tree = Record<string, Partial<FileStatus> & { to?: string }>;

/** A file system of a few paths; each belongs to root with mode 755 unless it says otherwise. */
function files(tree: Tree): FileSystem {
  const at = (path: string) => {
    if (path === "/" && !Object.hasOwn(tree, path)) return {};
    if (!Object.hasOwn(tree, path)) throw new Deno.errors.NotFound(path);
    return tree[path]!;
  };
  return {
    lstat: (path) => ({ uid: 0, mode: 0o755, isSymlink: at(path).to !== undefined, ...at(path) }),
    readLink: (path) => at(path).to!,
  };
}
const usr: Tree = { "/usr": {}, "/usr/bin": {}, "/usr/bin/app": {} };

Deno.test("checkTrustedPath() accepts what root installed", () => {
  assert.deepEqual(checkTrustedPath("/usr/bin/app", 1000, files(usr)), { path: "/usr/bin/app" });
  assert.deepEqual(checkTrustedPath("/usr/bin/app", 0, files(usr)), { path: "/usr/bin/app" });
});

Deno.test("checkTrustedPath() refuses what the user can write, at any step of the way", () => {
  for (const path of ["/", ...Object.keys(usr)]) {
    const owned = files({ ...usr, [path]: { uid: 1000 } });
    assert.ok("untrusted" in checkTrustedPath("/usr/bin/app", 1000, owned), `owned ${path}`);
    const writable = files({ ...usr, [path]: { mode: 0o775 } });
    assert.ok("untrusted" in checkTrustedPath("/usr/bin/app", 1000, writable), `writable ${path}`);
  }
});

Deno.test("checkTrustedPath() follows links and looks at both ends", () => {
  const linked = { ...usr, "/usr/bin/link": { to: "app" }, "/usr/bin/away": { to: "/home/ann/app" } };
  assert.deepEqual(checkTrustedPath("/usr/bin/link", 1000, files(linked)), { path: "/usr/bin/app" });
  const home = { ...linked, "/home": {}, "/home/ann": { uid: 1000 }, "/home/ann/app": { uid: 1000 } };
  assert.ok("untrusted" in checkTrustedPath("/usr/bin/away", 1000, files(home)));
  const ownedLink = { ...linked, "/usr/bin/link": { to: "app", uid: 1000 } };
  assert.ok("untrusted" in checkTrustedPath("/usr/bin/link", 1000, files(ownedLink)));
});

Deno.test("checkTrustedPath() ends on loops, missing files and relative paths", () => {
  const loop = { "/a": { to: "/b" }, "/b": { to: "/a" } };
  assert.match((checkTrustedPath("/a", 1000, files(loop)) as { untrusted: string }).untrusted, /too many/);
  assert.match((checkTrustedPath("/nope", 1000, files({})) as { untrusted: string }).untrusted, /does not exist/);
  assert.ok("untrusted" in checkTrustedPath("usr/bin/app", 1000, files(usr)));
});

Deno.test("checkTrustedPath() asks for root's own files when we are root", () => {
  const other = files({ ...usr, "/usr/bin/app": { uid: 1000 } });
  assert.ok("untrusted" in checkTrustedPath("/usr/bin/app", 0, other));
});
