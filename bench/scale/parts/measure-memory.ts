// What an account and an open order cost in the engine's memory, and what a command and a quote
// cost in CPU: thousands of them through decide and apply, heap and typed arrays before and after.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { lots, price } from "@truetick/money";
import { Floor, orderOf, START } from "../../engine/measure/floor.ts";

const MARKETS = 56;
const ACCOUNTS = 100_000;
const ORDERS = 100_000;
const QUOTES = 200_000;
const CASH = 2_000_000_000n;

type Measured = Readonly<Record<string, number>>;

export function measureMemory(): Measured {
  setFlagsFromString("--expose-gc");
  // The flag makes the function known to contexts that are made after it.
  const collect = runInNewContext("gc") as () => void;
  const bytesNow = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const empty = bytesNow();
  const floor = new Floor(MARKETS, ACCOUNTS, CASH);
  const filled = bytesNow();
  const orders = cpuOf(() => {
    for (let at = 0; at < ORDERS; at += 1) {
      const stops = { stopLoss: price(START - 5_000), takeProfit: price(START + 5_000) };
      const other = { lots: lots(100), ...stops };
      floor.carryOut(orderOf(1 + (at % ACCOUNTS), 1 + (at % MARKETS), other));
    }
  });
  const busy = bytesNow();
  const quotes = cpuOf(() => {
    for (let at = 0; at < QUOTES; at += 1) floor.tick(1 + (at % MARKETS), START + (at % 40));
  });
  return {
    accountMemoryBytes: (filled - empty) / ACCOUNTS,
    orderMemoryBytes: (busy - filled) / ORDERS,
    commandUs: orders / ORDERS,
    quoteUs: quotes / QUOTES,
  };
}

/** Microseconds of CPU. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
