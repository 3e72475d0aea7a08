// The vectors of the trading rules, and what must hold of the formulas for any input.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney, lots, money, parseRate, price, rate } from "./amount.ts";
import { contractOf } from "./contract.ts";
import { lotsFee, marginFee, notionalFee } from "./fee.ts";
import { financing } from "./financing.ts";
import { isLevelAtMost, marginLevel, shareDown } from "./level.ts";
import { fixedMargin, floatingMargin } from "./margin.ts";
import { payoutEstimate } from "./payout.ts";
import { longProfit, shortProfit } from "./profit.ts";
import { invertRatio, midRatio, multiplyRatios, PAR, type Ratio } from "./ratio.ts";

const EURUSD = contractOf({ unitsPerLot: 100_000, pricePrecision: 5 });
const USDJPY = contractOf({ unitsPerLot: 100_000, pricePrecision: 3 });

/** Yen to dollars at the mid of bid and ask, three places. */
function yen(bid: number, ask: number): Ratio {
  return invertRatio(midRatio({ bid: price(bid), ask: price(ask), pricePrecision: 3 }));
}

describe("vectors of trading-rules §3 and §6", () => {
  test("margin, mode 2: EUR/USD 1 lot at 1.08500, 1:100", () => {
    const margin = floatingMargin({
      contract: EURUSD,
      lots: lots(10_000),
      price: price(108_500),
      leverage: 100,
      conversion: PAR,
    });
    expect(formatMoney(margin)).toBe("1085.000000");
  });

  test("margin, mode 1: USD/JPY 0.5 lot, 1:30, rounds up", () => {
    const margin = fixedMargin({
      contract: USDJPY,
      lots: lots(5_000),
      leverage: 30,
      conversion: PAR,
    });
    expect(formatMoney(margin)).toBe("1666.666667");
  });

  test("margin, mode 2: the same at ask 149.500 with mid 149.495", () => {
    const margin = floatingMargin({
      contract: USDJPY,
      lots: lots(5_000),
      price: price(149_500),
      leverage: 30,
      conversion: yen(149_490, 149_500),
    });
    expect(formatMoney(margin)).toBe("1666.722410");
  });

  test("profit: sell 0.5 lot USD/JPY at 149.500, close at 149.100, mid 149.095", () => {
    const profit = shortProfit({
      contract: USDJPY,
      lots: lots(5_000),
      openPrice: price(149_500),
      closePrice: price(149_100),
      conversion: yen(149_090, 149_100),
    });
    expect(formatMoney(profit)).toBe("134.142661");
  });

  test("financing: 100000 x 1.15826 x -3.00 % / 365", () => {
    const amount = financing({
      contract: EURUSD,
      lots: lots(10_000),
      bid: price(115_826),
      ask: price(115_826),
      annualRate: rate(-3_000_000n),
      days: 1,
      conversion: PAR,
    });
    expect(formatMoney(amount)).toBe("-9.519945");
  });

  test("stop-out: equity 440 on 880.08 is at most 50 %, and reads 49.995 %", () => {
    const equity = money(440_000_000n);
    const used = money(880_080_000n);
    expect(isLevelAtMost(equity, used, 50n)).toBe(true);
    expect(marginLevel(equity, used)).toBe(49_995_454n);
    expect(isLevelAtMost(equity, money(792_072_000n), 55n)).toBe(false);
    expect(marginLevel(equity, money(0n))).toBeNull();
  });
});

describe("fees", () => {
  const half = { contract: EURUSD, lots: lots(5_000), price: price(110_010), conversion: PAR };

  test.each([
    ["margin", marginFee(money(550_050_000n), rate(100_000n)), "0.550050"],
    ["lots", lotsFee(lots(5_000), parseRate("7") ?? rate(0n)), "3.500000"],
    ["notional", notionalFee({ ...half, feeRate: rate(5_000n) }), "2.750250"],
    ["notional, rounded up", notionalFee({ ...half, feeRate: rate(1n) }), "0.000551"],
    ["none", notionalFee({ ...half, feeRate: rate(0n) }), "0.000000"],
  ])("%s", (_kind, fee, expected) => {
    expect(formatMoney(fee)).toBe(expected);
  });
});

describe("conversion", () => {
  test("triangulates exactly: EUR in JPY through USD is one fraction", () => {
    const eurUsd = midRatio({ bid: price(108_500), ask: price(108_502), pricePrecision: 5 });
    const jpyUsd = yen(149_490, 149_500);
    const eurJpy = multiplyRatios(eurUsd, invertRatio(jpyUsd));
    expect(eurJpy.numerator * 10n ** 8n).toBe(eurJpy.denominator * 16_220_356_995n);
  });
});

describe("payout", () => {
  const oneToTwo = { numerator: 2n, denominator: 1n };

  test.each([
    ["fixed", { kind: "fixed", fee: money(5_000_000n) } as const, 100_000_000n, 19_000n],
    ["share", { kind: "share", rate: rate(10_000_000n) } as const, 100_000_000n, 18_000n],
    ["fee above amount", { kind: "fixed", fee: money(5_000_000n) } as const, 1_000_000n, 0n],
  ])("%s", (_kind, fee, amount, expected) => {
    expect(payoutEstimate({ amount: money(amount), fee, rate: oneToTwo, decimals: 2 })).toBe(
      expected,
    );
  });
});

describe("for any input", () => {
  const sizes = fc.integer({ min: 1, max: 10_000_000 });
  const prices = fc.integer({ min: 1, max: 20_000_000 });
  const ratios = fc.oneof(
    fc.constant(PAR),
    fc.record({
      numerator: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      denominator: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    }),
  );
  const contracts = fc
    .record({
      unitsPerLot: fc.constantFrom(1, 10, 100, 1_000, 100_000),
      pricePrecision: fc.integer({ min: 0, max: 8 }),
    })
    .map(contractOf);

  test("the fast path books what bigint arithmetic books", () => {
    fc.assert(
      fc.property(contracts, sizes, prices, prices, (contract, size, open, close) => {
        const input = {
          contract,
          lots: lots(size),
          openPrice: price(open),
          closePrice: price(close),
        };
        const slow = { numerator: 1n, denominator: 1n };
        const fast = longProfit({ ...input, conversion: PAR });
        expect(fast).toBe(longProfit({ ...input, conversion: slow }));
        const margin = { contract, lots: lots(size), price: price(open), leverage: 30 };
        expect(floatingMargin({ ...margin, conversion: PAR })).toBe(
          floatingMargin({ ...margin, conversion: slow }),
        );
        const fee = { contract, lots: lots(size), price: price(open), feeRate: rate(12_345n) };
        expect(notionalFee({ ...fee, conversion: PAR })).toBe(
          notionalFee({ ...fee, conversion: slow }),
        );
      }),
    );
  });

  test("a long and a short of the same move cancel to the millionth (P10)", () => {
    fc.assert(
      fc.property(
        contracts,
        sizes,
        prices,
        prices,
        ratios,
        (contract, size, open, close, ratio) => {
          const input = {
            contract,
            lots: lots(size),
            openPrice: price(open),
            closePrice: price(close),
            conversion: ratio,
          };
          return longProfit(input) + shortProfit(input) === 0n;
        },
      ),
    );
  });

  test("margin grows with lots and falls with leverage (P07)", () => {
    fc.assert(
      fc.property(contracts, sizes, prices, ratios, (contract, size, at, conversion) => {
        const input = { contract, price: price(at), conversion };
        const one = floatingMargin({ ...input, lots: lots(size), leverage: 30 });
        const more = floatingMargin({ ...input, lots: lots(size + 100), leverage: 30 });
        const less = floatingMargin({ ...input, lots: lots(size), leverage: 31 });
        return one > 0n && more >= one && less <= one;
      }),
    );
  });

  test("splitting a margin or a fee in two never makes it cheaper (P06, T54)", () => {
    fc.assert(
      fc.property(contracts, sizes, sizes, prices, ratios, (contract, a, b, at, conversion) => {
        const input = { contract, price: price(at), conversion, leverage: 30, feeRate: rate(777n) };
        const whole = lots(a + b);
        expect(
          floatingMargin({ ...input, lots: lots(a) }) + floatingMargin({ ...input, lots: lots(b) }),
        ).toBeGreaterThanOrEqual(floatingMargin({ ...input, lots: whole }));
        expect(
          notionalFee({ ...input, lots: lots(a) }) + notionalFee({ ...input, lots: lots(b) }),
        ).toBeGreaterThanOrEqual(notionalFee({ ...input, lots: whole }));
      }),
    );
  });

  test("the share of a part and the rest make up the whole", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), sizes, sizes, (amount, part, rest) => {
        const share = shareDown(money(amount), part, part + rest);
        return share >= 0n && share <= amount;
      }),
    );
  });
});
