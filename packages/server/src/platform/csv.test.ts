// T88: no cell of a file is carried out by a spreadsheet, and every other one comes back as it was.

import { describe, expect, it } from "vitest";
import { csvHeading, csvLine, csvMoment } from "./csv.ts";

const HOSTILE = [
  "=1+1",
  '=HYPERLINK("http://x.test","click")',
  "+1+1",
  "-1+1",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+9)*cmd|' /C calc'!A0",
  " =1+1",
  "\u00a0=1+1",
  "\u200b=1+1",
  "\ufeff=1+1",
  "＝1+1",
  "＋1",
  "－1x",
  "＠A1",
  "|cmd",
  "%0A=1",
  '=";"',
  "=A1,=A2",
  "--1",
  "-",
  "+85291234567",
];

/** Where the list separator is a semicolon, these are several cells, whatever the quotes say. */
const HOSTILE_INSIDE = [
  ["INV1;=cmd|' /C calc'!A0", "INV1;'=cmd|' /C calc'!A0"],
  ["INV1; =1+1", "INV1;' =1+1"],
  ["INV1;;+1+1", "INV1;;'+1+1"],
  ["INV1;@A1;-1x", "INV1;'@A1;'-1x"],
  // What is cut out of the middle may go on behind its number.
  ["INV1;-5", "INV1;'-5"],
  ['INV1;"=1+1', "INV1;'\"=1+1"],
  ["INV1;＝1+1", "INV1;'＝1+1"],
  ["INV1\t=1+1", "INV1\t'=1+1"],
  ["INV1\r\n=1+1", "INV1\r\n'=1+1"],
  ["\t=1+1", "'\t'=1+1"],
  ["\r=1+1", "'\r'=1+1"],
  ["\n=1+1", "'\n'=1+1"],
];

/** As a spreadsheet reads it: quotes off, doubled ones single. */
function readCells(line: string): string[] {
  const cells: string[] = [];
  let rest = line.replace(/\r\n$/, "");
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/s.exec(rest);
    const plain = /^([^,]*)(,|$)/s.exec(rest);
    const found = quoted ?? plain;
    if (!found) throw new Error("no cell");
    cells.push(quoted ? (found[1] ?? "").replaceAll('""', '"') : (found[1] ?? ""));
    if (found[2] === "") return cells;
    rest = rest.slice(found[0].length);
  }
}

describe("T88: cells of a file", () => {
  it.each(HOSTILE)("%j is text to a spreadsheet", (cell) => {
    const [, read] = readCells(csvLine(["before", cell, "after"]));
    expect(read).toBe(`'${cell}`);
    expect(read).toMatch(/^'/);
  });

  it.each(HOSTILE_INSIDE)("%j is text to one that separates otherwise", (cell, safe) => {
    expect(readCells(csvLine(["before", cell, "after"]))).toEqual(["before", safe, "after"]);
  });

  it("begins so that no spreadsheet takes its letters for others", () => {
    expect(csvHeading(["id", "name"])).toBe("\ufeffid,name\r\n");
  });

  it.each([
    "",
    "0",
    "-5.000000",
    "12345678.123456",
    "a, b",
    'say "hi"',
    "two\nlines",
    "x=1",
    "a@b",
    "a;b\tc",
    "Mon; 9-17",
    "a;b=c;",
    "two\nlines\t5",
  ])("%j comes back as it was", (cell) => {
    expect(readCells(csvLine([cell, "end"]))).toEqual([cell, "end"]);
  });

  it("writes moments so that they sort", () => {
    expect(csvMoment(Date.UTC(2026, 0, 5, 12, 30, 5, 999))).toBe("2026-01-05 12:30:05");
  });
});
