// Times of the chart in the reader's language.
// @vitest-environment node

import { LANGUAGES } from "@truetick/contract";
import { createNotation } from "@truetick/ui";
import { expect, test } from "vitest";
import { createDateWriter } from "./chart-dates.ts";

const noon = new Date(2026, 10, 5, 12, 30).getTime();
const asked = (template: string) => ({ timestamp: noon, template, type: "crosshair" as const });

test.each([
  ["en-GB-u-nu-latn", "12:30", "5 Nov, 12:30", "5 Nov 2026"],
  ["de-u-nu-latn", "12:30", "5. Nov., 12:30", "5. Nov. 2026"],
  ["zh-Hant-HK-u-nu-latn", "12:30", "11月5日 12:30", "2026年11月5日"],
])("%s", (tag, time, moment, date) => {
  const write = createDateWriter({ tag });
  expect(write(asked("HH:mm"))).toBe(time);
  expect(write(asked("MM-DD HH:mm"))).toBe(moment);
  expect(write(asked("YYYY-MM-DD HH:mm"))).toBe(moment);
  expect(write(asked("YYYY-MM-DD"))).toBe(date);
});

test.each(LANGUAGES.map(({ tag }) => tag))("%s writes hours as its own formatter would", (tag) => {
  const notation = createNotation(tag);
  const format = new Intl.DateTimeFormat(notation.tag, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const write = createDateWriter(notation);
  for (const hour of [0, 9, 12, 23]) {
    const timestamp = new Date(2026, 10, 5, hour, 5).getTime();
    expect(write({ timestamp, template: "HH:mm", type: "xAxis" })).toBe(format.format(timestamp));
  }
});
