// How a currency becomes the account currency: by one market that pairs the two, or by two
// through a currency between them, USD first. What has a quote goes before what has none, and what
// is traded before what is delisted; the lowest market id wins a tie. Resolved when markets are
// defined, delisted or quoted for the first time, from nothing else, so that a state that is built
// anew has the same ways whatever came first. What was booked names its own in the journal.
import type { ConversionStep, MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";

const PIVOT = "USD";

/** Recomputes every path. True when one changed, so that exposures must be rebuilt. */
export function resolveConversions(state: State): boolean {
  let hasChanged = false;
  const tiers = tiersOf(state);
  for (const market of state.markets) market.convertedHere = [];
  for (const market of state.markets) {
    const { baseCurrency, quoteCurrency } = market.terms;
    const quotePath = pathFrom(quoteCurrency, state.accountCurrency, tiers);
    hasChanged ||= !isSamePath(quotePath, market.quotePath);
    market.quotePath = quotePath;
    market.isAtPar = quotePath?.length === 0;
    market.convertsItself = quotePath?.some((step) => step.market === market) ?? false;
    market.basePath =
      baseCurrency === null ? null : pathFrom(baseCurrency, state.accountCurrency, tiers);
    for (const step of quotePath ?? []) step.market.convertedHere.push(market);
    market.quoteMark = markOfPath(quotePath);
  }
  return hasChanged;
}

/** Pairs that are traded and quoted; with those that were, by their last quote; and with all. */
function tiersOf({ markets }: State): readonly Pairs[] {
  const pairs = markets
    .filter(({ terms }) => terms.baseCurrency !== null)
    .sort((left, right) => rank(left) - rank(right) || left.terms.marketId - right.terms.marketId);
  return [0, 1, 3].map((worst) => pairs.filter((market) => rank(market) <= worst));
}

function rank({ session, seq }: MarketSlot): number {
  return (session === "delisted" ? 1 : 0) + (seq === 0 ? 2 : 0);
}

/** The value of one unit along the path, as a mark; NaN when a step is missing or unquoted. */
export function markOfPath(path: readonly ConversionStep[] | null): number {
  if (path === null) return Number.NaN;
  let mark = 1;
  for (const { market, isInverse } of path) {
    if (market.seq === 0) return Number.NaN;
    mark *= stepMark(market.bid + market.ask, market.terms.pricePrecision, isInverse);
  }
  return mark;
}

export function stepMark(bidPlusAsk: number, precision: number, isInverse: boolean): number {
  const mid = bidPlusAsk / (2 * 10 ** precision);
  return isInverse ? 1 / mid : mid;
}

type Pairs = readonly MarketSlot[];

type Path = readonly ConversionStep[] | null;

function pathFrom(from: string, to: string, tiers: readonly Pairs[]): Path {
  if (from === to) return [];
  for (const pairs of tiers) {
    const path = pathThrough(from, to, pairs);
    if (path !== null) return path;
  }
  return null;
}

function pathThrough(from: string, to: string, pairs: Pairs): Path {
  const direct = stepBetween(from, to, pairs);
  if (direct !== null) return [direct];
  const between = pairs.flatMap(({ terms }) => neighbourOf(from, terms) ?? []);
  for (const currency of [PIVOT, ...between]) {
    const first = stepBetween(from, currency, pairs);
    const second = stepBetween(currency, to, pairs);
    if (first !== null && second !== null) return [first, second];
  }
  return null;
}

function stepBetween(from: string, to: string, pairs: Pairs): ConversionStep | null {
  for (const market of pairs) {
    const { baseCurrency, quoteCurrency } = market.terms;
    if (baseCurrency === from && quoteCurrency === to) return { market, isInverse: false };
    if (baseCurrency === to && quoteCurrency === from) return { market, isInverse: true };
  }
  return null;
}

function neighbourOf(
  currency: string,
  terms: { baseCurrency: string | null; quoteCurrency: string },
): string | null {
  if (terms.baseCurrency === currency) return terms.quoteCurrency;
  return terms.quoteCurrency === currency ? terms.baseCurrency : null;
}

function isSamePath(
  left: readonly ConversionStep[] | null,
  right: readonly ConversionStep[] | null,
): boolean {
  if (left === null || right === null) return left === right;
  return (
    left.length === right.length &&
    left.every((step, at) => {
      const other = right[at];
      return step.market === other?.market && step.isInverse === other.isInverse;
    })
  );
}
