// A gate that miscounts is no gate: what the runners report, and what they fail to report.
import { describe, expect, it } from "vitest";
import {
  addTallies,
  filesToSeeAgain,
  NOTHING,
  playwrightTally,
  seenAgain,
  tallyOf,
  UNSTEADY_MAX,
  vitestTally,
} from "./tally.mjs";

function vitestFile(status: string, ...tests: string[]) {
  return {
    name: `${status}.test.ts`,
    status,
    assertionResults: tests.map((test) => ({
      status: test,
      fullName: `a ${test} test`,
      failureMessages: ["Error: it broke\nat some place"],
    })),
  };
}

describe("counting vitest", () => {
  it("adds up the tests of all files and names what was skipped", () => {
    const report = {
      testResults: [
        vitestFile("passed", "passed", "passed", "skipped"),
        vitestFile("failed", "passed", "failed"),
      ],
    };
    expect(vitestTally(report, false)).toEqual({
      passed: 3,
      failed: 1,
      skipped: ["a skipped test"],
      failures: ["a failed test\n    Error: it broke\n    at some place"],
      unsteady: [],
    });
  });

  it("counts a file that does not load as a failure", () => {
    const report = { testResults: [vitestFile("passed", "passed"), vitestFile("failed")] };
    expect(vitestTally(report, false)).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ["failed.test.ts does not load"],
    });
  });

  it("counts an error outside of any test, and a missing report, as a failure", () => {
    const report = { testResults: [vitestFile("passed", "passed")] };
    expect(vitestTally(report, false)).toMatchObject({ passed: 1, failed: 1 });
    expect(vitestTally(null, true)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe("a second look", () => {
  const failing = (count: number) => ({
    testResults: [vitestFile("failed", "passed", ...Array.from({ length: count }, () => "failed"))],
  });

  it("is taken at a few failures, not at many, nor at files that do not load", () => {
    expect(filesToSeeAgain(failing(UNSTEADY_MAX))).toEqual(["failed.test.ts"]);
    expect(filesToSeeAgain(failing(UNSTEADY_MAX + 1))).toBeNull();
    expect(filesToSeeAgain({ testResults: [vitestFile("failed")] })).toBeNull();
    expect(filesToSeeAgain(null)).toBeNull();
  });

  it("names what passed then as unsteady, and leaves what failed again failed", () => {
    const first = vitestTally(failing(1), false);
    const well = vitestTally({ testResults: [vitestFile("passed", "passed", "passed")] }, true);
    expect(seenAgain(first, well)).toMatchObject({
      passed: 2,
      failed: 0,
      failures: [],
      unsteady: [expect.stringContaining("a failed test")],
    });
    expect(seenAgain(first, first)).toMatchObject({ passed: 1, failed: 1, unsteady: [] });
    expect(seenAgain(first, vitestTally(null, false))).toMatchObject({ failed: 1 });
  });
});

describe("counting Playwright", () => {
  const suite = (...statuses: string[]) => ({
    title: "quotes.e2e.ts",
    specs: statuses.map((status) => ({ title: `is ${status}`, tests: [{ status }] })),
    suites: [{ title: "inner", specs: [{ title: "deep", tests: [{ status: "expected" }] }] }],
  });

  it("walks nested groups, and names a flaky test as unsteady", () => {
    const report = { suites: [suite("expected", "unexpected", "flaky", "skipped")], errors: [] };
    expect(playwrightTally(report, false)).toEqual({
      passed: 3,
      failed: 1,
      skipped: ["quotes.e2e.ts is skipped"],
      failures: ["quotes.e2e.ts is unexpected"],
      unsteady: ["quotes.e2e.ts is flaky"],
    });
  });

  it("takes many flaky tests for failures", () => {
    const flaky = Array.from({ length: UNSTEADY_MAX + 1 }, () => "flaky");
    const tally = playwrightTally({ suites: [suite(...flaky)], errors: [] }, true);
    expect(tally).toMatchObject({ failed: UNSTEADY_MAX + 1, unsteady: [] });
  });

  it("counts errors outside of any test, and a missing report, as failures", () => {
    const report = { suites: [suite("expected")], errors: [{ message: "no server" }] };
    expect(playwrightTally(report, false).failed).toBe(1);
    expect(playwrightTally({ ...report, errors: [] }, false).failed).toBe(1);
    expect(playwrightTally(null, true).failed).toBe(1);
  });
});

it("sums steps", () => {
  const total = [tallyOf(true), tallyOf(false), { ...NOTHING, skipped: ["x"] }].reduce(addTallies);
  expect(total).toMatchObject({ passed: 1, failed: 1, skipped: ["x"] });
});
