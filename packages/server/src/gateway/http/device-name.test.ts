// The names of devices, by what browsers really send.

import { describe, expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";

describe("the name of a device", () => {
  it.each([
    [
      "Chrome/Android",
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`,
    ],
    [
      "Chrome/Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
    ],
    [
      "Edge/Windows",
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`,
    ],
    ["Firefox/Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"],
    [
      "Safari/iPhone",
      `${PHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    ["Chrome/iPhone", `${PHONE} AppleWebKit/605.1.15 CriOS/141.0 Mobile/15E148 Safari/604.1`],
    [
      "Safari/macOS",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15",
    ],
    [
      "Samsung Internet/Android",
      `Mozilla/5.0 (Linux; Android 10) ${WEBKIT} SamsungBrowser/28.0 Chrome/130 Safari/537.36`,
    ],
    ["Opera/macOS", "Mozilla/5.0 (Macintosh; Intel Mac OS X) Chrome/140.0 Safari/537.36 OPR/124.0"],
    ["/Linux", "SomeProgram/1.0 (Linux)"],
    ["", "curl/8.5.0"],
    ["", ""],
    ["", undefined],
  ])("is %s", (name, userAgent) => {
    expect(deviceName(userAgent)).toBe(name);
    expect(deviceName(userAgent)).toBe(name);
  });

  it("never carries what the caller made up, and takes a long text as soon as a short one", () => {
    const hostile = `<script>alert(1)</script> Chrome/1 ${"Windows ".repeat(100_000)}`;
    const startedAtMs = performance.now();
    expect(deviceName(hostile)).toBe("Chrome/Windows");
    expect(performance.now() - startedAtMs).toBeLessThan(50);
    for (let count = 0; count < 3_000; count += 1) deviceName(`Firefox/${count}`);
    expect(deviceName("Firefox/9")).toBe("Firefox/");
  });
});
