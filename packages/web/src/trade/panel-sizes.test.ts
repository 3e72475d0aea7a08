// Sizes of panels: within bounds, remembered, and never believed blindly.
// @vitest-environment node

import { expect, test } from "vitest";
import { memoryStorage } from "../testing/memory-storage.ts";
import { boundSize, keepPanels, PANEL_BOUNDS, readPanels } from "./panel-sizes.ts";

test("the first visit has the sizes of the design", () => {
  expect(readPanels(memoryStorage())).toEqual({
    watchlist: 296,
    ticket: 316,
    dock: 240,
    isWatchlistOpen: null,
    isDockOpen: true,
  });
});

test("what was drawn is there on the next visit", () => {
  const storage = memoryStorage();
  const drawn = { ...readPanels(storage), watchlist: 360, dock: 180, isDockOpen: false };
  keepPanels(storage, { ...drawn, isWatchlistOpen: false });
  expect(readPanels(storage)).toEqual({ ...drawn, isWatchlistOpen: false });
});

test.each(["", "{", "null", "[1]", '{"watchlist":"wide","dock":null,"isDockOpen":7}'])(
  "%s in storage is no size",
  (text) => {
    const storage = memoryStorage();
    storage.write("panels", text);
    expect(readPanels(storage)).toEqual(readPanels(memoryStorage()));
  },
);

test("no panel is drawn past its bounds", () => {
  const { min, max } = PANEL_BOUNDS.ticket;
  expect(boundSize("ticket", 3)).toBe(min);
  expect(boundSize("ticket", 9_999)).toBe(max);
  expect(boundSize("ticket", 300.4)).toBe(300);
  const storage = memoryStorage();
  storage.write("panels", JSON.stringify({ ticket: -5 }));
  expect(readPanels(storage).ticket).toBe(min);
});
