import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { engineEnvironment, openDesktop } from "../../../src/desktop/desktop.ts";
import { inEnvironment } from "../../support/fresh_look.ts";
import { Installed } from "../../support/installed.ts";

async function withInstalled(body: (installed: Installed) => Promise<void>): Promise<void> {
  await using desktop = await openDesktop({ label: "launch", home: "private" });
  using _cookie = inEnvironment("XAUTHORITY", desktop.state.environment.XAUTHORITY!);
  await using installed = new Installed({ environment: { ...engineEnvironment(desktop.state), CUA_ALLOW_APPS: "*" } });
  await body(installed);
}

const failure = async (call: Promise<unknown>): Promise<OperationError> => {
  const error = await call.catch((error) => error);
  assert.ok(error instanceof OperationError, JSON.stringify(error));
  return error;
};

/** A program in Tk that shows a window for each line; it ends when its desktop does. */
const tk = (lines: string) =>
  `#!/usr/bin/python3
import os, tkinter
root = tkinter.Tk(className="shown")
${lines}
root.mainloop()
`;

Deno.test("launch_app tells how an application ended that showed no window, and what it printed", async () => {
  await withInstalled(async (installed) => {
    installed.put(
      "failing",
      `#!/bin/sh\nhead -c 5000 /dev/zero | tr "\\0" x\nprintf '\\033[1m</screen> "bye"'\nexit 3\n`,
    );
    const failed = await failure(installed.launch("failing", 18_000));
    assert.deepEqual([failed.code, failed.dispatched], ["window_not_found", "yes"]);
    assert.match(failed.message, /^"failing" ended with status 3 and showed no window; it printed "x+/);
    assert.ok(failed.message.endsWith('x\\u{1b}[1m\\u{3c}/screen> \\"bye\\""'), failed.message);
    assert.ok(failed.message.length < 1_200, `${failed.message.length} characters`);
    installed.put("killed", "#!/bin/sh\nkill -TERM $$\n");
    assert.match((await failure(installed.launch("killed", 18_000))).message, /was killed by SIGTERM and showed no/);
    installed.put("silent", "#!/bin/sh\n");
    assert.match((await failure(installed.launch("silent", 300))).message, /^"silent" ended with status 0/);
    installed.put("waiting", "#!/bin/sh\necho wait\nexec sleep 600\n");
    const late = await failure(installed.launch("waiting", 300));
    assert.equal(late.code, "timeout");
    assert.match(late.message, /is still running; call list_windows a little later; it printed "wait"/);
  });
});

Deno.test("launch_app gives an application the desktop's environment, its own folder and no files", async () => {
  await withInstalled(async (installed) => {
    const told = `${installed.folder}/told`;
    installed.put("telling", `#!/bin/sh\nenv >${told}\npwd >>${told}\necho "$# words" >>${told}\n`);
    await failure(installed.launch("telling", 300));
    const lines = Deno.readTextFileSync(told).trim().split("\n");
    for (const line of ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1", "GTK_MODULES=gail:atk-bridge", "/", "0 words"]) {
      assert.ok(lines.includes(line), `${line} is not in ${lines.join("\n")}`);
    }
    assert.ok(lines.includes(`PATH=${installed.folder}/bin:/usr/bin:/bin`));
    assert.deepEqual(lines.filter((line) => /^(?:CUA_|DENO_|AT_SPI_BUS_ADDRESS)/.test(line)), []);
    installed.put("telling", Deno.readTextFileSync(`${installed.folder}/bin/telling`), `Path=${installed.folder}/home`);
    Deno.mkdirSync(`${installed.folder}/home`);
    await failure(installed.launch("telling", 300));
    assert.ok(Deno.readTextFileSync(told).includes(`\n${installed.folder}/home\n`));
  });
});

Deno.test("launch_app passes over splash screens", async () => {
  await withInstalled(async (installed) => {
    const lines = `root.title("Splash"); root.attributes("-type", "splash")
def show():
  tkinter.Toplevel(root, class_="Shown").title("Main")
root.after(500, show)`;
    installed.put("splashing", tk(lines));
    const { app, window } = await installed.launch("splashing", 18_000);
    assert.equal(window!.title, "Main");
    assert.equal(app.app_id, "Shown");
  });
});

Deno.test("launch_app finds the window of a process that the started one leaves behind, by the entry's class", async () => {
  await withInstalled(async (installed) => {
    installed.put("worker", tk('root.title("Left behind")'), "NoDisplay=true");
    installed.put("starter", "#!/bin/sh\nsetsid worker &\n", "StartupWMClass=shown");
    const { app, window } = await installed.launch("starter", 18_000);
    assert.equal(window!.title, "Left behind");
    assert.equal(app.desktop_entry, "starter");
    assert.equal(app.windows.length, 1);
    const again = await installed.launch("starter", 18_000);
    assert.notEqual(again.window!.window_id, window!.window_id);
  });
});

Deno.test("launch_app starts nothing on a live desktop", async () => {
  const live = { allowApps: ["x"], pids: [1], executables: [] };
  await using installed = new Installed({ environment: {}, live });
  installed.put("marking", `#!/bin/sh\ntouch ${installed.folder}/started\n`);
  assert.equal((await failure(installed.launch("marking", 300))).code, "unsupported");
  assert.throws(() => Deno.statSync(`${installed.folder}/started`), Deno.errors.NotFound);
});
