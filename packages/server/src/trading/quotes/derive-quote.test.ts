// One quote out of several sources: by priority, by median with a quorum, or none with its reason.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveQuote, type SourceQuote } from "./derive-quote.ts";

const LIMIT_BPS = 50;
const say = (source: string, bid: number, ask = bid + 10, madeAtMs = 0): SourceQuote => ({
  source,
  bid,
  ask,
  madeAtMs,
});
const median = (quorum: number) => ({ kind: "median", quorum }) as const;
const priority = { kind: "priority" } as const;

describe("deriveQuote", () => {
  it("by priority is the first fresh source, whatever the others say", () => {
    const fresh = [say("a", 115_800), say("b", 999_999)];
    expect(deriveQuote(priority, fresh, LIMIT_BPS)).toEqual({
      bid: 115_800,
      ask: 115_810,
      sources: ["a"],
    });
    expect(deriveQuote(priority, [], LIMIT_BPS)).toBe("NO_FRESH_SOURCE");
  });

  it("F12: by priority there is none while the first stands still and another has left it", () => {
    const from = (firstAtMs: number, bid: number) => {
      const fresh = [say("a", 115_800, 115_810, firstAtMs), say("b", bid, bid + 10, 60_000)];
      const quote = deriveQuote(priority, fresh, LIMIT_BPS);
      return typeof quote === "string" ? quote : quote.sources[0];
    };
    expect(from(49_999, 120_000)).toBe("SOURCES_DISAGREE");
    expect(from(50_000, 120_000)).toBe("a");
    expect(from(0, 115_900)).toBe("a");
  });

  it("by median is the middle of the bids and the middle of the asks", () => {
    const fresh = [
      say("a", 115_800, 115_830),
      say("b", 115_810, 115_812),
      say("c", 115_790, 115_815),
    ];
    expect(deriveQuote(median(2), fresh, LIMIT_BPS)).toEqual({
      bid: 115_800,
      ask: 115_815,
      sources: ["a", "b", "c"],
    });
  });

  it("gives half a point to the spread on both sides alike", () => {
    const fresh = [say("a", 115_800, 115_810), say("b", 115_801, 115_811)];
    expect(deriveQuote(median(2), fresh, LIMIT_BPS)).toMatchObject({ bid: 115_800, ask: 115_811 });
  });

  it("F13: below the quorum there is no quote", () => {
    expect(deriveQuote(median(2), [say("a", 115_800)], LIMIT_BPS)).toBe("BELOW_QUORUM");
    expect(deriveQuote(median(1), [], LIMIT_BPS)).toBe("NO_FRESH_SOURCE");
  });

  it("F12, H15: one that has run away has no say; two that disagree have none", () => {
    const fresh = [say("a", 115_800), say("far", 130_000), say("b", 115_802)];
    expect(deriveQuote(median(2), fresh, LIMIT_BPS)).toEqual({
      bid: 115_801,
      ask: 115_811,
      sources: ["a", "b"],
    });
    expect(deriveQuote(median(2), fresh.slice(0, 2), LIMIT_BPS)).toBe("SOURCES_DISAGREE");
  });

  it("never crosses, and lies within what the sources that agree said", () => {
    const source = fc.record({
      source: fc.string(),
      bid: fc.integer({ min: 115_000, max: 116_000 }),
      spread: fc.nat(200),
    });
    fc.assert(
      fc.property(fc.array(source, { minLength: 1, maxLength: 9 }), (sources) => {
        const fresh = sources.map(({ bid, spread, ...rest }) => ({
          madeAtMs: 0,
          ...rest,
          bid,
          ask: bid + spread,
        }));
        const quote = deriveQuote(median(1), fresh, 10_000);
        if (typeof quote === "string") return expect.fail(quote);
        expect(quote.bid).toBeLessThanOrEqual(quote.ask);
        expect(quote.bid).toBeGreaterThanOrEqual(Math.min(...fresh.map(({ bid }) => bid)));
        expect(quote.ask).toBeLessThanOrEqual(Math.max(...fresh.map(({ ask }) => ask)));
      }),
    );
  });

  it("a minority of sources cannot move the median beyond what honest ones say", () => {
    const honest = fc.integer({ min: 115_790, max: 115_810 });
    const lie = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(
        fc.array(honest, { minLength: 3, maxLength: 5 }),
        fc.array(lie, { maxLength: 2 }),
        (good, bad) => {
          const fresh = [...bad, ...good].map((bid, i) => say(String(i), bid));
          const quote = deriveQuote(median(2), fresh, LIMIT_BPS);
          if (typeof quote === "string") return;
          expect(quote.bid).toBeGreaterThanOrEqual(115_790 - (115_810 * LIMIT_BPS) / 10_000);
          expect(quote.bid).toBeLessThanOrEqual(115_810 + (115_810 * LIMIT_BPS) / 10_000);
        },
      ),
    );
  });
});
