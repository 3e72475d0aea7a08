// Safe bands: for every account and market, the prices between which the account's margin level
// cannot cross a threshold while its other markets stay inside their own bands. A tick looks at
// two tops per market; an account is examined again only when a price leaves its band.
// The slack between equity and the nearest threshold is shared out so that, whatever the prices do
// inside all bands at once, the loss or gain stays below it (zero mismatches against brute force).
import { markAccount } from "../rules/mark.ts";
import type { Prices } from "../rules/prices.ts";
import { f64, i32, NONE } from "../state/columns.ts";
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

/** Redraws the bands of one account around the newest quotes. */
export function drawBands(state: State, account: number, prices: Prices): void {
  const used = state.accounts.usedMark(account);
  if (used === 0) return;
  const slack = slackOf(state, account, prices);
  if (!(slack > 0)) {
    forEachExposure(state, account, (slot, market) => setBand(slot, market, Infinity, Infinity));
    return;
  }
  const sums = sumsOf(state, account, prices);
  const priceSlack = sums.converted > 0 ? slack * (1 - CONVERSION_SHARE) : slack;
  const priceMove = priceSlack / (sums.gross * CONVERTED_GROWTH);
  const conversionMove = Math.min(
    CONVERSION_MOVE_MAX,
    (slack * CONVERSION_SHARE) / (Math.max(sums.converted, 1) * STEPS_MAX),
  );
  const isTwoSided = state.accounts.isMarginCalled(account);
  const { exposures } = state;
  forEachExposure(state, account, (slot, market) => {
    const { bid, ask } = market;
    const hasLongs = f64(exposures.longLots, slot) > 0;
    const hasShorts = f64(exposures.shortLots, slot) > 0;
    let low = hasLongs ? bid * (1 - priceMove) : -Infinity;
    let high = hasShorts ? ask * (1 + priceMove) : Infinity;
    if (isTwoSided && hasLongs) high = Math.min(high, bid * (1 + priceMove));
    if (isTwoSided && hasShorts) low = Math.max(low, ask * (1 - priceMove));
    if (i32(exposures.conversionCount, slot) > 0 || convertsItself(market)) {
      const move = conversionPoints(market, conversionMove);
      low = Math.max(low, bid - move);
      high = Math.min(high, ask + move);
    }
    setBand(slot, market, low, high);
  });
}

/** Takes an exposure out of the bands, before it is removed. */
export function eraseBand(slot: number, market: MarketSlot): void {
  if (market.bandLow.has(slot)) market.bandLow.remove(slot);
  if (market.bandHigh.has(slot)) market.bandHigh.remove(slot);
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
    found[at] = i32(state.exposures.account, found[at] as number);
  }
}

/** Distance of equity from the nearest threshold; not above zero (or NaN) means: look each tick. */
function slackOf(state: State, account: number, prices: Prices): number {
  const used = state.accounts.usedMark(account);
  const { equity, tolerance } = markAccount(state, account, prices);
  const isCalled = state.accounts.isMarginCalled(account);
  const below = equity - (isCalled ? used / 2 : used);
  const above = isCalled ? used - equity : Infinity;
  return Math.min(below, above) - TOLERANCES * tolerance;
}

/** Gross value of all positions, and the floating value that depends on conversion rates. */
function sumsOf(state: State, account: number, prices: Prices) {
  const { exposures } = state;
  let gross = 0;
  let converted = 0;
  forEachExposure(state, account, (slot, market) => {
    if (i32(exposures.holdingCount, slot) === 0) return;
    const perPoint = market.pointMark * prices.markOf(market);
    const longValue = market.bid * f64(exposures.longLots, slot);
    const shortValue = market.ask * f64(exposures.shortLots, slot);
    gross += (longValue + shortValue) * perPoint;
    if (market.quotePath?.length === 0) return;
    const profit =
      longValue - f64(exposures.longCost, slot) + f64(exposures.shortCost, slot) - shortValue;
    // At least a millionth, so that an account with converted positions is known as one.
    converted += Math.max(Math.abs(profit * perPoint), 1);
  });
  return { gross, converted };
}

/** Points the bid or ask may move so that the mid, and its inverse, move by less than `move`. */
function conversionPoints(market: MarketSlot, move: number): number {
  const mid = (market.bid + market.ask) / 2;
  return (mid * move) / (1 + move) - (market.ask - market.bid) / 2;
}

function convertsItself(market: MarketSlot): boolean {
  return market.quotePath?.some((step) => step.market === market) ?? false;
}

/** Fires when the bid is at or below `low`, or the ask at or above `high`. */
function setBand(slot: number, market: MarketSlot, low: number, high: number): void {
  if (low > -Infinity) market.bandLow.set(slot, -low);
  else if (market.bandLow.has(slot)) market.bandLow.remove(slot);
  if (high < Infinity) market.bandHigh.set(slot, high);
  else if (market.bandHigh.has(slot)) market.bandHigh.remove(slot);
}

function forEachExposure(
  state: State,
  account: number,
  visit: (slot: number, market: MarketSlot) => void,
): void {
  const { accounts, exposures } = state;
  let slot = accounts.firstExposure(account);
  for (; slot !== NONE; slot = i32(exposures.nextInAccount, slot)) {
    visit(slot, state.marketAt(i32(exposures.market, slot)));
  }
}
