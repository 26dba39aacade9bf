/**
 * Processes that keep cores busy, for what has to hold on a machine with much else to do.
 * @module
 */

/** Starts `count` busy processes; disposing of what is returned ends them. */
export function withLoad(count: number): AsyncDisposable {
  const children = Array.from({ length: count }, () =>
    new Deno.Command("/usr/bin/python3", {
      args: ["-c", "while True: pass"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn());
  return {
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(({ status }) => status));
    },
  };
}
