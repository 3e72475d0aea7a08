// Marks: what an account is worth by the newest quotes, in float64, from its summed exposures.
// A mark only decides where it is further than its tolerance from the threshold; nearer, the exact
// figure decides (equity.ts). All amounts are millionths.
import {
  LONG_COST,
  LONG_LOTS,
  MARKET,
  PLACES,
  SHORT_COST,
  SHORT_LOTS,
} from "../state/exposure-table.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import type { Prices } from "./prices.ts";

export type Mark = {
  /** NaN while a market of the account has no quote. */
  readonly equity: number;
  /** The exact equity lies within this of the mark. */
  readonly tolerance: number;
  /** Value of all positions, both sides added. */
  readonly gross: number;
  /** Floating profit and loss, both added, that depend on conversion rates; 0 when none does. */
  readonly converted: number;
};

/** Each order's profit is rounded to a millionth; sums and products of floats err far less. */
const ROUNDING_PER_ORDER = 1;
const FLOAT_ERROR = 1e-12;
const UNKNOWN: Mark = { equity: Number.NaN, tolerance: 0, gross: 0, converted: 0 };

/** Reads by itself instead of asking: this is most of what an order costs, and calls add up. */
export function markAccount(state: State, account: number, prices: Prices): Mark {
  const { accounts, exposures, markets } = state;
  const { records } = exposures;
  const { tick } = prices;
  const cash = accounts.cashMark(account);
  let equity = cash;
  let gross = 0;
  let converted = 0;
  const end = exposures.end(account) * PLACES;
  for (let at = exposures.first(account) * PLACES; at < end; at += PLACES) {
    const longLots = records[at + LONG_LOTS] as number;
    const shortLots = records[at + SHORT_LOTS] as number;
    // Without positions it is only there because it converts others.
    if (longLots + shortLots === 0) continue;
    // A slot that was written here is that of a market.
    const market = markets[(records[at + MARKET] as number) | 0] as MarketSlot;
    // Only a tick that is being decided makes it differ from the newest quote.
    const isNewest = tick === null;
    if ((isNewest ? market.seq : prices.seqOf(market)) === 0) return UNKNOWN;
    const perPoint = market.pointMark * (isNewest ? market.quoteMark : prices.markOf(market));
    const longValue = (isNewest ? market.bid : prices.bidOf(market)) * longLots;
    const shortValue = (isNewest ? market.ask : prices.askOf(market)) * shortLots;
    const cost = (records[at + LONG_COST] as number) - (records[at + SHORT_COST] as number);
    const profit = (longValue - shortValue - cost) * perPoint;
    equity += profit;
    gross += (longValue + shortValue) * perPoint;
    // At least a millionth, so that an account with converted positions is known as one.
    if (!market.isAtPar) converted += Math.max(Math.abs(profit), 1);
  }
  const roundings = (accounts.holdingCount(account) + 1) * ROUNDING_PER_ORDER;
  const tolerance = roundings + (gross + Math.abs(cash)) * FLOAT_ERROR;
  return { equity, tolerance, gross, converted };
}
