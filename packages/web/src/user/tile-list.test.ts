// No tile is dead: each leads to a screen that exists, or says to a demo user what is missing.

import { expect, test } from "vitest";
import { hasScreen, tilesFor } from "./tile-list.ts";

test("a real user's tiles all lead somewhere", () => {
  const tiles = tilesFor("real");
  expect(tiles.map(({ to }) => to).filter((to) => !hasScreen(to))).toEqual([]);
  expect(tiles.map(({ id }) => id)).toEqual(expect.arrayContaining(["invite", "password"]));
});

test("a demo user's tiles are the specification's, blocked ones included", () => {
  const blocked = tilesFor("demo").filter(({ isRealOnly }) => isRealOnly);
  expect(blocked.map(({ id }) => id)).toEqual(["wallet", "identity", "invite", "password"]);
});
