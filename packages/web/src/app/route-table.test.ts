// The table of screens agrees with the contract's list of addresses, and each of its lines with the
// specification: which screens are kept, which have tabs, which need a login.

import { SCREEN_PATHS } from "@truetick/contract";
import { expect, test } from "vitest";
import { ROUTES, routeOf } from "./route-table.ts";
import { TABS } from "./tabs.ts";

const pathsOf = (isSo: (route: (typeof ROUTES)[number]) => boolean) =>
  ROUTES.filter(isSo).map(({ path }) => path);

test("every address that the server knows has a screen, and each screen one address", () => {
  const paths = ROUTES.map(({ path }) => path);
  expect([...paths].sort()).toEqual([...SCREEN_PATHS].sort());
  expect(new Set(paths).size).toBe(paths.length);
});

test("the specification's columns", () => {
  expect(pathsOf(({ isCached }) => isCached)).toEqual(["/", "/trade"]);
  expect(pathsOf(({ needsLogin }) => needsLogin)).toEqual([
    "/order",
    "/mine/password",
    "/order/why",
    "/rank/lead",
    "/copy/follow",
    "/user",
    "/mine",
    "/mine/system",
    "/mine/notices",
    "/mine/security",
    "/mine/limits",
    "/mine/proof",
    "/mine/invite",
    "/mine/charge",
    "/mine/card",
    "/mine/wallet",
    "/mine/history",
    "/mine/statement",
    "/mine/withdraw",
    "/mine/withdraw-way",
    "/mine/bank-card-list",
    "/mine/coin-address-list",
    "/mine/auth",
  ]);
  expect(pathsOf(({ hasTabs }) => hasTabs)).toEqual([
    "/",
    "/trade",
    "/order",
    "/copy",
    "/rank",
    "/news",
  ]);
});

test("every tab leads to a screen, in the specification's order", () => {
  expect(TABS.map(({ path }) => path)).toEqual(["/", "/trade", "/order", "/copy", "/rank"]);
  for (const { path, id } of TABS) expect(routeOf(path)?.title).toBe(id);
});

test("an address nobody knows has no screen", () => {
  expect(routeOf("/nowhere")).toBeNull();
  expect(routeOf("/trade/x")).toBeNull();
});

/** Code is prepared when it is first asked for; a busy machine takes its time. */
const FETCH_TIMEOUT_MS = 60_000;

test.each(ROUTES)(
  "the code of $path can be fetched",
  async ({ load }) => {
    expect(await load()).toBeTypeOf("function");
  },
  FETCH_TIMEOUT_MS,
);
