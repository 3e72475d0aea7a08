// Days are the reader's own, each named once, newest first.

import { expect, test } from "vitest";
import { sampleOrder } from "../testing/sample-order.ts";
import { groupDays, nameDay } from "./group-days.ts";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime() / 1_000;
const NOW = new Date(2026, 10, 15, 12);

test("a heading before the first of every day", () => {
  const orders = [at(15, 9), at(15, 1), at(14, 23), at(2, 8)].map((endedAt, index) =>
    sampleOrder({ id: String(9 - index), status: "closed", endedAt }),
  );
  const kinds = groupDays(orders).map(({ kind, id }) => (kind === "day" ? "day" : id));
  expect(kinds).toEqual(["day", "9", "8", "day", "7", "day", "6"]);
});

test("today and yesterday by name, others by date", () => {
  expect(nameDay(new Date(2026, 10, 15), NOW, "en")).toBe("Today");
  expect(nameDay(new Date(2026, 10, 14), NOW, "de")).toBe("Gestern");
  expect(nameDay(new Date(2026, 10, 2), NOW, "en")).toBe("Monday, November 2");
  expect(nameDay(new Date(2025, 0, 2), NOW, "en")).toContain("2025");
});
