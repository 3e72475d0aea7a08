// From the row of a market to the terms the engine trades it by, and the engine told of them.
// Called at the start and when an announced change takes effect. A row that says something else
// than before becomes a new version, which holds for what opens from then on (H09).

import { isDeepStrictEqual } from "node:util";
import { type MarketTerms, marketId } from "@truetick/engine";
import { StartRefusal } from "../../platform/start-refusal.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";

/** What the fee of an opening is a rate of, in every market. */
export const FEE_TYPE = "notional";

export function termsOf(market: TradedMarket, version: number): MarketTerms {
  return {
    marketId: marketId(Number(market.id)),
    version,
    baseCurrency: market.baseCurrency,
    quoteCurrency: market.quoteCurrency,
    pricePrecision: market.pricePrecision,
    unitsPerLot: Number(market.unitsPerLot),
    lotsMin: market.lotsMin,
    lotsMax: market.lotsMax,
    lotStep: market.lotStep,
    leverages: market.leverages,
    marginMode: market.marginMode,
    feeType: FEE_TYPE,
    feeRate: market.feeRate,
    priceAgeMaxMs: market.staleAfterMs,
    longRate: market.longRate,
    shortRate: market.shortRate,
    tripleDay: market.tripleDay,
  };
}

/** Whether these are the terms that the row says. */
export function isTradedBy(market: TradedMarket, terms: MarketTerms): boolean {
  return isDeepStrictEqual(termsOf(market, terms.version), terms);
}

/**
 * Tells the engine of a market whose terms are not what it knows. Answers why it refused; null when
 * it did not, or knew them already.
 */
export async function defineMarket(
  { read, submit }: Pick<Sequencer, "read" | "submit">,
  market: TradedMarket,
): Promise<string | null> {
  const id = marketId(Number(market.id));
  const before = await read((books) => books.market(id)?.terms ?? null);
  if (before && isTradedBy(market, before)) return null;
  const terms = termsOf(market, (before?.version ?? 0) + 1);
  const outcome = await submit({ type: "DefineMarket", terms });
  return outcome.isAccepted ? null : outcome.refusal.reason;
}

/** Refuses to start with terms that the engine refuses. */
export async function defineMarkets(
  sequencer: Pick<Sequencer, "read" | "submit">,
  markets: readonly TradedMarket[],
): Promise<void> {
  const outcomes = await Promise.all(
    markets.map(async (market) => {
      const refusal = await defineMarket(sequencer, market);
      return refusal && `${market.code} (${refusal})`;
    }),
  );
  const refused = outcomes.filter((outcome) => outcome !== null);
  if (refused.length > 0) {
    throw new StartRefusal(`Markets cannot be traded as they are set up: ${refused.join(", ")}.`);
  }
}
