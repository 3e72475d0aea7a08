// Marks: what an account is worth by the newest quotes, in float64, from its summed exposures.
// A mark only decides where it is further than its tolerance from the threshold; nearer, the exact
// figure decides (equity.ts). All amounts are millionths.
import { NONE } from "../state/columns.ts";
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

export function markAccount(state: State, account: number, prices: Prices): Mark {
  const { accounts, exposures } = state;
  const cash = accounts.cashMark(account);
  let equity = cash;
  let gross = 0;
  let converted = 0;
  let slot = accounts.firstExposure(account);
  for (; slot !== NONE; slot = exposures.next(slot)) {
    if (!exposures.hasPositions(slot)) continue;
    const market = state.marketAt(exposures.market(slot));
    if (!prices.isQuoted(market)) return UNKNOWN;
    const perPoint = market.pointMark * prices.markOf(market);
    const longValue = prices.bidOf(market) * exposures.longLots(slot);
    const shortValue = prices.askOf(market) * exposures.shortLots(slot);
    const points = longValue - exposures.longCost(slot) + exposures.shortCost(slot) - shortValue;
    const profit = points * perPoint;
    equity += profit;
    gross += (longValue + shortValue) * perPoint;
    // At least a millionth, so that an account with converted positions is known as one.
    if (!market.isAtPar) converted += Math.max(Math.abs(profit), 1);
  }
  const roundings = (accounts.holdingCount(account) + 1) * ROUNDING_PER_ORDER;
  const tolerance = roundings + (gross + Math.abs(cash)) * FLOAT_ERROR;
  return { equity, tolerance, gross, converted };
}
