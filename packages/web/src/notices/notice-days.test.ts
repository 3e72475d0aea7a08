// Days in the reader's own calendar and words.
// @vitest-environment node

import type { Notice } from "@truetick/contract/notices";
import { expect, test } from "vitest";
import { noticesByDay } from "./notice-days.ts";

const at = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month - 1, day, hour).getTime();
const NOW_MS = at(2026, 3, 2, 9);

function notice(id: string, atMs: number): Notice {
  const told = { kind: "priceAlert", title: id, text: "", link: "/trade", isRead: false } as const;
  return { ...told, id, createdAt: atMs / 1_000 };
}

const namesOf = (tag: string, ...times: number[]) =>
  noticesByDay(
    times.map((time, at) => notice(String(at), time)),
    { nowMs: NOW_MS, tag },
  ).map(({ name, notices }) => `${name}: ${notices.map(({ id }) => id).join()}`);

test("today and yesterday by name, across a month's end; older days by date, each once", () => {
  const times = [at(2026, 3, 2, 8), at(2026, 3, 2, 0), at(2026, 3, 1, 23), at(2026, 2, 27, 12)];
  expect(namesOf("en", ...times)).toEqual(["today: 0,1", "yesterday: 2", "Friday, February 27: 3"]);
});

test("in the reader's words, and with the year where it is another", () => {
  expect(namesOf("zh-Hant-HK", NOW_MS)).toEqual(["今日: 0"]);
  expect(namesOf("en", at(2025, 12, 31, 12))).toEqual(["Wednesday, December 31, 2025: 0"]);
});

test("a server whose clock is ahead tells nothing of tomorrow", () => {
  expect(namesOf("en", at(2026, 3, 3, 1))).toEqual(["today: 0"]);
});
