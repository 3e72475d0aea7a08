// Prices and pixels: there and back, the room the axis makes for levels, and tags side by side.
// @vitest-environment node

import { expect, test } from "vitest";
import {
  columnsOf,
  placeOf,
  priceAt,
  spreadTags,
  tagTops,
  widen,
  withRoom,
} from "./price-scale.ts";

const scale = { from: 1.1, to: 1.2, heightPx: 400 };

test("the top of the pane is the highest price, the bottom the lowest", () => {
  expect(placeOf(1.2, scale)).toBe(0);
  expect(placeOf(1.1, scale)).toBeCloseTo(400);
  expect(placeOf(1.15, scale)).toBeCloseTo(200);
});

test.each([0, 37, 200, 399])("the price at %d px lies at that pixel", (topPx) => {
  expect(placeOf(Number(priceAt(topPx, scale, 5)), scale)).toBeCloseTo(topPx, 1);
});

test("a price is written as its market writes it, and stays inside the pane", () => {
  expect(priceAt(200, scale, 5)).toBe("1.15000");
  expect(priceAt(-50, scale, 3)).toBe("1.200");
  expect(priceAt(900, scale, 3)).toBe("1.100");
  expect(priceAt(400, { from: -1, to: 1, heightPx: 400 }, 2)).toBe("0.01");
});

test("near levels widen the axis as far as they are away", () => {
  expect(widen({ from: 1, to: 2 }, [0.5, 2.5])).toEqual({ from: 0.5, to: 2.5 });
});

test("levels inside change nothing, and those far away do not squeeze the candles", () => {
  expect(widen({ from: 1, to: 2 }, [1.5])).toEqual({ from: 1, to: 2 });
  expect(widen({ from: 1, to: 2 }, [-5, 9])).toEqual({ from: 1, to: 2 });
  expect(widen({ from: 1, to: 2 }, [])).toEqual({ from: 1, to: 2 });
});

test("tags at one height stand side by side, others below each other", () => {
  expect(columnsOf([100, 110, 118, 160, 101], 24)).toEqual([0, 1, 2, 0, 3]);
  expect(columnsOf([100, 130, 110], 24)).toEqual([0, 0, 1]);
  expect(columnsOf([], 24)).toEqual([]);
});

test("tags on the axis make way for the newest price and for each other", () => {
  expect(spreadTags([100, 300], 18, 200)).toEqual([100, 300]);
  expect(spreadTags([195, 205], 18, 200)).toEqual([182, 218]);
  expect(spreadTags([200, 190, 203], 18, 200)).toEqual([182, 164, 218]);
  expect(spreadTags([], 18, 200)).toEqual([]);
});

test("figures of the axis give way to tags where these are drawn", () => {
  const [level, last] = tagTops([1.151], 1.15, scale);
  expect(last).toBeCloseTo(200);
  expect(level).toBeCloseTo(182);
  expect(tagTops([1.15], undefined, scale)).toHaveLength(1);
});

test("there is room for the legend, in a low pane less, and before there is one too", () => {
  const high = withRoom({ from: 1, to: 2 }, 600);
  expect(placeOf(2, { ...high, heightPx: 600 })).toBeCloseTo(60);
  expect(placeOf(1, { ...high, heightPx: 600 })).toBeCloseTo(600 - 24);
  expect(withRoom({ from: 1, to: 2 }, 100).to).toBeCloseTo(2.3);
  expect(withRoom({ from: 1, to: 2 }, 0).to).toBeCloseTo(2.3);
});
