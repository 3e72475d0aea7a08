// Markets, candles and categories survive the wire both ways, byte for byte, and what is sent is
// what the calls declare.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candle, candleFromWire, candleToWire } from "./candle.ts";
import { type Category, categoryFromWire, categoryToWire } from "./category.ts";
import { listCandles, listCategories, listMarkets } from "./market.calls.ts";
import { type Market, marketFromWire, marketToWire } from "./market.ts";
import { type QuoteUpdate, quoteUpdateFromWire, quoteUpdateToWire } from "./socket.ts";

/** The fields that the specification names, in its order and spelling, with ours among them. */
const MARKET_SAMPLE =
  '{"Id":"1","Code":"EURUSD","ShowCode":"EUR/USD","Name":"Euro / US dollar",' +
  '"Logo":"/logos/eurusd.svg","CategoryId":"forex-majors","MarketStatus":1,"OpensAt":null,' +
  '"HaltReason":null,"ClosingOnlyReason":null,"PricePrecision":5,"PipDigits":2,"FractionDigits":1,"ForexQuotations":{"Open":"1.08400","Close":"1.08432",' +
  '"Change":"0.03","Bid":"1.08432","Ask":"1.08440","High":"1.08500","Low":"1.08301",' +
  '"Time":1767614400.123,"Seq":42},"HasForexMultiple":[{"Value":30},{"Value":100}],"MarginMode":1,' +
  '"ForexContNum":"100000","ForexMinCont":"0.01","ForexMaxCont":"50","Pip":"0.01",' +
  '"ForexFeeRate":"0","BaseCurrency":"EUR","QuoteCurrency":"USD"}';
const CANDLE_SAMPLE =
  '{"Time":1767614400,"Open":"1.08400","High":"1.08500","Low":"1.08301","Close":"1.08432",' +
  '"Volume":321}';
const CATEGORY_SAMPLE = '{"Id":"metals","NameShowTrans":"貴金屬"}';

const price = fc
  .tuple(fc.nat(99_999), fc.nat(99_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(5, "0")}`);
const change = fc.tuple(fc.constantFrom("", "-"), price).map(([sign, amount]) => sign + amount);
const id = fc.nat().map(String);
const quote = fc.record({
  bid: price,
  ask: price,
  dayOpen: price,
  dayHigh: price,
  dayLow: price,
  dayChange: change,
  time: fc.double({ min: 0, max: 4e9, noNaN: true }),
  seq: fc.nat(),
});
const market: fc.Arbitrary<Market> = fc.record({
  id,
  code: fc.string(),
  displayCode: fc.string(),
  name: fc.string({ unit: "grapheme" }),
  logo: fc.webPath(),
  categoryId: fc.string(),
  isOpen: fc.boolean(),
  opensAt: fc.option(fc.nat()),
  haltReason: fc.option(fc.string()),
  closingOnlyReason: fc.option(fc.string()),
  pricePrecision: fc.nat(8),
  pipDigits: fc.nat(4),
  fractionDigits: fc.nat(4),
  leverages: fc.array(fc.integer({ min: 1, max: 500 })),
  marginMode: fc.constantFrom("fixed", "floating"),
  unitsPerLot: price,
  lotsMin: price,
  lotsMax: price,
  lotStep: price,
  feeRate: price,
  baseCurrency: fc.option(fc.string()),
  quoteCurrency: fc.string(),
  quote: fc.option(quote),
});
const candle: fc.Arbitrary<Candle> = fc.record(
  {
    time: fc.nat(),
    open: price,
    high: price,
    low: price,
    close: price,
    ticks: fc.nat(),
    isGenerated: fc.constant(true as const),
  },
  { requiredKeys: ["time", "open", "high", "low", "close", "ticks"] },
);
const category: fc.Arbitrary<Category> = fc.record({ id, name: fc.string({ unit: "grapheme" }) });
const update: fc.Arbitrary<QuoteUpdate> = fc.record({
  marketId: id,
  code: fc.string(),
  isOpen: fc.boolean(),
  opensAt: fc.option(fc.nat()),
  isClosingOnly: fc.boolean(),
  isStale: fc.boolean(),
  quote,
});

describe("the specification's sample → our shape → the same bytes", () => {
  it("market", () => {
    expect(JSON.stringify(marketToWire(marketFromWire(JSON.parse(MARKET_SAMPLE))))).toBe(
      MARKET_SAMPLE,
    );
  });

  it("market: in our own words", () => {
    expect(marketFromWire(JSON.parse(MARKET_SAMPLE))).toMatchObject({
      displayCode: "EUR/USD",
      isOpen: true,
      lotStep: "0.01",
      unitsPerLot: "100000",
      leverages: [30, 100],
      marginMode: "fixed",
      quote: { bid: "1.08432", ask: "1.08440", dayOpen: "1.08400", dayChange: "0.03" },
    });
  });

  it("candle", () => {
    expect(JSON.stringify(candleToWire(candleFromWire(JSON.parse(CANDLE_SAMPLE))))).toBe(
      CANDLE_SAMPLE,
    );
  });

  it("category", () => {
    expect(JSON.stringify(categoryToWire(categoryFromWire(JSON.parse(CATEGORY_SAMPLE))))).toBe(
      CATEGORY_SAMPLE,
    );
  });
});

describe("there and back", () => {
  it("market, and the answer is what the call declares", () => {
    fc.assert(
      fc.property(market, (one) => {
        const wire = marketToWire(one);
        expect(listMarkets.output.parse([wire])).toEqual([wire]);
        expect(marketFromWire(JSON.parse(JSON.stringify(wire)))).toEqual(one);
      }),
    );
  });

  it("candle, and the answer is what the call declares", () => {
    fc.assert(
      fc.property(candle, (one) => {
        const wire = candleToWire(one);
        expect(listCandles.output.parse([wire])).toEqual([wire]);
        expect(candleFromWire(JSON.parse(JSON.stringify(wire)))).toEqual(one);
      }),
    );
  });

  it("category, and the answer is what the call declares", () => {
    fc.assert(
      fc.property(category, (one) => {
        const wire = categoryToWire(one);
        expect(listCategories.output.parse([wire])).toEqual([wire]);
        expect(categoryFromWire(wire)).toEqual(one);
      }),
    );
  });

  it("quote on the live socket", () => {
    fc.assert(
      fc.property(update, (one) => {
        const wire = JSON.parse(JSON.stringify(quoteUpdateToWire(one)));
        expect(quoteUpdateFromWire(wire)).toEqual(one);
      }),
    );
  });
});
