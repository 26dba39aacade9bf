/**
 * Counts tests in the JUnit report that `deno test --junit-path` writes.
 * @module
 */

/** How many tests (steps included) ended how. */
export interface Counts {
  /** Passed. */
  readonly passed: number;
  /** Failed, errors included. */
  readonly failed: number;
  /** Skipped. */
  readonly skipped: number;
}

/** No test at all. */
export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts the tests of a report.
 *
 * @param xml The report; an empty text when the run ended before it was written.
 * @param status Exit status of the run. One that failed without a failed test (a module that can't be loaded) counts as
 * one failure.
 */
export function countTests(xml: string, status: number): Counts {
  const suites = [...xml.matchAll(/<testsuite\s[^>]*>/g)].map((match) => match[0]);
  const sum = (name: string) => suites.reduce((total, suite) => total + attribute(suite, name), 0);
  const failed = sum("failures") + sum("errors");
  const skipped = sum("disabled");
  const passed = sum("tests") - failed - skipped;
  return { passed, skipped, failed: failed === 0 && status !== 0 ? 1 : failed };
}

function attribute(tag: string, name: string): number {
  return Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
}

/** Adds counts up. */
export function addCounts(all: readonly Counts[]): Counts {
  return all.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }), noTests);
}

/** Whether a run counts as good: something ran, and nothing failed. */
export function isGood(counts: Counts): boolean {
  return counts.failed === 0 && counts.passed > 0;
}
