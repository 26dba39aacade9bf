import assert from "node:assert/strict";
import { addCounts, countTests, isGood, noTests } from "../../scripts/junit.ts";

const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="8" failures="3" errors="0" time="0.3">
    <testsuite name="./a_test.ts" tests="6" disabled="1" errors="0" failures="3">
        <testcase name="tests=&quot;9&quot;" classname="./a_test.ts"></testcase>
    </testsuite>
    <testsuite name="./b_test.ts" tests="2" disabled="0" errors="0" failures="0">
    </testsuite>
</testsuites>`;

Deno.test("countTests() adds up the suites", () => {
  assert.deepEqual(countTests(report, 1), { passed: 4, failed: 3, skipped: 1 });
});

Deno.test("countTests() counts a run that failed without a report as one failure", () => {
  assert.deepEqual(countTests("", 1), { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(countTests("", 0), noTests);
});

Deno.test("isGood() wants something to have run", () => {
  assert.equal(isGood(noTests), false);
  assert.equal(isGood(addCounts([noTests, { passed: 1, failed: 0, skipped: 0 }])), true);
  assert.equal(isGood(addCounts([{ passed: 9, failed: 0, skipped: 0 }, { passed: 0, failed: 1, skipped: 0 }])), false);
});
