import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { readSettings } from "../../../src/engine/settings.ts";
import { parseEntry } from "../../../src/engine/world/desktop_entries.ts";
import { commandToRun } from "../../../src/engine/world/launch_command.ts";
import { userId } from "../../../src/ffi/proc.ts";
import type { FileSystem } from "../../../src/policy/trusted_path.ts";

/** As if the administrator had put everything there, except what has "untrusted" in its name. */
const files: FileSystem = {
  readLink: Deno.readLinkSync,
  lstat: (path) => {
    const administrator = userId() === 0 ? 0 : userId() + 1;
    const mode = path.includes("untrusted") ? 0o777 : 0o755;
    return { isSymlink: Deno.lstatSync(path).isSymlink, uid: administrator, mode };
  },
};

interface Installed {
  readonly folder: string;
  /** Puts a program there. */
  put(name: string, text: string): string;
  /** What an Exec line runs, with other lines after it, or the message of the refusal. */
  run(exec: string, environment?: Record<string, string>): ReturnType<typeof commandToRun> | string;
  /** The same for an entry in another place. */
  runEntry(path: string): ReturnType<typeof commandToRun> | string;
}

function withFolder(body: (installed: Installed) => void): void {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.mkdirSync(`${folder}/bin`);
    Deno.mkdirSync(`${folder}/untrusted`);
    Deno.writeTextFileSync(`${folder}/app.desktop`, "");
    const put = (name: string, text: string) => {
      Deno.writeTextFileSync(`${folder}/${name}`, text, { mode: 0o755 });
      return `${folder}/${name}`;
    };
    const runAt = (path: string, exec: string, environment: Record<string, string> = {}) => {
      const text = `[Desktop Entry]\nType=Application\nName=App\nExec=${exec}\n`;
      const entry = parseEntry("app", path, text);
      const PATH = `${folder}/untrusted:${folder}/bin:relative:/usr/bin`;
      try {
        return commandToRun(entry, readSettings({ environment: { PATH, ...environment } }), files);
      } catch (error) {
        assert.ok(error instanceof OperationError, String(error));
        return `${error.code}: ${error.message}`;
      }
    };
    const run: Installed["run"] = (exec, environment) => runAt(`${folder}/app.desktop`, exec, environment);
    body({ folder, put, run, runEntry: (path) => runAt(path, "app") });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const refused = (result: unknown, pattern: RegExp) => assert.match(String(result), pattern);

Deno.test("commandToRun() gives applications a PATH of trusted folders alone, whoever sets it", () => {
  withFolder(({ folder, put, run }) => {
    const program = put("bin/app", "binary");
    const result = run("app --new");
    assert.ok(typeof result !== "string", String(result));
    assert.deepEqual([result.program, result.args, result.cwd], [program, ["--new"], "/"]);
    assert.equal(result.environment.PATH, `${folder}/bin:/usr/bin`);
    const set = run(`env LANG=C PATH=${folder}/untrusted:${folder}/bin app`);
    assert.ok(typeof set !== "string", String(set));
    assert.deepEqual([set.environment.PATH, set.environment.LANG], [`${folder}/bin`, "C"]);
  });
});

Deno.test("commandToRun() finds the interpreter of env in the PATH that the application gets", () => {
  withFolder(({ put, run }) => {
    put("bin/script", "#!/usr/bin/env own-interpreter\n");
    put("untrusted/own-interpreter", "binary");
    refused(run("script"), /^denied: .*"own-interpreter" was not found in a trusted folder/);
    put("bin/own-interpreter", "binary");
    assert.ok(typeof run("script") !== "string", String(run("script")));
  });
});

Deno.test("commandToRun() refuses env with options, in Exec and in scripts", () => {
  withFolder(({ put, run }) => {
    put("bin/app", "binary");
    put("bin/split", "#!/usr/bin/env -S app -x\n");
    put("bin/clean", "#!/usr/bin/env -i app\n");
    put("bin/sets", "#!/usr/bin/env A=1 app\n");
    for (const exec of ["split", "clean", "sets", "env -i app", "/usr/bin/env -S app", "env A=1 env -u B app"]) {
      refused(run(exec), /^denied: .*runs env with options/);
    }
  });
});

Deno.test("commandToRun() demands that interpreters of interpreters are trusted, and follows no circle", () => {
  withFolder(({ folder, put, run }) => {
    put("untrusted/shell", "binary");
    put("bin/inner", `#!${folder}/untrusted/shell\n`);
    put("bin/outer", `#!${folder}/bin/inner\n`);
    refused(run("outer"), /untrusted.* is writable/);
    put("bin/circle", `#!${folder}/bin/circle\n`);
    refused(run("circle"), /too many interpreters/);
  });
});

Deno.test("commandToRun() denies by the name of what is run in the end", () => {
  withFolder(({ folder, put, run }) => {
    put("bin/xterm", "binary");
    put("bin/python", "binary");
    Deno.symlinkSync(`${folder}/bin/xterm`, `${folder}/bin/harmless`);
    put("bin/konsole", `#!${folder}/bin/python\n`);
    put("bin/wrapped", `#!${folder}/bin/xterm\n`);
    for (const exec of ["harmless", "konsole", "wrapped", "/usr/bin/env A=1 konsole", `python ${folder}/bin/konsole`]) {
      refused(run(exec), /^denied: "App" is not started: it is a terminal/);
    }
  });
});

Deno.test("commandToRun() heeds the operator's list for names, links and paths", () => {
  withFolder(({ folder, put, run }) => {
    put("bin/editor-3.2", "binary");
    Deno.symlinkSync("editor-3.2", `${folder}/bin/editor`);
    for (const denied of ["editor", "Editor-3.2", `${folder}/bin/editor-3.2`]) {
      refused(run("editor", { CUA_DENY_APPS: denied }), /^denied: .*the operator denies it/);
    }
    assert.ok(typeof run("editor", { CUA_DENY_APPS: "other" }) !== "string");
  });
});

Deno.test("commandToRun() demands a trusted entry, and follows links to it and to its program", () => {
  withFolder(({ folder, put, runEntry }) => {
    put("bin/app", "binary");
    put("untrusted/app.desktop", "");
    Deno.symlinkSync(`${folder}/app.desktop`, `${folder}/bin/linked.desktop`);
    Deno.symlinkSync(`${folder}/untrusted/app.desktop`, `${folder}/bin/away.desktop`);
    assert.ok(typeof runEntry(`${folder}/bin/linked.desktop`) !== "string");
    refused(runEntry(`${folder}/untrusted/app.desktop`), /^denied: .*untrusted is writable/);
    refused(runEntry(`${folder}/bin/away.desktop`), /^denied: .*untrusted is writable/);
    refused(runEntry(`${folder}/bin/none.desktop`), /^denied: .*does not exist/);
  });
});

Deno.test("commandToRun() demands a trusted program, by path and by name, that can be run", () => {
  withFolder(({ folder, put, run }) => {
    put("bin/app", "binary");
    put("untrusted/other", "binary");
    Deno.symlinkSync(`${folder}/untrusted/other`, `${folder}/bin/other`);
    Deno.mkdirSync(`${folder}/bin/folder`);
    Deno.writeTextFileSync(`${folder}/bin/data`, "", { mode: 0o644 });
    assert.ok(typeof run(`${folder}/bin/app`) !== "string");
    refused(run(`${folder}/untrusted/other`), /^denied: .*untrusted is writable/);
    for (const name of ["other", "folder", "data", "none", "bin/app", "../bin/app"]) {
      refused(run(name), /^denied: .*was not found in a trusted folder/);
    }
    assert.ok(typeof run(`/usr/bin/env A=1 ${folder}/bin/app`) !== "string");
    refused(run(`env A=1 ${folder}/untrusted/other`), /^denied: .*untrusted is writable/);
  });
});

Deno.test("commandToRun() starts in Path when that is a trusted folder", () => {
  withFolder(({ folder, put, run }) => {
    const program = put("bin/app", "binary");
    const result = run(`app\nPath=${folder}/bin`);
    assert.ok(typeof result !== "string", result as string);
    assert.deepEqual([result.program, result.cwd], [program, `${folder}/bin`]);
    refused(run(`app\nPath=${folder}/untrusted`), /^denied: .*untrusted is writable/);
    refused(run(`app\nPath=${program}`), /^denied: .*is no folder/);
    refused(run("app\nPath=bin"), /^denied: .*not an absolute path/);
  });
});

Deno.test("commandToRun() starts nothing that wants a terminal, or whose TryExec is not there", () => {
  withFolder(({ folder, put, run }) => {
    put("bin/app", "binary");
    put("untrusted/needed", "binary");
    refused(run("app\nTerminal=true"), /^denied: "App" is not started: it runs in a terminal/);
    assert.ok(typeof run("app\nTerminal=false") !== "string");
    for (const missing of ["needed", "none", `${folder}/untrusted/needed`]) {
      refused(run(`app\nTryExec=${missing}`), /^invalid_request: .*is not installed/);
    }
    for (const there of ["app", `${folder}/bin/app`]) assert.ok(typeof run(`app\nTryExec=${there}`) !== "string");
  });
});

Deno.test("commandToRun() keeps the program's own variables from applications", () => {
  withFolder(({ put, run }) => {
    put("bin/app", "binary");
    const given = { CUA_DISPLAY: ":9", DENO_DIR: "/x", AT_SPI_BUS_ADDRESS: "unix:path=/x", DISPLAY: ":9", LANG: "C" };
    const result = run("app", given);
    assert.ok(typeof result !== "string");
    assert.deepEqual(Object.keys(result.environment).sort(), ["DISPLAY", "LANG", "PATH"]);
  });
});

Deno.test("commandToRun() gives a browser what it needs, with a warning where that costs safety", () => {
  withFolder(({ put, run }) => {
    put("bin/chromium", "binary");
    const result = run("chromium %U");
    assert.ok(typeof result !== "string");
    const isRoot = userId() === 0;
    assert.deepEqual(result.args, ["--force-renderer-accessibility", ...(isRoot ? ["--no-sandbox"] : [])]);
    assert.equal(result.warnings.length, isRoot ? 1 : 0);
  });
});
