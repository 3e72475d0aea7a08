// A gate that miscounts is no gate: what the runners report, and what they fail to report.
import { describe, expect, it } from "vitest";
import { addTallies, NOTHING, playwrightTally, tallyOf, vitestTally } from "./tally.mjs";

function vitestFile(status: string, ...tests: string[]) {
  return {
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: `a ${test} test` })),
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
    });
  });

  it("counts a file that does not load as a failure", () => {
    const report = { testResults: [vitestFile("passed", "passed"), vitestFile("failed")] };
    expect(vitestTally(report, false)).toEqual({ passed: 1, failed: 1, skipped: [] });
  });

  it("counts an error outside of any test, and a missing report, as a failure", () => {
    const report = { testResults: [vitestFile("passed", "passed")] };
    expect(vitestTally(report, false)).toEqual({ passed: 1, failed: 1, skipped: [] });
    expect(vitestTally(null, true)).toEqual({ passed: 0, failed: 1, skipped: [] });
  });
});

describe("counting Playwright", () => {
  const suite = (...statuses: string[]) => ({
    title: "quotes.e2e.ts",
    specs: statuses.map((status) => ({ title: `is ${status}`, tests: [{ status }] })),
    suites: [{ title: "inner", specs: [{ title: "deep", tests: [{ status: "expected" }] }] }],
  });

  it("walks nested groups, and a flaky test is a failure", () => {
    const report = { suites: [suite("expected", "unexpected", "flaky", "skipped")], errors: [] };
    expect(playwrightTally(report, false)).toEqual({
      passed: 2,
      failed: 2,
      skipped: ["quotes.e2e.ts is skipped"],
    });
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
  expect(total).toEqual({ passed: 1, failed: 1, skipped: ["x"] });
});
