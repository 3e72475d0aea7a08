// A follow for tests: 500 set aside, a little ahead, with a copy stop-loss.

import type { Follow } from "@truetick/contract/copying";

export function sampleFollow(changed: Partial<Follow> = {}): Follow {
  return {
    id: "3",
    leader: "slow_carry",
    isLeaderListed: true,
    status: "copying",
    amount: "500.000000",
    equity: "512.345678",
    cash: "510.000000",
    floating: "2.345678",
    available: "480.123456",
    profit: "12.345678",
    rate: "0.0246",
    leaderRate: "0.0250",
    factor: "1.00",
    stopPercent: 30,
    stopEquity: "350.000000",
    lotsMax: null,
    orders: 1,
    skipped: 2,
    startedAt: 1_790_000_000,
    stoppedAt: null,
    stopReason: null,
    ...changed,
  };
}
