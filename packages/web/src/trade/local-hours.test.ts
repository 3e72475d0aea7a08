// Hours of a market by the reader's own clock. The zone of the tests is UTC or whatever the machine
// has; everything is said relative to local midnights, so it holds in any.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { isAlwaysOpen, localDays, openUntilMs } from "./local-hours.ts";

const HOUR = 3_600;
/** Wednesday noon, and the midnight before it, by the local clock. */
const now = new Date(2026, 6, 15, 12).getTime();
const today = new Date(2026, 6, 15).getTime() / 1_000;
const span = (fromHour: number, toHour: number) => {
  return { from: today + fromHour * HOUR, to: today + toHour * HOUR };
};

describe("the days of the reader", () => {
  test("are seven from today on, each with what falls into it", () => {
    const days = localDays([span(-30, -20), span(9, 17), span(33, 41)], now);
    expect(days).toHaveLength(7);
    expect(days.map(({ isToday }) => isToday)).toEqual([true, ...Array(6).fill(false)]);
    expect(days[0]?.stretches).toEqual([
      { fromMs: (today + 9 * HOUR) * 1_000, toMs: (today + 17 * HOUR) * 1_000 },
    ]);
    expect(days[1]?.stretches).toHaveLength(1);
    expect(days[2]?.stretches).toEqual([]);
  });

  test("cut what runs over midnight in two, and keep a break apart", () => {
    const days = localDays([span(22, 29), span(31, 40)], now);
    const [first, second] = days;
    expect(first?.stretches).toEqual([
      { fromMs: (today + 22 * HOUR) * 1_000, toMs: (today + 24 * HOUR) * 1_000 },
    ]);
    expect(second?.stretches.map(({ fromMs }) => fromMs / 1_000 - today)).toEqual([
      24 * HOUR,
      31 * HOUR,
    ]);
  });

  test("know what never closes", () => {
    expect(isAlwaysOpen(localDays([span(-24, 24 * 9)], now))).toBe(true);
    expect(isAlwaysOpen(localDays([span(-24, 24 * 3)], now))).toBe(false);
    expect(isAlwaysOpen(localDays([], now))).toBe(false);
  });
});

describe("until when it is open", () => {
  test("is the end of the stretch that holds the moment", () => {
    expect(openUntilMs([span(9, 17)], now)).toBe((today + 17 * HOUR) * 1_000);
    expect(openUntilMs([span(13, 17)], now)).toBeNull();
    expect(openUntilMs([span(9, 12)], now)).toBeNull();
  });
});
