// What is open in every market, both books apart, as it stands at the newest quotes. Lots, margin
// and counts are exact; the profit is a mark, good to a millionth per position. One pass over the
// accounts' exposures and one over the orders: cheap enough to be asked every second.
import { type Lots, lots, type Money, money } from "@truetick/money";
import type { Book } from "./account.ts";
import type { MarketId } from "./market.ts";
import { Prices } from "./rules/prices.ts";
import { i32, i64 } from "./state/columns.ts";
import type { MarketSlot } from "./state/market-slot.ts";
import type { State } from "./state/state.ts";

export type MarketExposureView = {
  readonly marketId: MarketId;
  readonly book: Book;
  readonly longLots: Lots;
  readonly shortLots: Lots;
  readonly margin: Money;
  /** The traders' floating profit; zero before the market or its conversion is quoted. */
  readonly profit: Money;
  readonly positions: number;
  readonly accounts: number;
};

type Sums = {
  longLots: number;
  longCost: number;
  shortLots: number;
  shortCost: number;
  margin: bigint;
  positions: number;
  accounts: number;
};

/** Markets without a position are left out. */
export function exposureView(state: State): MarketExposureView[] {
  const sums = { real: state.markets.map(noSums), demo: state.markets.map(noSums) };
  addExposures(state, sums);
  addMargins(state, sums);
  const prices = new Prices(0);
  return (["real", "demo"] as const).flatMap((book) =>
    state.markets.flatMap((market) => {
      const sum = sums[book][market.slot];
      return sum === undefined || sum.positions === 0 ? [] : [viewOf(market, book, sum, prices)];
    }),
  );
}

type BookSums = Readonly<Record<Book, readonly Sums[]>>;

function noSums(): Sums {
  const lots = { longLots: 0, longCost: 0, shortLots: 0, shortCost: 0 };
  return { ...lots, margin: 0n, positions: 0, accounts: 0 };
}

function addExposures({ accounts, exposures }: State, sums: BookSums): void {
  for (let account = 0; account < accounts.count; account += 1) {
    const end = exposures.end(account);
    for (let slot = exposures.first(account); slot < end; slot += 1) {
      if (!exposures.hasPositions(slot)) continue;
      const sum = sums[accounts.book(account)][exposures.market(slot)];
      if (sum === undefined) continue;
      sum.longLots += exposures.longLots(slot);
      sum.longCost += exposures.longCost(slot);
      sum.shortLots += exposures.shortLots(slot);
      sum.shortCost += exposures.shortCost(slot);
      sum.accounts += 1;
    }
  }
}

function addMargins({ accounts, orders }: State, sums: BookSums): void {
  for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
    if (!orders.isHolding(slot)) continue;
    const book = accounts.book(i32(orders.account, slot));
    const sum = sums[book][i32(orders.market, slot)];
    if (sum === undefined) continue;
    sum.margin += i64(orders.margin, slot);
    sum.positions += 1;
  }
}

function viewOf(market: MarketSlot, book: Book, sum: Sums, prices: Prices): MarketExposureView {
  const { longLots, shortLots, positions, accounts } = sum;
  return {
    marketId: market.terms.marketId,
    book,
    longLots: lots(longLots),
    shortLots: lots(shortLots),
    margin: money(sum.margin),
    profit: money(BigInt(Math.round(profitOf(market, sum, prices)))),
    positions,
    accounts,
  };
}

function profitOf(market: MarketSlot, sum: Sums, prices: Prices): number {
  if (!prices.isQuoted(market)) return 0;
  const longs = prices.bidOf(market) * sum.longLots - sum.longCost;
  const shorts = sum.shortCost - prices.askOf(market) * sum.shortLots;
  const profit = (longs + shorts) * market.pointMark * prices.markOf(market);
  return Number.isFinite(profit) ? profit : 0;
}
