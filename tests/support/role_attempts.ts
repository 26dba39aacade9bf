/**
 * Run inside a role: enters it and tries what it must not be able to do. Prints what came of each attempt as JSON.
 *
 * Arguments: the role.
 * @module
 */
import { enterRole, revoke, type RoleName } from "../../src/roles.ts";
import { print } from "../../src/terminal.ts";

const attempts: Readonly<Record<string, () => unknown>> = {
  "load a library": () => Deno.dlopen("libX11.so.6", { XOpenDisplay: { parameters: ["pointer"], result: "pointer" } }),
  "make a pointer": () => Deno.UnsafePointer.create(1n),
  "ask for the host name": () => Deno.hostname(),
  "connect over TCP": () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
  "listen on TCP": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  "import from the network": () => import("https://deno.invalid/" + "module.ts"),
  "start a program": () => new Deno.Command("/bin/true").output(),
  "read a file": () => Deno.readTextFileSync("/etc/hostname"),
  "write a file": () => Deno.writeTextFileSync("/tmp/linux-cua-attempt", "x"),
  "read the environment": () => Deno.env.toObject(),
};

const name = Deno.args[0] as RoleName;
enterRole(name);
// The host gives up the network as soon as its control socket listens.
if (name === "host") revoke(["net"]);
const results: Record<string, string> = {};
for (const [what, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    results[what] = "done";
  } catch (error) {
    results[what] = (error as Error).name;
  }
}
print(JSON.stringify(results) + "\n");
