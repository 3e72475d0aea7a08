// Who needs the sentence about the home screen.
// @vitest-environment node

import { expect, test } from "vitest";
import { isIos } from "./is-ios.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15";
const PIXEL = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130 Mobile";

test.each([
  ["an iPhone", IPHONE, 5, true],
  ["an iPad that says Mac", MAC, 5, true],
  ["a Mac", MAC, 0, false],
  ["an Android phone", PIXEL, 5, false],
])("%s", (_name, userAgent, maxTouchPoints, expected) => {
  expect(isIos({ userAgent, maxTouchPoints })).toBe(expected);
});
