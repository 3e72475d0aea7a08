// The stairs of the raw feed: where they begin, how high they stand, how much past they show.

import type { RawQuote } from "@truetick/contract/proof";
import { describe, expect, it } from "vitest";
import { rawPaths, shownOf } from "./raw-lines.ts";

const quote = (time: number, mid: number): RawQuote => ({
  seq: time,
  time,
  bid: String(mid - 5),
  ask: String(mid + 5),
  rawBid: String(mid - 3),
  rawAsk: String(mid + 3),
  markup: "2",
  source: "sim",
});

describe("the raw feed", () => {
  it("runs from the first price to the last in stairs, the highest at the top", () => {
    const paths = rawPaths([quote(0, 100), quote(50, 110), quote(100, 100)]);
    expect(paths.ask).toBe("M0.0 50.00H500.0V0.00H1000.0V50.00H1000");
    expect(paths.bid).toBe("M0.0 100.00H500.0V50.00H1000.0V100.00H1000");
    expect(paths.rawAsk).toBe("M0.0 60.00H500.0V10.00H1000.0V60.00H1000");
    expect(paths.markup).toBe("M0.0 20.00H500.0V20.00H1000.0V20.00H1000");
  });

  it("shows one price as a line", () => {
    expect(rawPaths([quote(7, 100)]).rawBid).toMatch(/^M500\.0 [\d.]+H1000$/);
  });

  it("shows the last three minutes", () => {
    const times = [0, 100, 199, 200, 380].map((time) => quote(time, 1));
    expect(shownOf(times).map(({ time }) => time)).toEqual([200, 380]);
    expect(shownOf([])).toEqual([]);
  });
});
