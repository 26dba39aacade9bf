/**
 * The guest library as the text that the guest evaluates.
 * @module
 */
import { MAX_ARGS_LENGTH, MAX_ERROR_LENGTH, MAX_OUTPUT_LENGTH } from "../protocol.ts";
import { makeCalls } from "./calls.ts";
import { makeEncoder } from "./encode.ts";
import { makeInspector } from "./inspect.ts";
import { installLibrary } from "./library.ts";
import { makeObjects } from "./objects.ts";
import { makePictureArgs } from "./pictures.ts";
import { makePrimordials } from "./primordials.ts";
import { makeTimers } from "./timers.ts";

/** The library's file name in the guest's stacks. */
export const LIBRARY_FILE = "linux-cua.js";

/** Functions on `cua`. */
const cuaMethods = ["getState", "listApps", "listWindows", "getApp", "launchApp", "help"];
/** Functions on `cua.clipboard`. */
const clipboardMethods = ["write", "read", "release"];
/** Methods of an App. */
const appMethods = [
  "getAXState",
  "getScreenshot",
  "getAXStateAndScreenshot",
  "find",
  "click",
  "doubleClick",
  "rightClick",
  "moveMouse",
  "hover",
  "moveMouseRelative",
  "drag",
  "scroll",
  "typeText",
  "pressKey",
  "paste",
  "setValue",
  "selectText",
  "performSecondaryAction",
  "focus",
  "waitFor",
];

const functions = { makePrimordials, makeEncoder, makeInspector, makeObjects, makeCalls, makePictureArgs, makeTimers };
const values = {
  cuaMethods,
  clipboardMethods,
  appMethods,
  maxArgs: MAX_ARGS_LENGTH,
  maxOutput: MAX_OUTPUT_LENGTH,
  maxError: MAX_ERROR_LENGTH,
};

/** An expression: a function that takes the bridge, installs the library and returns what the process keeps of it. */
export function librarySource(): string {
  const parts = [
    ...Object.entries(functions),
    ...Object.entries(values).map(([k, v]) => [k, JSON.stringify(v)] as const),
  ]
    .map(([name, text]) => `${name}: ${text}`);
  return `(bridge) => (${installLibrary})(bridge, { ${parts.join(",\n")} })`;
}
