// Holds docs/reliability.md to the code: every fault from F01 to F30 has one line, no cell is
// empty, every drill that is named is a test of its file, and a fault without a drill says so and
// has nothing measured.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PAGE = readFileSync(join(ROOT, "docs/reliability.md"), "utf8");
const FAULTS = 30;
const NAMED = /\[([^\]]+)\]\(\.\.\/([^)]+)\) `([^`]+)`/g;

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
  const missing = [...PAGE.matchAll(NAMED)].filter(([, , file = "", title = ""]) => {
    const path = join(ROOT, file);
    if (!existsSync(path)) return true;
    const source = readFileSync(path, "utf8");
    return !['"', "'", "`"].some((quote) => source.includes(quote + title + quote));
  });
  expect(missing.map(([, , file, title]) => `${file}: ${title}`)).toEqual([]);
});

test("every page and file that is linked exists", () => {
  const links = [...PAGE.matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((path) => !existsSync(join(ROOT, "docs", path)))).toEqual([]);
});

test("what is not yet measured is said so, and figures name where they are from", () => {
  for (const [id = "", , , , result = ""] of ROWS) {
    const isFigure = /\d/.test(result.replaceAll(/F\d\d|FULL=1|G\d\w?/g, ""));
    if (isFigure) expect(result, id).toMatch(/README|npm test|not yet measured|as tested/);
    else expect(result, id).toMatch(/as tested|not yet measured/);
  }
});
