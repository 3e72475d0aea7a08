// Safe bands: for every account and market, the prices between which the account's margin level
// cannot cross a threshold while its other markets stay inside their own bands. A tick looks at
// two tops per market; an account is examined again only when a price leaves its band.
// The slack between equity and the nearest threshold is shared out so that, whatever the prices do
// inside all bands at once, the loss or gain stays below it (zero mismatches against brute force).
// An account whose bands would be left again at once is restless: it is looked at on every tick of
// its markets for a while, which costs less than drawing bands over and over.
import { type Mark, markAccount } from "../rules/mark.ts";
import type { Prices } from "../rules/prices.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";

/** Part of the slack kept for moves of conversion rates, when there are any. */
const CONVERSION_SHARE = 0.3;
/** A conversion rate may move at most this much inside a band, each step of at most two. */
const CONVERSION_MOVE_MAX = 0.02;
/** Two such steps move a converted value by less than this. */
const CONVERTED_GROWTH = 1.06;
const STEPS_MAX = 2.1;
/** Marks err by their tolerance now, and again at the edge of the band. */
const TOLERANCES = 3;
/** Drawn again after fewer ticks than this, an account is restless for as many as that. */
const RESTLESS_AFTER_TICKS = 16;
const RESTLESS_FOR_TICKS = 512;

/** Redraws the bands of one account around the newest quotes. */
export function drawBands(state: State, account: number, prices: Prices): void {
  const { accounts, exposures, ticks } = state;
  if (accounts.usedMark(account) === 0) return;
  const isRestless = ticks - accounts.drawnAtTick(account) < RESTLESS_AFTER_TICKS;
  accounts.setDrawn(account, ticks, isRestless ? ticks + RESTLESS_FOR_TICKS : 0);
  const mark = markAccount(state, account, prices);
  const slack = isRestless ? 0 : slackOf(state, account, mark);
  const isTwoSided = accounts.isMarginCalled(account);
  // Not above zero, or unknown: the account is looked at on every tick.
  const moves = slack > 0 ? movesOf(mark, slack) : null;
  const end = exposures.end(account);
  for (let slot = exposures.first(account); slot < end; slot += 1) {
    const market = state.marketAt(exposures.market(slot));
    if (moves === null) setBand(slot, market, Infinity, Infinity);
    else drawBand(state, slot, market, { ...moves, isTwoSided });
  }
}

/** Whether it is looked at on every tick anyway, so that leaving its band means nothing new. */
export function isRestless(state: State, account: number): boolean {
  return state.accounts.restlessUntilTick(account) > state.ticks;
}

type Moves = {
  /** How far prices of positions may go, as a share of the price. */
  readonly price: number;
  /** How far a mid that converts may go, likewise. */
  readonly conversion: number;
};

/** Shares the slack out between prices and conversions. */
function movesOf({ gross, converted }: Mark, slack: number): Moves {
  const forPrices = converted > 0 ? slack * (1 - CONVERSION_SHARE) : slack;
  const conversion = (slack * CONVERSION_SHARE) / (Math.max(converted, 1) * STEPS_MAX);
  return {
    price: forPrices / (gross * CONVERTED_GROWTH),
    conversion: Math.min(CONVERSION_MOVE_MAX, conversion),
  };
}

function drawBand(
  { exposures }: State,
  slot: number,
  market: MarketSlot,
  moves: Moves & { isTwoSided: boolean },
): void {
  const { bid, ask } = market;
  const hasLongs = exposures.longLots(slot) > 0;
  const hasShorts = exposures.shortLots(slot) > 0;
  let low = hasLongs ? bid * (1 - moves.price) : -Infinity;
  let high = hasShorts ? ask * (1 + moves.price) : Infinity;
  if (moves.isTwoSided && hasLongs) high = Math.min(high, bid * (1 + moves.price));
  if (moves.isTwoSided && hasShorts) low = Math.max(low, ask * (1 - moves.price));
  if (market.convertsItself || exposures.hasConversions(slot)) {
    const move = conversionPoints(market, moves.conversion);
    low = Math.max(low, bid - move);
    high = Math.min(high, ask + move);
  }
  setBand(slot, market, low, high);
}

/** Takes an exposure out of the bands, before it is removed. */
export function eraseBand(slot: number, market: MarketSlot): void {
  if (market.bandLow.has(slot)) market.bandLow.remove(slot);
  if (market.bandHigh.has(slot)) market.bandHigh.remove(slot);
}

/** The exposure has another slot now; its band goes with it. */
export function moveBand(from: number, to: number, market: MarketSlot): void {
  if (market.bandLow.has(from)) market.bandLow.rename(from, to);
  if (market.bandHigh.has(from)) market.bandHigh.rename(from, to);
}

/** Appends the accounts whose band this quote leaves; an account may appear twice. */
export function collectLeft(
  state: State,
  market: MarketSlot,
  quote: { bid: number; ask: number },
  found: number[],
): void {
  const from = found.length;
  market.bandLow.collect(-quote.bid, found);
  market.bandHigh.collect(quote.ask, found);
  for (let at = from; at < found.length; at += 1) {
    found[at] = state.exposures.account(found[at] as number);
  }
}

/** Distance of equity from the nearest threshold; NaN when it is unknown. */
function slackOf({ accounts }: State, account: number, { equity, tolerance }: Mark): number {
  const used = accounts.usedMark(account);
  const isCalled = accounts.isMarginCalled(account);
  const below = equity - (isCalled ? used / 2 : used);
  const above = isCalled ? used - equity : Infinity;
  return Math.min(below, above) - TOLERANCES * tolerance;
}

/** Points the bid or ask may move so that the mid, and its inverse, move by less than `move`. */
function conversionPoints(market: MarketSlot, move: number): number {
  const mid = (market.bid + market.ask) / 2;
  return (mid * move) / (1 + move) - (market.ask - market.bid) / 2;
}

/** Fires when the bid is at or below `low`, or the ask at or above `high`. */
function setBand(slot: number, market: MarketSlot, low: number, high: number): void {
  if (low > -Infinity) market.bandLow.set(slot, -low);
  else if (market.bandLow.has(slot)) market.bandLow.remove(slot);
  if (high < Infinity) market.bandHigh.set(slot, high);
  else if (market.bandHigh.has(slot)) market.bandHigh.remove(slot);
}
