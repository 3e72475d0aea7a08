// Marks: what an account is worth by the newest quotes, in float64, from its summed exposures.
// A mark only decides where it is further than its tolerance from the threshold; nearer, the exact
// figure decides (equity.ts). All amounts are millionths.
import { f64, i32, NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import type { Prices } from "./prices.ts";

export type Mark = {
  /** NaN while a market of the account has no quote. */
  readonly equity: number;
  /** The exact equity lies within this of the mark. */
  readonly tolerance: number;
};

/** Each order's profit is rounded to a millionth; sums and products of floats err far less. */
const ROUNDING_PER_ORDER = 1;
const FLOAT_ERROR = 1e-12;

export function markAccount(state: State, account: number, prices: Prices): Mark {
  const { accounts, exposures } = state;
  const cash = accounts.cashMark(account);
  let equity = cash;
  let gross = Math.abs(cash);
  let slot = accounts.firstExposure(account);
  for (; slot !== NONE; slot = i32(exposures.nextInAccount, slot)) {
    if (i32(exposures.holdingCount, slot) === 0) continue;
    const market = state.marketAt(i32(exposures.market, slot));
    if (!prices.isQuoted(market)) return { equity: Number.NaN, tolerance: 0 };
    const perPoint = market.pointMark * prices.markOf(market);
    const longValue = prices.bidOf(market) * f64(exposures.longLots, slot);
    const shortValue = prices.askOf(market) * f64(exposures.shortLots, slot);
    const profit =
      longValue - f64(exposures.longCost, slot) + f64(exposures.shortCost, slot) - shortValue;
    equity += profit * perPoint;
    gross += (longValue + shortValue) * perPoint;
  }
  const orders = accounts.holdingCount(account);
  return { equity, tolerance: (orders + 1) * ROUNDING_PER_ORDER + gross * FLOAT_ERROR };
}
