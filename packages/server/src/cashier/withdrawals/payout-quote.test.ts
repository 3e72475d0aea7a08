// What a trader is shown is what is booked (P18, inv24): for both kinds of fee, every currency and
// every rate, at the bounds and in between; by the formula of the specification, floored at 0.

import { type Money, money } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PayoutTerms } from "../payout-methods/payout-terms-table.ts";
import { createPayoutQuotes, payoutNumbers } from "./payout-quote.ts";

const TERMS: PayoutTerms = {
  currencyId: 1,
  version: 1,
  code: "USDT",
  network: "TRC20",
  channel: "coin",
  feeKind: "fixed",
  feeUnits: 1_000_000n,
  fixedRate: "1",
  marketCode: null,
  amountMin: money(1n),
  amountMax: money(1_000_000_000_000_000n),
  decimals: 6,
  isOffered: true,
};

const MAXIMUM = 1_000_000_000_000_000n;

/** The formula again, in whole numbers and other words: round half to even, then floor at 0. */
function expected(terms: PayoutTerms, rate: string, amount: bigint) {
  const fee =
    terms.feeKind === "fixed" ? terms.feeUnits : ceilOf(amount * terms.feeUnits, 100_000_000n);
  const [whole = "", fraction = ""] = rate.split(".");
  const units = BigInt(whole + fraction.padEnd(12, "0"));
  const exact = (amount - fee) * units * 10n ** BigInt(terms.decimals);
  const scale = 10n ** 18n;
  if (exact <= 0n) return { fee, received: 0n };
  const down = exact / scale;
  const rest = (exact % scale) * 2n;
  const isUp = rest > scale || (rest === scale && down % 2n === 1n);
  return { fee, received: isUp ? down + 1n : down };
}

function ceilOf(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor + (dividend % divisor === 0n ? 0n : 1n);
}

const anyRate = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999n }), fc.bigInt({ min: 1n, max: 999_999_999_999n }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(12, "0")}`);

const anyTerms = fc.record({
  feeKind: fc.constantFrom("fixed", "percent"),
  feeUnits: fc.bigInt({ min: 0n, max: 99_999_999n }),
  decimals: fc.integer({ min: 0, max: 8 }),
});

/** 0, around the fee, around what the rounding may lose, and the maximum. */
const boundsOf = ({ feeUnits }: Pick<PayoutTerms, "feeUnits">) => [
  0n,
  1n,
  feeUnits,
  feeUnits > 0n ? feeUnits - 1n : 0n,
  feeUnits + 1n,
  MAXIMUM,
  MAXIMUM - 1n,
];

describe("P18: the estimate", () => {
  it("is the formula, for any terms, rate and amount", () => {
    fc.assert(
      fc.property(
        anyTerms,
        anyRate,
        fc.bigInt({ min: 0n, max: MAXIMUM }),
        (drawn, text, within) => {
          const terms: PayoutTerms = { ...TERMS, ...drawn };
          for (const amount of [...boundsOf(terms), within]) {
            const numbers = payoutNumbers(terms, { text, source: null }, money(amount));
            expect(numbers).toEqual(expected(terms, text, amount));
            expect(numbers.received).toBeGreaterThanOrEqual(0n);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("never pays more for less", () => {
    const amounts = fc.bigInt({ min: 0n, max: MAXIMUM - 1n });
    fc.assert(
      fc.property(anyTerms, anyRate, amounts, (drawn, text, amount) => {
        const terms: PayoutTerms = { ...TERMS, ...drawn };
        const rate = { text, source: null };
        const [less, more] = [amount, amount + 1n].map(
          (one) => payoutNumbers(terms, rate, money(one)).received,
        );
        expect(less ?? 0n).toBeLessThanOrEqual(more ?? 0n);
      }),
    );
  });

  test.each([
    ["fixed", 0n, 0n],
    ["fixed", 1_000_000n, 0n],
    ["fixed", 999_999n, 0n],
    ["fixed", 1_000_001n, 1n],
    ["fixed", MAXIMUM, MAXIMUM - 1_000_000n],
    ["percent", 0n, 0n],
    // 1 % of a millionth is rounded up to a millionth, and nothing is left.
    ["percent", 1n, 0n],
    ["percent", 100n, 99n],
    ["percent", MAXIMUM, MAXIMUM - MAXIMUM / 100n],
  ] as const)("%s fee, %s millionths: %s received", (feeKind, amount, received) => {
    const terms: PayoutTerms = { ...TERMS, feeKind };
    const numbers = payoutNumbers(terms, { text: "1", source: null }, money(amount));
    expect(numbers.received).toBe(received);
  });
});

describe("T68: a quote", () => {
  const quoted = {
    userId: 7,
    currencyId: 1,
    termsVersion: 1,
    amount: money(5n) as Money,
    rate: { text: "0.9", source: { market: "EURUSD", seq: 3 } },
  };
  let nowMs = 1_000_000;
  const quotes = createPayoutQuotes({
    sealKey: Buffer.alloc(32, 1),
    clock: { now: () => nowMs },
  });

  it("is what was promised, to whom it was, for a minute", () => {
    const { id, expiresAtMs } = quotes.close(quoted);
    expect(quotes.open(id, quoted)).toEqual({ ...quoted, expiresAtMs });
    expect(quotes.open(id, { ...quoted, userId: 8 })).toBeNull();
    expect(quotes.open(id, { ...quoted, currencyId: 2 })).toBeNull();
    expect(quotes.open(id, { ...quoted, amount: money(6n) })).toBeNull();
    nowMs += 59_999;
    expect(quotes.open(id, quoted)).not.toBeNull();
    nowMs += 1;
    expect(quotes.open(id, quoted)).toBeNull();
  });

  it("cannot be made or changed by anybody else", () => {
    const { id } = quotes.close(quoted);
    const forger = createPayoutQuotes({
      sealKey: Buffer.alloc(32, 2),
      clock: { now: () => nowMs },
    });
    expect(quotes.open(forger.close(quoted).id, quoted)).toBeNull();
    const bytes = Buffer.from(id, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(quotes.open(changed.toString("base64url"), quoted)).toBeNull();
    }
    expect(quotes.open("", quoted)).toBeNull();
  });
});
