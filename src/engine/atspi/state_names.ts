/**
 * Names of the AT-SPI states by bit (`AtspiStateType` in atspi-constants.h).
 * @module
 */

const names: readonly string[] = [
  "invalid",
  "active",
  "armed",
  "busy",
  "checked",
  "collapsed",
  "defunct",
  "editable",
  "enabled",
  "expandable",
  "expanded",
  "focusable",
  "focused",
  "has tooltip",
  "horizontal",
  "iconified",
  "modal",
  "multi line",
  "multiselectable",
  "opaque",
  "pressed",
  "resizable",
  "selectable",
  "selected",
  "sensitive",
  "showing",
  "single line",
  "stale",
  "transient",
  "vertical",
  "visible",
  "manages descendants",
  "indeterminate",
  "required",
  "truncated",
  "animated",
  "invalid entry",
  "supports autocompletion",
  "selectable text",
  "is default",
  "visited",
  "checkable",
  "has popup",
  "read only",
];

const known = new Map<number, ReadonlySet<string>>();
/** Few combinations are in use; an application that makes up more gets no memory for them. */
const MAX_KNOWN = 4096;

/**
 * The names of a state's bits. Equal bits give the same set, so that thousands of objects share a few sets.
 *
 * @param low Bits 0 to 31.
 * @param high Bits 32 to 63.
 */
export function stateNames(low: number, high: number): ReadonlySet<string> {
  const key = high * 2 ** 32 + low;
  const found = known.get(key);
  if (found) return found;
  const set = new Set(names.filter((_, bit) => ((bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1) === 1));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, set);
  return set;
}
