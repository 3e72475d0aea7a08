// What can be typed about how to copy, and what cannot.

import { expect, test } from "vitest";
import { readTerms } from "./copy-terms.ts";

const POINT = { decimalMark: "." };
const COMMA = { decimalMark: "," };

test("plain terms, in the reader's own notation", () => {
  const { terms, wrong } = readTerms({ factor: "1,5", stop: "30", lots: "0,25" }, COMMA);
  expect(terms).toEqual({ factor: "1.5", stopPercent: "30", lotsMax: "0.25" });
  expect(wrong.size).toBe(0);
});

test("no stop and no largest order are choices, no factor is not", () => {
  const { terms, wrong } = readTerms({ factor: "", stop: " ", lots: "" }, POINT);
  expect(terms).toMatchObject({ stopPercent: null, lotsMax: null });
  expect([...wrong]).toEqual(["factor"]);
});

test.each([
  [{ factor: "0.09" }, "factor"],
  [{ factor: "10.01" }, "factor"],
  [{ factor: "1.005" }, "factor"],
  [{ stop: "4" }, "stop"],
  [{ stop: "96" }, "stop"],
  [{ stop: "20.5" }, "stop"],
  [{ lots: "0" }, "lots"],
  [{ lots: "many" }, "lots"],
])("%o is beyond the bounds", (typed, name) => {
  const { wrong } = readTerms({ factor: "1", stop: "30", lots: "", ...typed }, POINT);
  expect([...wrong]).toEqual([name]);
});
