// Times of the chart in the reader's language.
// @vitest-environment node

import { expect, test } from "vitest";
import { createDateWriter } from "./chart-dates.ts";

const noon = new Date(2026, 10, 5, 12, 30).getTime();
const asked = (template: string) => ({ timestamp: noon, template });

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
