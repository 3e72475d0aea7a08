// @ts-check
// Counts what the test runners report. Used by gate.mjs. Invariants: a run that broke outside of
// any test (a file that does not load, a crash, no report) counts as at least one failure; a test
// that failed and then passed by itself is named as unsteady, and only a few of them are let pass.

/**
 * @typedef {{ passed: number, failed: number, skipped: readonly string[],
 *   failures: readonly string[], unsteady: readonly string[] }} Tally
 * @typedef {{ status: string, fullName: string, failureMessages?: string[],
 *   meta?: { figures?: Record<string, unknown> } }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ status: string }} PlaywrightTest
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightTest[] }[],
 *   suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors: unknown[] }} PlaywrightReport
 */

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] };

/** More than these are no accident of a busy machine. */
export const UNSTEADY_MAX = 5;

/** One check that passed or did not. @param {boolean} hasPassed @returns {Tally} */
export function tallyOf(hasPassed) {
  return { ...NOTHING, passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 };
}

/** @param {Tally} a @param {Tally} b @returns {Tally} */
export function addTallies(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: [...a.skipped, ...b.skipped],
    failures: [...a.failures, ...b.failures],
    unsteady: [...a.unsteady, ...b.unsteady],
  };
}

/**
 * The files whose tests failed and are worth a second look alone; null: too many, or the run broke
 * outside of its tests. @param {VitestReport | null} report @returns {readonly string[] | null}
 */
export function filesToSeeAgain(report) {
  const bad = (report?.testResults ?? []).filter(({ status }) => status === "failed");
  const tests = bad.flatMap((file) => file.assertionResults.filter(isFailed));
  const isBroken = bad.some((file) => !file.assertionResults.some(isFailed));
  if (isBroken || tests.length === 0 || tests.length > UNSTEADY_MAX) return null;
  return bad.map(({ name }) => name);
}

/**
 * What failed first and not the second time is unsteady.
 * @param {Tally} first @param {Tally} again @returns {Tally}
 */
export function seenAgain(first, again) {
  const names = new Set(again.failures.map(nameOf));
  const unsteady = first.failures.filter((failure) => !names.has(nameOf(failure)));
  const stayed = again.failed === 0 ? [] : again.failures;
  const failed = again.failed;
  const passed = first.passed + first.failed - failed;
  return { ...first, passed, failed, failures: stayed, unsteady };
}

/** @param {string} failure */
function nameOf(failure) {
  return failure.split("\n", 1)[0];
}

/** @param {VitestTest} test */
function isFailed({ status }) {
  return status === "failed";
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
    ...NOTHING,
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter(isFailed).length + brokenFiles.length,
    failures: [
      ...tests
        .filter(isFailed)
        .map(({ fullName, failureMessages: [message = ""] = [] }) => described(fullName, message)),
      ...brokenFiles.map(({ name }) => `${name} does not load`),
    ],
    skipped: tests
      .filter((test) => !["passed", "failed"].includes(test.status))
      .map((test) => test.fullName),
  };
  return withCrash(tally, hasExitedWell && report !== null);
}

/** @param {PlaywrightReport | null} report @param {boolean} hasExitedWell @returns {Tally} */
export function playwrightTally(report, hasExitedWell) {
  const tests = (report?.suites ?? []).flatMap((suite) => testsOf(suite));
  const flaky = tests.filter((test) => test.status === "flaky").map(({ name }) => name);
  const isAccident = flaky.length <= UNSTEADY_MAX;
  const bad = tests.filter(
    ({ status }) => status === "unexpected" || (status === "flaky" && !isAccident),
  );
  const errors = report?.errors ?? [];
  const tally = {
    ...NOTHING,
    passed:
      tests.filter((test) => test.status === "expected").length + (isAccident ? flaky.length : 0),
    failed: bad.length + errors.length,
    failures: [...bad.map(({ name }) => name), ...errors.map((error) => JSON.stringify(error))],
    unsteady: isAccident ? flaky : [],
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

/** Its name and the first words of why. @param {string} name @param {string} message */
function described(name, message) {
  return `${name}\n    ${message.split("\n", 3).join("\n    ")}`;
}
