// What the service worker keeps and, above all, what it never does.
// @vitest-environment node

import { requestMarkets, requestUser, SCREEN_PATHS, SOCKET_PATH } from "@truetick/contract";
import { requestNotices } from "@truetick/contract/notices";
import { describe, expect, test } from "vitest";
import {
  type Build,
  cacheNameOf,
  cachesToDrop,
  carriedOver,
  keepable,
  planFor,
} from "./cache-plan.ts";

const ORIGIN = "https://trade.example";
const BUILD: Build = {
  version: "v2",
  entry: "/assets/index-AAAAAAAA.js",
  kept: ["/assets/index-AAAAAAAA.js", "/boot.js", "/icons/icon-192.png"],
  later: ["/assets/en-BBBBBBBB.js", "/assets/hk-CCCCCCCC.js", "/assets/chart-DDDDDDDD.js"],
};

const ask = (path: string, { method = "GET", mode = "cors" } = {}) =>
  planFor({ method, mode, url: new URL(path, ORIGIN).href }, BUILD, ORIGIN);

describe("T04 what the server answers is never kept", () => {
  test.each([
    `${requestUser().path}?t=1`,
    requestMarkets().path,
    requestNotices(null).path,
    SOCKET_PATH,
    "/files/private/passport.jpg",
    "/openapi.json",
    "/manifest.json",
    "/healthz",
    "/metrics",
    "/desk",
    "/desk/assets/index-EEEEEEEE.js",
    "/support",
    "/logos/EURUSD.svg",
    "/service-worker.js",
    "/",
  ])("%s goes to the server, fetched or opened", (path) => {
    expect(ask(path)).toBe("network");
    if (path !== "/") expect(ask(path, { mode: "navigate" })).toBe("network");
  });

  test("nothing that changes something is touched, whatever its address", () => {
    for (const method of ["POST", "PUT", "DELETE", "HEAD"]) {
      expect(ask("/assets/index-AAAAAAAA.js", { method })).toBe("network");
      expect(ask("/", { method, mode: "navigate" })).toBe("network");
    }
  });

  test("nor anything of another origin", () => {
    expect(ask("https://elsewhere.example/assets/index-AAAAAAAA.js")).toBe("network");
    expect(ask("https://elsewhere.example/", { mode: "navigate" })).toBe("network");
  });
});

describe("what opens without a line", () => {
  test("every screen is the page of the app, with or without a query or a last slash", () => {
    for (const path of SCREEN_PATHS) {
      expect(ask(path, { mode: "navigate" }), path).toBe("shell");
      expect(ask(`${path}?type=1`, { mode: "navigate" }), path).toBe("shell");
    }
    expect(ask("/trade/", { mode: "navigate" })).toBe("shell");
  });

  test("an address that nobody knows is the server's to refuse", () => {
    expect(ask("/nothing-here", { mode: "navigate" })).toBe("network");
  });

  test("files of the build come from the cache, of this build and of the one before", () => {
    for (const path of [...BUILD.kept, ...BUILD.later]) expect(ask(path)).toBe("file");
    expect(ask("/assets/index-00000000.js")).toBe("file");
  });
});

describe("a new build", () => {
  test("keeps the files of the one before for pages that are still open, and no older ones", () => {
    const names = ["truetick-v0", "truetick-v1", cacheNameOf(BUILD), "somebody-else"];
    expect(cachesToDrop(names, BUILD)).toEqual(["truetick-v0"]);
    expect(cachesToDrop([cacheNameOf(BUILD)], BUILD)).toEqual([]);
  });

  test("takes over the language and the chart that were in use, and no other", () => {
    const older = ["/", "/boot.js", "/assets/en-XXXXXXXX.js", "/assets/chart-Y_YYYYY-.js"];
    const carried = carriedOver(older, BUILD);
    expect(carried).toEqual(["/assets/en-BBBBBBBB.js", "/assets/chart-DDDDDDDD.js"]);
  });
});

test("of what a page says it has used, only files of the build are kept", () => {
  const used = [
    `${ORIGIN}/assets/hk-CCCCCCCC.js`,
    `${ORIGIN}${requestMarkets().path}?t=1`,
    `${ORIGIN}/assets/unknown-ZZZZZZZZ.js`,
    "https://elsewhere.example/assets/en-BBBBBBBB.js",
    "http://[",
  ];
  expect(keepable(used, BUILD, ORIGIN)).toEqual(["/assets/hk-CCCCCCCC.js"]);
});
