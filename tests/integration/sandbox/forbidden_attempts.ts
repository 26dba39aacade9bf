/**
 * Runs in the sandbox role's process, with the role's flags: serves cells as the role does and, once the role has
 * confined itself, tries what it must not be able to. Prints one JSON object: what each attempt gave.
 *
 * The libc functions are bound while the role still may, so that what they meet is seccomp alone.
 * @module
 */
import { enterRole } from "../../../src/roles.ts";
import { main } from "../../../src/sandbox/main.ts";
import { print } from "../../../src/terminal.ts";

const libc = Deno.dlopen("libc.so.6", {
  open: { parameters: ["buffer", "i32"], result: "i32" },
  openat: { parameters: ["i32", "buffer", "i32"], result: "i32" },
  socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
  fork: { parameters: [], result: "i32" },
  execve: { parameters: ["buffer", "buffer", "buffer"], result: "i32" },
  kill: { parameters: ["i32", "i32"], result: "i32" },
  ptrace: { parameters: ["i32", "i32", "usize", "usize"], result: "isize" },
  mount: { parameters: ["buffer", "buffer", "buffer", "u64", "usize"], result: "i32" },
  memfd_create: { parameters: ["buffer", "u32"], result: "i32" },
  unlink: { parameters: ["buffer"], result: "i32" },
}).symbols;
const text = (value: string) => new TextEncoder().encode(value + "\0");
const none = new Uint8Array(8);
// Asking for it is refused later, too.
const parent = Deno.ppid;

const natively: Record<string, () => number | bigint> = {
  open: () => libc.open(text("/etc/passwd"), 0),
  openat: () => libc.openat(-100, text("/etc/passwd"), 0),
  "unix socket": () => libc.socket(1, 1, 0),
  "tcp socket": () => libc.socket(2, 1, 0),
  fork: () => libc.fork(),
  execve: () => libc.execve(text("/bin/true"), none, none),
  kill: () => libc.kill(parent, 0),
  ptrace: () => libc.ptrace(16, parent, 0n, 0n),
  mount: () => libc.mount(text("x"), text("/mnt"), text("tmpfs"), 0n, 0n),
  memfd_create: () => libc.memfd_create(text("x"), 0),
  unlink: () => libc.unlink(text("/tmp/none")),
};
const byDeno: Record<string, () => unknown> = {
  read: () => Deno.readTextFileSync("/etc/passwd"),
  write: () => Deno.writeTextFileSync("/tmp/forbidden", "x"),
  env: () => Deno.env.get("HOME"),
  run: () => new Deno.Command("/bin/true").outputSync(),
  connect: () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
  "unix connect": () => Deno.connect({ transport: "unix", path: "/run/dbus/system_bus_socket" }),
  listen: () => Deno.listen({ port: 0 }),
  dlopen: () => Deno.dlopen("libc.so.6", {}),
  "import a file": () => import(`file:///etc/${"hosts.ts"}`),
  "import from the net": () => import(`https://example.invalid/${"x.ts"}`),
  "import from npm": () => import(`npm:${"is-odd"}`),
  kill: () => Deno.kill(parent, "SIGCONT"),
  fetch: () => fetch("http://127.0.0.1:9/"),
  hostname: () => Deno.hostname(),
};

async function attempt(body: () => unknown): Promise<string> {
  try {
    return `gave ${await body()}`;
  } catch (error) {
    return `threw ${(error as Error).name}`;
  }
}

async function confined(): Promise<void> {
  while (Deno.permissions.querySync({ name: "ffi" }).state === "granted") {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function results(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, body] of Object.entries(natively)) found[`libc ${name}`] = `gave ${body()}`;
  for (const [name, body] of Object.entries(byDeno)) found[`Deno ${name}`] = await attempt(body);
  return found;
}

enterRole("sandbox");
const serving = main();
await confined();
print(JSON.stringify(await results()) + "\n");
Deno.exit(await serving);
