// T25: `from` never leads out of the app. A corpus of what open redirects are made of, chance, and
// the addresses that must work.
// @vitest-environment node

import { requestCloseOrder, requestDemoLogin } from "@truetick/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../app/route-table.ts";
import { doorPath, loginPathFrom, placeInApp } from "./from.ts";

const ORIGIN = "https://truetick.test";
const HOSTS = ["evil.test", "evil.test:443", "truetick.test@evil.test", "[::1]", "3627734734"];

/** What stands before a host, or in its place, in redirects that were found in the wild. */
const LEADS = [
  "http://",
  "https://",
  "HTTPS://",
  "https:/",
  "https:",
  "https:\\\\",
  "https:///",
  "ftp://",
  "ws://",
  "//",
  "///",
  "////",
  "/\\",
  "\\/",
  "\\\\",
  "/\\/",
  "/\\\\",
  "\\",
  "/\t/",
  "/\n/",
  "/\r/",
  "/\r\n/",
  "\t//",
  " //",
  "\u0000//",
  "\u00a0//",
  "/ /",
  "/.//",
  "/..//",
  "/./\\",
  "/%2f/",
  "/%2F%2F",
  "/%5c",
  "/%5C%5C",
  "/%09/",
  "/%0a/",
  "/%0d/",
  "/%00/",
  "//%2f",
  "%2f%2f",
  "/\u2044/",
  "/\uff0f/",
  "/\u2215",
  "/\ufe0f/",
  "@",
  "/@",
  "/trade@",
  "/trade//",
  "/trade/..//",
  "/trade/%2e%2e//",
  "/trade/../..//",
  "/trade;//",
  "/trade\\\\",
  "/trade:",
  "/order/../../",
  "?//",
  "#//",
  "/#//",
  "/trade#//",
  "//user:password@",
  "javascript://",
  "data://",
];

const SCRIPTS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript&colon;alert(1)",
  "/javascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "blob:https://evil.test/1",
  "file:///etc/passwd",
  "about:blank",
  "intent://evil.test#Intent;scheme=https;end",
];

/** Ours by name only: no screen lives there, or the door itself does. */
const NO_PLACES = [
  "",
  " ",
  "trade",
  "./trade",
  "../trade",
  "/nowhere",
  "/trade/x",
  "/Trade",
  "/TRADE",
  "/trade/",
  "/%74rade",
  "/trade%00",
  "/trade%20",
  "/trade\u0000",
  "/trade ",
  "/trade\n",
  "/trade\r\nLocation: https://evil.test",
  "/./trade",
  "/trade/.",
  "/trade/..",
  requestDemoLogin("").path,
  `${requestCloseOrder({ orderId: "1", lots: null }).path}?id=1`,
  "/desk",
  "/desk/queues",
  "/manifest.json",
  "/login",
  "/login?from=/order",
  "/register",
  "/register?from=//evil.test",
  "/forgot",
  "/trade?x=\\evil.test",
  '/trade?x="><script>',
  "/trade?x= y",
  "/trade?x=\u202e",
  "/trade?x=\njavascript:alert(1)",
  "/trade#top",
  "/trade?a=1#//evil.test",
  "constructor",
  "__proto__",
  "/__proto__",
  "null",
  `/trade?x=${"y".repeat(600)}`,
];

const VECTORS = [...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)), ...SCRIPTS];

describe("T25: an address that is not ours leads nowhere", () => {
  test("the corpus is large enough to mean something", () => {
    expect(new Set([...VECTORS, ...NO_PLACES]).size).toBeGreaterThanOrEqual(200);
  });

  test.each([...VECTORS, ...NO_PLACES].map((from) => [JSON.stringify(from), from]))(
    "%s",
    (_, from) => {
      expect(placeInApp(from)).toBeNull();
      expect(doorPath("/login", from)).toBe("/login");
    },
  );

  test("none of them does when it is encoded once more, or read from a link", () => {
    for (const from of VECTORS) {
      for (const again of [encodeURIComponent(from), encodeURI(from), from.toUpperCase()]) {
        expect(placeInApp(again)).toBeNull();
        const read = new URLSearchParams(`from=${again}`).get("from");
        expect(placeInApp(read), JSON.stringify(read)).toBeNull();
      }
    }
  });

  test("whatever is let through stays at our own origin, on a screen of ours", () => {
    const paths = new Set(ROUTES.map(({ path }) => path));
    const piece = fc.constantFrom(
      "/",
      "\\",
      "trade",
      "order",
      "evil.test",
      "?",
      "#",
      "@",
      ":",
      ".",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (from) => {
        const place = placeInApp(from);
        if (place === null) return;
        const url = new URL(place, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(paths.has(url.pathname)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("an address that is ours", () => {
  test.each(["/", "/trade", "/order", "/order?type=1", "/trade?market=EURUSD&x=%2F%2Fevil.test"])(
    "%s is gone back to as it was",
    (from) => {
      expect(placeInApp(from)).toBe(from);
    },
  );

  test("is remembered by the way to the door, and read back from it", () => {
    const path = doorPath("/login", "/order?type=1&x=a%26b");
    expect(path).toBe("/login?from=%2Forder%3Ftype%3D1%26x%3Da%2526b");
    const from = new URL(path, ORIGIN).searchParams.get("from");
    expect(placeInApp(from)).toBe("/order?type=1&x=a%26b");
  });

  test("is where one is, or at the door where one came from", () => {
    const at = (path: string, query = "") =>
      loginPathFrom({ path, query: new URLSearchParams(query) });
    expect(at("/order", "type=1")).toBe("/login?from=%2Forder%3Ftype%3D1");
    expect(at("/")).toBe("/login");
    expect(at("/register", "invite_code=A&from=%2Forder")).toBe("/login?from=%2Forder");
    expect(at("/login", "from=%2F%2Fevil.test")).toBe("/login");
  });
});
