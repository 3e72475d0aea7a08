// Defines a market, or gives it new terms under a higher version. New terms hold for what opens
// from now on; margins stay frozen at their fill (H09). Refuses: MARKET_TERMS_INVALID,
// MARKET_VERSION_OLD, MARKET_CONTRACT_FIXED.
import type { DefineMarket } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { MarketTerms } from "../market.ts";
import type { State } from "../state/state.ts";

const PRICE_PRECISION_MAX = 8;
const UNITS_PER_LOT_MAX = 1_000_000;
const LOTS_MAX = 1_000_000_000;
const LEVERAGE_MAX = 1_000;
const PRICE_AGE_MAX_MS = 86_400_000;
const RATE_MAX = 100_000_000_000n;

/** What a price, a lot and a conversion mean; open orders rest on it. */
const CONTRACT_FIELDS = ["baseCurrency", "quoteCurrency", "pricePrecision", "unitsPerLot"] as const;

export function defineMarket(state: State, { terms, atMs }: DefineMarket): Decision {
  const { marketId, version } = terms;
  const field = unsoundField(terms);
  if (field !== null) return refuse({ reason: "MARKET_TERMS_INVALID", marketId, field });
  const known = state.marketOf(marketId)?.terms;
  if (known !== undefined) {
    if (version <= known.version) {
      return refuse({ reason: "MARKET_VERSION_OLD", version, newest: known.version });
    }
    const changed = CONTRACT_FIELDS.find((name) => terms[name] !== known[name]);
    if (changed !== undefined) {
      return refuse({ reason: "MARKET_CONTRACT_FIXED", marketId, field: changed });
    }
  }
  return accept([{ type: "MarketDefined", atMs, terms }]);
}

/** The first field that no market may have like this; null when all are sound. */
export function unsoundField(terms: MarketTerms): string | null {
  const isSound: Readonly<Partial<Record<keyof MarketTerms, boolean>>> = {
    marketId: isCount(terms.marketId, 1, Number.MAX_SAFE_INTEGER),
    version: isCount(terms.version, 1, 2 ** 31 - 1),
    baseCurrency: terms.baseCurrency === null || terms.baseCurrency !== terms.quoteCurrency,
    quoteCurrency: terms.quoteCurrency.length > 0,
    pricePrecision: isCount(terms.pricePrecision, 0, PRICE_PRECISION_MAX),
    unitsPerLot: isCount(terms.unitsPerLot, 1, UNITS_PER_LOT_MAX),
    lotStep: isCount(terms.lotStep, 1, LOTS_MAX),
    lotsMin: isCount(terms.lotsMin, terms.lotStep, LOTS_MAX) && isOnStep(terms, terms.lotsMin),
    lotsMax: isCount(terms.lotsMax, terms.lotsMin, LOTS_MAX) && isOnStep(terms, terms.lotsMax),
    leverages:
      terms.leverages.every((leverage) => isCount(leverage, 1, LEVERAGE_MAX)) &&
      new Set(terms.leverages).size === terms.leverages.length,
    marginMode: terms.marginMode === "floating" || terms.baseCurrency !== null,
    feeRate: terms.feeRate >= 0n && terms.feeRate <= RATE_MAX,
    priceAgeMaxMs: isCount(terms.priceAgeMaxMs, 1, PRICE_AGE_MAX_MS),
    longRate: isRate(terms.longRate),
    shortRate: isRate(terms.shortRate),
    tripleDay: terms.tripleDay === null || isCount(terms.tripleDay, 1, 5),
  };
  return Object.entries(isSound).find(([, isFine]) => !isFine)?.[0] ?? null;
}

function isCount(count: number, min: number, max: number): boolean {
  return Number.isSafeInteger(count) && count >= min && count <= max;
}

function isOnStep({ lotStep }: MarketTerms, lots: number): boolean {
  return lots % lotStep === 0;
}

function isRate(rate: bigint): boolean {
  return rate >= -RATE_MAX && rate <= RATE_MAX;
}
