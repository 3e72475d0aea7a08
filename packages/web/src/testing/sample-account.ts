// A demo account for tests with one small position, with what the test says otherwise.

import type { Account } from "@truetick/contract";

export function sampleAccount(changes: Partial<Account> = {}): Account {
  return {
    balance: "9961.39",
    lockedBalance: "38.61",
    cash: "10000.000000",
    equity: "10001.000000",
    used: "38.610000",
    reserved: "0.000000",
    held: "0.000000",
    free: "9962.390000",
    profit: "1.000000",
    available: "9961.390000",
    level: "259.02615902",
    riskRate: "0.00386061",
    isMarginCalled: false,
    isDemo: true,
    currency: "USD",
    ...changes,
  };
}
