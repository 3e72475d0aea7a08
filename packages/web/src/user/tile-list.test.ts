// No tile is dead: each leads to a screen that exists, or says to a demo user what is missing.

import { expect, test } from "vitest";
import { routeOf } from "../app/route-table.ts";
import { TILES_AFTER_SUPPORT, TILES_BEFORE_SUPPORT } from "./tile-list.ts";

const TILES = [...TILES_BEFORE_SUPPORT, ...TILES_AFTER_SUPPORT];

test("a real user's tiles all lead somewhere", () => {
  expect(TILES.map(({ to }) => routeOf(to.split("?")[0] ?? to)).filter((route) => !route)).toEqual(
    [],
  );
});

test("a demo user's tiles are the specification's, blocked ones included", () => {
  const blocked = TILES.filter(({ isRealOnly }) => isRealOnly);
  expect(blocked.map(({ id }) => id)).toEqual(["wallet", "identity", "invite", "password"]);
});

test("the specification's nine come first, in its order", () => {
  expect(TILES_BEFORE_SUPPORT.map(({ id }) => id)).toEqual([
    "wallet",
    "identity",
    "invite",
    "password",
  ]);
  expect(TILES_AFTER_SUPPORT.slice(0, 4).map(({ id }) => id)).toEqual([
    "complaints",
    "announcement",
    "language",
    "settings",
  ]);
});
