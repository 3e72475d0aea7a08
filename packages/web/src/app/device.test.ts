// Spec §9, desktop detection by user agent: a phone has the phone's layout even when it is wide.

import { beforeEach, expect, test, vi } from "vitest";
import { deviceOf, followDevice, viewportFor } from "./device.ts";
import { WIDE } from "./use-media.ts";

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
const AGENTS = {
  iPhone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Mobile/15E148`,
  pixel: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  firefoxPhone: "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
  webView: `Mozilla/5.0 (Linux; Android 14; wv) ${CHROME} Mobile Safari/537.36`,
  iPadOld: `Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) ${SAFARI} Mobile/15E148`,
  iPad: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.0 Safari/605.1.15`,
  androidTablet: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
  samsungTablet: `Mozilla/5.0 (Linux; Android 13; SM-X700) ${CHROME} Mobile Safari/537.36`,
  firefoxTablet: "Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0",
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  linux: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
} as const;

const PHONES = ["iPhone", "pixel", "firefoxPhone", "webView"];

test.each(Object.entries(AGENTS))("%s is told apart by its user agent", (name, agent) => {
  expect(deviceOf(agent)).toBe(PHONES.includes(name) ? "phone" : "desktop");
});

test("what names no device is a desktop", () => {
  expect(deviceOf("")).toBe("desktop");
});

const BY_WIDTH = "width=device-width, initial-scale=1, viewport-fit=cover";
const AS_A_PHONE = "width=767, viewport-fit=cover";

test.each([
  ["phone", 320, BY_WIDTH],
  ["phone", 767, BY_WIDTH],
  ["phone", 768, AS_A_PHONE],
  ["phone", 956, AS_A_PHONE],
  ["desktop", 320, BY_WIDTH],
  ["desktop", 1920, BY_WIDTH],
] as const)("a %s %i wide has the viewport %s", (device, screenWidth, expected) => {
  expect(viewportFor({ device, screenWidth })).toBe(expected);
});

test("the phone's width is one below the desktop's", () => {
  expect(WIDE).toBe("(min-width: 768px)");
});

beforeEach(() => {
  document.head.innerHTML = `<meta name="viewport" content="${BY_WIDTH}">`;
});

test("a phone that is turned is followed, a desktop is left alone", () => {
  const held = { isWide: false };
  let turn = () => undefined;
  const windowOf = (userAgent: string) => ({
    document,
    navigator: { userAgent },
    screen: { width: 390, height: 844 },
    matchMedia: () => ({
      matches: held.isWide,
      addEventListener: (_name: string, listener: () => undefined) => {
        turn = listener;
      },
    }),
  });
  const viewport = () => document.querySelector("meta[name=viewport]")?.getAttribute("content");
  // Only what is named here is used of a window.
  followDevice(windowOf(AGENTS.pixel) as unknown as Window);
  expect(document.documentElement.dataset.device).toBe("phone");
  expect(viewport()).toBe(BY_WIDTH);
  held.isWide = true;
  turn();
  expect(viewport()).toBe(AS_A_PHONE);
  held.isWide = false;
  turn();
  expect(viewport()).toBe(BY_WIDTH);
  const listen = vi.fn();
  const desktop = { ...windowOf(AGENTS.windows), matchMedia: listen };
  followDevice(desktop as unknown as Window);
  expect(document.documentElement.dataset.device).toBe("desktop");
  expect(listen).not.toHaveBeenCalled();
});
