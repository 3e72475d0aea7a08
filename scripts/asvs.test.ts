// Holds docs/asvs.md to the code: every requirement of ASVS 5.0, level 1 and 2, stands there once
// and under its level; every test that is named is a test of its file, every page exists; what is
// not met says what is missing; and the sums in its head are those of its lines.

import { expect, test } from "vitest";
import { missingTests, NAMED, readLinks, readPage } from "./named-tests.ts";

const PAGE = readPage("asvs.md");

/** The sections of the standard with the levels of their requirements in order; 3 is not ours. */
const LEVELS: Readonly<Record<string, string>> = {
  "1.1": "22",
  "1.2": "1111122223",
  "1.3": "112222222223",
  "1.4": "222",
  "1.5": "123",
  "2.1": "122",
  "2.2": "112",
  "2.3": "12223",
  "2.4": "23",
  "3.1": "3",
  "3.2": "113",
  "3.3": "12223",
  "3.4": "11222233",
  "3.5": "11122333",
  "3.6": "3",
  "3.7": "22333",
  "4.1": "12233",
  "4.2": "23333",
  "4.3": "22",
  "4.4": "1222",
  "5.1": "2",
  "5.2": "112333",
  "5.3": "113",
  "5.4": "222",
  "6.1": "122",
  "6.2": "111111112222",
  "6.3": "11223333",
  "6.4": "112233",
  "6.5": "22222333",
  "6.6": "2223",
  "6.7": "33",
  "6.8": "2222",
  "7.1": "222",
  "7.2": "1111",
  "7.3": "22",
  "7.4": "11222",
  "7.5": "223",
  "7.6": "22",
  "8.1": "1233",
  "8.2": "1123",
  "8.3": "133",
  "8.4": "23",
  "9.1": "111",
  "9.2": "1222",
  "10.1": "22",
  "10.2": "223",
  "10.3": "22223",
  "10.4": "1111122222233333",
  "10.5": "22222",
  "10.6": "22",
  "10.7": "222",
  "11.1": "2233",
  "11.2": "22233",
  "11.3": "11233",
  "11.4": "1222",
  "11.5": "23",
  "11.6": "23",
  "11.7": "33",
  "12.1": "12233",
  "12.2": "11",
  "12.3": "22223",
  "13.1": "2333",
  "13.2": "222223",
  "13.3": "2233",
  "13.4": "1222233",
  "14.1": "22",
  "14.2": "12223333",
  "14.3": "122",
  "15.1": "12233",
  "15.2": "12233",
  "15.3": "1222222",
  "15.4": "3333",
  "16.1": "2",
  "16.2": "22222",
  "16.3": "2222",
  "16.4": "222",
  "16.5": "2223",
  "17.1": "23",
  "17.2": "22223333",
  "17.3": "22",
};

const ASKED = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].flatMap((level, at) => (level === "3" ? [] : [`${section}.${at + 1} L${level}`])),
);

type Line = {
  readonly id: string;
  readonly level: string;
  readonly asks: string;
  readonly answer: string;
};

const LINES: readonly Line[] = PAGE.split("\n")
  .filter((row) => /^\| \d/.test(row))
  .map((row) => {
    const [id = "", level = "", asks = "", answer = "", ...rest] = row.slice(2, -2).split(" | ");
    expect(rest, row).toEqual([]);
    return { id, level, asks, answer };
  });

const KINDS = {
  shown: /^shown: /,
  written: /^written: /,
  idle: /^does not apply: \S.{5}/,
  missed: /^\*\*not met:\*\* \S.{20}/,
} as const;

const countOf = (kind: RegExp) => LINES.filter(({ answer }) => kind.test(answer)).length;

test("the standard has 70 requirements of level 1 and 183 of level 2", () => {
  expect(ASKED.filter((id) => id.endsWith("L1")).length).toBe(70);
  expect(ASKED.filter((id) => id.endsWith("L2")).length).toBe(183);
});

test("every requirement is answered once, in its order and under its level", () => {
  expect(LINES.map(({ id, level }) => `${id} L${level}`)).toEqual(ASKED);
});

test("every answer is one of four kinds, and names what it rests on", () => {
  for (const { id, asks, answer } of LINES) {
    expect(asks.trim(), id).not.toBe("");
    expect(Object.values(KINDS).filter((kind) => kind.test(answer)).length, id).toBe(1);
    if (KINDS.shown.test(answer)) expect([...answer.matchAll(NAMED)], id).not.toEqual([]);
    if (KINDS.written.test(answer)) expect(answer, id).toMatch(/\]\([^)]+\)/);
    if (KINDS.missed.test(answer)) expect(answer, id).toContain("Missing");
  }
});

test("every test that is named is a test of its file", () => {
  expect(missingTests(PAGE)).toEqual([]);
});

test("every page that is named exists", () => {
  const { count, broken } = readLinks(PAGE);
  expect(count).toBeGreaterThan(200);
  expect(broken).toEqual([]);
});

test("the head counts what its lines say", () => {
  const { shown, written, idle, missed } = KINDS;
  const counts = [LINES.length, ...[shown, written, idle, missed].map(countOf)];
  const [all, byTests, byPages, none, open] = counts;
  expect(PAGE).toContain(
    `Of ${all} requirements ${byTests} are shown by tests, ${byPages} are written down, ` +
      `${none} do not apply, and ${open} are not met.`,
  );
});
