import assert from "node:assert/strict";
import { formatAge, formatList } from "../../src/desktop/cli.ts";
import type { DesktopState } from "../../src/desktop/desktop.ts";

for (
  const [ms, text] of [[-5, "0s"], [59_999, "59s"], [61_000, "1m 1s"], [3_660_000, "1h 1m"], [
    90_000_000,
    "1d 1h",
  ]] as const
) {
  Deno.test(`formatAge() writes ${ms} ms as ${text}`, () => assert.equal(formatAge(ms), text));
}

Deno.test("formatList() lines up its columns", () => {
  const base = { createdAt: "2026-01-01T00:00:00.000Z", owner: null } as unknown as DesktopState;
  const all = [
    { ...base, id: "aaaaaaaa", label: "a long label", display: ":100" },
    { ...base, id: "bbbbbbbb", label: "b", display: ":1000", owner: { pid: 42, startTime: "1" } },
  ];
  assert.equal(
    formatList(all, Date.parse("2026-01-01T00:00:05.000Z")),
    [
      "ID        LABEL         DISPLAY  OWNER  AGE",
      "aaaaaaaa  a long label  :100     -      5s",
      "bbbbbbbb  b             :1000    42     5s",
      "",
    ].join("\n"),
  );
});
