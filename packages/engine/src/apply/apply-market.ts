// What the events of a market change. A quote also does the upkeep of the indexes: what has closed
// leaves the heaps, and accounts whose band it left, or that changed, get new bands. None of that
// is durable, and no result depends on when it happens.
import { assert } from "@truetick/money";
import type {
  DayStarted,
  MarketCut,
  MarketDefined,
  MarketSessionChanged,
  MarketWentStale,
  QuoteTaken,
  TrailingAdvanced,
} from "../event.ts";
import { markOfPath, resolveConversions } from "../rules/conversion.ts";
import { Prices } from "../rules/prices.ts";
import { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { collectLeft, drawBands, isRestless } from "../watch/bands.ts";
import { rebuildExposures } from "../watch/exposure.ts";

export function applyMarketDefined(state: State, { terms }: MarketDefined): void {
  const known = state.marketOf(terms.marketId);
  if (known === null) {
    const market = new MarketSlot(state.markets.length, terms, state.orders, state.positions);
    state.markets.push(market);
    state.marketSlots.add(terms.marketId, market.slot);
  } else {
    known.setTerms(terms);
  }
  if (resolveConversions(state)) rebuildExposures(state);
}

export function applyMarketSessionChanged(state: State, event: MarketSessionChanged): void {
  marketOf(state, event.marketId).session = event.session;
  if (event.session === "delisted" && resolveConversions(state)) rebuildExposures(state);
}

export function applyQuoteTaken(state: State, event: QuoteTaken): void {
  const market = marketOf(state, event.marketId);
  if (event.seq <= market.seq) return;
  const isFirst = market.seq === 0;
  state.ticks += 1;
  market.triggers.purge();
  market.seq = event.seq;
  market.bid = event.bid;
  market.ask = event.ask;
  market.quotedAtMs = event.atMs;
  market.isStale = false;
  if (isFirst) resolveAnew(state, market);
  for (const converted of market.convertedHere) {
    converted.quoteMark = markOfPath(converted.quotePath);
  }
  const left: number[] = [];
  collectLeft(state, market, event, left);
  for (const account of left) if (!isRestless(state, account)) state.unband(account);
  if (state.unbanded.length > 0) redrawBands(state, event.atMs);
}

/** A pair that has a quote now may convert what went another way, or not at all. */
function resolveAnew(state: State, { terms }: MarketSlot): void {
  if (terms.baseCurrency !== null && resolveConversions(state)) rebuildExposures(state);
}

function redrawBands(state: State, atMs: number): void {
  const { accounts, unbanded } = state;
  const prices = new Prices(atMs);
  for (const account of unbanded) {
    drawBands(state, account, prices);
    accounts.setUnbanded(account, false);
  }
  unbanded.length = 0;
}

export function applyMarketWentStale(state: State, event: MarketWentStale): void {
  marketOf(state, event.marketId).isStale = true;
}

export function applyTrailingAdvanced(state: State, event: TrailingAdvanced): void {
  marketOf(state, event.marketId).trailing.advance(event.side, event.price);
}

export function applyMarketCut(state: State, event: MarketCut): void {
  marketOf(state, event.marketId).lastCutDate = event.cutDate;
}

export function applyDayStarted(state: State, event: DayStarted): void {
  state.lastDayDate = event.cutDate;
}

function marketOf(state: State, marketId: number): MarketSlot {
  const market = state.marketOf(marketId);
  assert(market !== null, "Invariant: events name markets that exist");
  return market;
}
