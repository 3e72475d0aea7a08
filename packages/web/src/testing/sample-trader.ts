// A trader of the ranking for tests, with a record that is neither young nor lost.

import type { RankedTrader } from "@truetick/contract/ranking";

export function sampleTrader(changed: Partial<RankedTrader> = {}): RankedTrader {
  return {
    alias: "slow_carry",
    market: "USD/CHF",
    leverage: 30,
    threeWeekReturn: "0.0960",
    threeWeekWinRate: "0.7142",
    threeWeekProfit: "2204.600000",
    totalReturn: "0.2000",
    orders: 1077,
    followers: 268,
    totalFollowers: 412,
    days: 64,
    drawdown: "0.1201",
    risk: 4,
    isSimulated: false,
    book: "real",
    curve: ["0.0000", "0.1000", "0.2000"],
    isBlown: false,
    isHedged: false,
    ...changed,
  };
}
