// What a withdrawal costs and brings, and a quote that keeps it for a minute (P18, T68). The quote
// is no row: it is handed to the client sealed, so that nobody else can make or change one, and
// comes back with the request. Invariant: estimate, quote and booking use one function and one
// spelling of the rate.

import { PAYOUT_QUOTE_SEC } from "@truetick/contract/cashier";
import {
  formatDecimal,
  type Money,
  parseDecimal,
  payoutEstimate,
  payoutFee,
  powerOfTen,
} from "@truetick/money";
import { createSeal } from "../../platform/secrets/seal.ts";
import { PRICE_DECIMALS, priceText, type UsdRates } from "../currencies/usd-rate.ts";
import {
  type PayoutTerms,
  payoutFeeOf,
  pricedPayout,
} from "../payout-methods/payout-terms-table.ts";

/** Units that one USD buys, as it is written down, and the row of the tape it is from. */
export type PayoutRate = {
  readonly text: string;
  readonly source: { readonly market: string; readonly seq: number } | null;
};

export type PayoutNumbers = {
  readonly fee: Money;
  /** Whole units of 10^-decimals; 0 when the fee takes all. */
  readonly received: bigint;
};

export function payoutNumbers(terms: PayoutTerms, rate: PayoutRate, amount: Money): PayoutNumbers {
  const numerator = parseDecimal(rate.text, PRICE_DECIMALS);
  if (numerator === null || numerator === 0n) throw new Error("Invariant: a rate is a decimal");
  const fee = payoutFeeOf(terms);
  const ratio = { numerator, denominator: powerOfTen(PRICE_DECIMALS) };
  const { decimals } = terms;
  return {
    fee: payoutFee(amount, fee),
    received: payoutEstimate({ amount, fee, rate: ratio, decimals }),
  };
}

export function receivedText(received: bigint, decimals: number): string {
  return formatDecimal(received, decimals);
}

/** The rate of now; null while there is no price to go by. */
export async function findPayoutRate(
  rates: UsdRates,
  terms: PayoutTerms,
): Promise<PayoutRate | null> {
  const found = await rates(pricedPayout(terms));
  if (!found) return null;
  const text = priceText(found);
  // One USD buys less than the smallest part that can be written.
  return /^[0.]+$/.test(text) ? null : { text, source: found.source };
}

/** Everything that was promised, and to whom. */
export type QuotedPayout = {
  readonly userId: number;
  readonly currencyId: number;
  readonly termsVersion: number;
  readonly amount: Money;
  readonly rate: PayoutRate;
  readonly expiresAtMs: number;
};

export type PayoutQuotes = {
  readonly close: (quoted: Omit<QuotedPayout, "expiresAtMs">) => {
    readonly id: string;
    readonly expiresAtMs: number;
  };
  /** Null when it has expired, was made for something else, or by somebody else. */
  readonly open: (
    id: string,
    wanted: Pick<QuotedPayout, "userId" | "currencyId" | "amount">,
  ) => QuotedPayout | null;
};

export function createPayoutQuotes(parts: {
  readonly sealKey: Buffer;
  readonly clock: { readonly now: () => number };
}): PayoutQuotes {
  const seal = createSeal(parts.sealKey, "payout-quote");
  return {
    close(quoted) {
      const expiresAtMs = parts.clock.now() + PAYOUT_QUOTE_SEC * 1_000;
      const text = JSON.stringify({ ...quoted, amount: String(quoted.amount), expiresAtMs });
      return { id: seal.close(text).toString("base64url"), expiresAtMs };
    },
    open(id, wanted) {
      const text = seal.open(Buffer.from(id, "base64url"));
      if (text === null) return null;
      // Sealed by `close` alone, in this form.
      const kept = JSON.parse(text) as Omit<QuotedPayout, "amount"> & { readonly amount: string };
      const isWanted =
        kept.userId === wanted.userId &&
        kept.currencyId === wanted.currencyId &&
        kept.amount === String(wanted.amount);
      if (!isWanted || kept.expiresAtMs <= parts.clock.now()) return null;
      return { ...kept, amount: wanted.amount };
    },
  };
}
