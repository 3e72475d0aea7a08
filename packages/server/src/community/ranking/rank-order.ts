// The order of the ranking: best first by the wanted figure, as it is shown; who has too little to
// tell comes after all who have, who trades against himself last (T43); equals by alias.

import type { RankedTrader, RankSort } from "@truetick/contract/ranking";

/** Larger is better. Null: not enough to tell. */
const GOODNESS: Readonly<Record<RankSort, (trader: RankedTrader) => number | null>> = {
  threeWeekReturn: ({ threeWeekReturn }) => numberOf(threeWeekReturn),
  threeWeekWinRate: ({ threeWeekWinRate }) => numberOf(threeWeekWinRate),
  threeWeekProfit: ({ threeWeekProfit }) => Number(threeWeekProfit),
  totalReturn: ({ totalReturn }) => numberOf(totalReturn),
  // Who has not traded has not fallen: that is no merit.
  drawdown: ({ totalReturn, drawdown }) => (totalReturn === null ? null : -Number(drawdown)),
  followers: ({ followers }) => followers,
  days: ({ days }) => days,
  orders: ({ orders }) => orders,
};

export function inRankOrder(
  traders: readonly RankedTrader[],
  sort: RankSort,
): readonly RankedTrader[] {
  const goodness = GOODNESS[sort];
  return [...traders].sort(
    (a, b) =>
      Number(a.isHedged) - Number(b.isHedged) ||
      (goodness(b) ?? Number.NEGATIVE_INFINITY) - (goodness(a) ?? Number.NEGATIVE_INFINITY) ||
      compareAliases(a.alias, b.alias),
  );
}

function compareAliases(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x < y ? -1 : Number(x > y);
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));
