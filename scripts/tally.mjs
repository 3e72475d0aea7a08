// @ts-check
// Counts what the test runners report. Used by gate.mjs. Invariant: a run that broke outside of
// any test (a file that does not load, a crash, no report) counts as at least one failure.

/**
 * @typedef {{ passed: number, failed: number, skipped: readonly string[] }} Tally
 * @typedef {{ status: string, fullName: string }} VitestTest
 * @typedef {{ testResults: { status: string, assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ status: string }} PlaywrightTest
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightTest[] }[],
 *   suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors: unknown[] }} PlaywrightReport
 */

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: 0, skipped: [] };

/** One check that passed or did not. @param {boolean} hasPassed @returns {Tally} */
export function tallyOf(hasPassed) {
  return { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: [] };
}

/** @param {Tally} a @param {Tally} b @returns {Tally} */
export function addTallies(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: [...a.skipped, ...b.skipped],
  };
}

/** @param {VitestReport | null} report @param {boolean} hasExitedWell @returns {Tally} */
export function vitestTally(report, hasExitedWell) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const brokenFiles = files.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const tally = {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter((test) => test.status === "failed").length + brokenFiles.length,
    skipped: tests
      .filter((test) => !["passed", "failed"].includes(test.status))
      .map((test) => test.fullName),
  };
  return withCrash(tally, hasExitedWell && report !== null);
}

/** @param {PlaywrightReport | null} report @param {boolean} hasExitedWell @returns {Tally} */
export function playwrightTally(report, hasExitedWell) {
  const tests = (report?.suites ?? []).flatMap((suite) => testsOf(suite));
  const tally = {
    passed: tests.filter((test) => test.status === "expected").length,
    failed:
      tests.filter((test) => test.status === "unexpected" || test.status === "flaky").length +
      (report?.errors.length ?? 0),
    skipped: tests.filter((test) => test.status === "skipped").map((test) => test.name),
  };
  return withCrash(tally, hasExitedWell && report !== null);
}

/** @param {PlaywrightSuite} suite @returns {{ name: string, status: string }[]} */
function testsOf({ title, specs = [], suites = [] }) {
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status }) => ({ name: `${title} ${spec.title}`, status })),
    ),
    ...suites.flatMap((inner) =>
      testsOf(inner).map((test) => ({ ...test, name: `${title} ${test.name}` })),
    ),
  ];
}

/** @param {Tally} tally @param {boolean} isWell @returns {Tally} */
function withCrash(tally, isWell) {
  return isWell || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
