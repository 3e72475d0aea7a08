// T88: no cell of a file is carried out by a spreadsheet, and every other one comes back as it was.

import { describe, expect, it } from "vitest";
import { csvLine, csvMoment } from "./csv.ts";

const HOSTILE = [
  "=1+1",
  '=HYPERLINK("http://x.test","click")',
  "+1+1",
  "-1+1",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+9)*cmd|' /C calc'!A0",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
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
  ])("%j comes back as it was", (cell) => {
    expect(readCells(csvLine([cell, "end"]))).toEqual([cell, "end"]);
  });

  it("writes moments so that they sort", () => {
    expect(csvMoment(Date.UTC(2026, 0, 5, 12, 30, 5, 999))).toBe("2026-01-05 12:30:05");
  });
});
