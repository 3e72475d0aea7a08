// Holds docs/reliability.md to the code: every fault from F01 to F30 has one line, no cell is
// empty, every drill that is named is a test of its file, and a fault without a drill says so and
// has nothing measured.

import { expect, test } from "vitest";
import figures from "../e2e/campaigns/figures.json" with { type: "json" };
import { campaignTable, figuresOf, LINES, RACES, unmetLines } from "./campaign/figures.mjs";
import { missingTests, NAMED, readLinks, readPage } from "./named-tests.ts";
import { placeTables } from "./place-tables.mjs";

const PAGE = readPage("reliability.md");
const FAULTS = 30;

const ROWS = PAGE.split("\n")
  .filter((row) => /^\| F\d\d \|/.test(row))
  .map((row) => row.slice(2, -2).split(" | "));

test("every fault has one line, in order, and no cell of it is empty", () => {
  const ids = Array.from({ length: FAULTS }, (_, at) => `F${String(at + 1).padStart(2, "0")}`);
  expect(ROWS.map(([id]) => id)).toEqual(ids);
  for (const row of ROWS) {
    expect(row.length, row[0]).toBe(6);
    expect(row.filter((cell) => cell.trim() === "")).toEqual([]);
  }
});

test("a drill is a named test, or there is none and something is missing", () => {
  for (const [id = "", , , drill = "", , missing = ""] of ROWS) {
    if (drill === "none yet") expect(missing, id).not.toBe("nothing");
    else expect(drill.replaceAll(NAMED, "").replaceAll("<br>", ""), id).toBe("");
  }
});

test("every drill that is named is a test of its file", () => {
  expect(missingTests(PAGE)).toEqual([]);
});

test("every page and file that is linked exists", () => {
  const { count, broken } = readLinks(PAGE);
  expect(count).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test("what is not yet measured is said so, and figures name where they are from", () => {
  for (const [id = "", , , , result = ""] of ROWS) {
    const isFigure = /\d/.test(result.replaceAll(/F\d\d|FULL=1|G\d\w?/g, ""));
    if (isFigure) expect(result, id).toMatch(/README|npm test|not yet measured|as tested/);
    else expect(result, id).toMatch(/as tested|not yet measured/);
  }
});

test("the campaign's table is made of its figures, and each of them meets its floor", () => {
  const table = { name: "campaign", text: campaignTable(figures.figures) };
  expect(placeTables(PAGE, [table])).toBe(PAGE);
  // Before the first whole campaign there is none; a part of one is not enough.
  const isMeasured = figures.measuredAt !== "";
  expect(unmetLines(figures.figures)).toHaveLength(isMeasured ? 0 : LINES.length);
});

test("a figure that is missing, too small or of a test that failed meets no floor", () => {
  const test = (status: string, own: Record<string, unknown>) => ({
    status,
    fullName: "",
    meta: { figures: own },
  });
  const kills = { campaign: "kills", kills: 200, acknowledged: 499_999, lost: 0 };
  const race = { campaign: "races", race: RACES[0], ways: 500, winners: 2 };
  const file = {
    name: "",
    status: "",
    assertionResults: [test("passed", kills), test("passed", race)],
  };
  const failed = {
    ...file,
    assertionResults: [test("failed", { ...kills, acknowledged: 500_000 })],
  };
  const unmet = unmetLines(figuresOf([{ testResults: [file, failed] }, null])).join("\n");
  expect(unmet).toContain("acknowledged over HTTP: 499,999");
  expect(unmet).toContain("race: submit: 500 at once, 2 winner");
  expect(unmet).toContain("seeds of the simulated hot path: not yet measured");
  expect(unmet).not.toContain("kills of the running program");
});
