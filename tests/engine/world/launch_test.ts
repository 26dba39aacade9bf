import assert from "node:assert/strict";
import { OperationError } from "../../../src/contract/errors.ts";
import { readSettings } from "../../../src/engine/settings.ts";
import { parseEntry } from "../../../src/engine/world/desktop_entries.ts";
import { commandToRun } from "../../../src/engine/world/launch.ts";
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
  /** What an Exec line runs, or the message of the refusal. */
  run(exec: string, environment?: Record<string, string>): ReturnType<typeof commandToRun> | string;
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
    const run: Installed["run"] = (exec, environment = {}) => {
      const text = `[Desktop Entry]\nType=Application\nName=App\nExec=${exec}\n`;
      const entry = parseEntry("app", `${folder}/app.desktop`, text);
      const PATH = `${folder}/untrusted:${folder}/bin:relative:/usr/bin`;
      try {
        return commandToRun(entry, readSettings({ environment: { PATH, ...environment } }), files);
      } catch (error) {
        assert.ok(error instanceof OperationError && error.code === "denied", String(error));
        return error.message;
      }
    };
    body({ folder, put, run });
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
    refused(run("script"), /"own-interpreter" was not found in a trusted folder/);
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
      refused(run(exec), /runs env with options/);
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
      refused(run(exec), /not started: it is a terminal/);
    }
  });
});

Deno.test("commandToRun() heeds the operator's list for names, links and paths", () => {
  withFolder(({ folder, put, run }) => {
    put("bin/editor-3.2", "binary");
    Deno.symlinkSync("editor-3.2", `${folder}/bin/editor`);
    for (const denied of ["editor", "Editor-3.2", `${folder}/bin/editor-3.2`]) {
      refused(run("editor", { CUA_DENY_APPS: denied }), /the operator denies it/);
    }
    assert.ok(typeof run("editor", { CUA_DENY_APPS: "other" }) !== "string");
  });
});
