// A follow in the words of the contract: the row, the books of this moment, and what its leader
// made over the same time. Called by the routes.

import type { Follow, FollowStatus } from "@truetick/contract/copying";
import type { AccountView } from "@truetick/engine";
import {
  assert,
  formatDecimal,
  formatLots,
  formatMoney,
  type Money,
  money,
  ZERO_MONEY,
} from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { StoredFollow, StoredStatus } from "./follow-table.ts";
import { leaderRateOf, type ReturnSince } from "./leader-rate.ts";
import { countSkipped } from "./skip-table.ts";
import { stopEquityOf } from "./watch-losses.ts";

export type DescribeParts = {
  readonly database: Database;
  readonly read: Sequencer["read"];
  /** What an account made since the beginning of that day, as a ratio; null: nobody can tell. */
  readonly returnSince: ReturnSince;
};

export async function describeFollows(
  parts: DescribeParts,
  follows: readonly StoredFollow[],
): Promise<readonly Follow[]> {
  const ids = follows.map(({ id }) => id);
  const [skipped, views, rates] = await Promise.all([
    countSkipped(parts.database, ids),
    parts.read((books) =>
      follows.map(({ accountId }) => ({
        account: books.account(accountId),
        orders: books.orders(accountId).length,
      })),
    ),
    Promise.all(
      follows.map((follow) =>
        follow.status === "stopped" ? follow.leaderRate : leaderRateOf(parts.returnSince, follow),
      ),
    ),
  ]);
  return follows.map((follow, at) => {
    const { account = null, orders = 0 } = views[at] ?? {};
    const leaderRate = rates[at] ?? null;
    return describe(follow, { account, orders, skipped: skipped.get(follow.id) ?? 0, leaderRate });
  });
}

type Seen = {
  readonly account: AccountView | null;
  readonly orders: number;
  readonly skipped: number;
  readonly leaderRate: string | null;
};

const FACTOR_DECIMALS = 2;
const RATE_DECIMALS = 4;
const RATE_SCALE = 10_000n;

function describe(follow: StoredFollow, { account, orders, skipped, leaderRate }: Seen): Follow {
  const equity = follow.finalCash ?? account?.equity ?? ZERO_MONEY;
  const cash = follow.status === "stopped" ? ZERO_MONEY : (account?.cash ?? ZERO_MONEY);
  const profit = money(equity - follow.amount);
  const stopEquity = stopEquityOf(follow);
  return {
    id: String(follow.id),
    leader: follow.leaderAlias,
    isLeaderListed: follow.isLeaderListed,
    status: shownStatus(follow.status),
    amount: formatMoney(follow.amount),
    equity: formatMoney(equity),
    cash: formatMoney(cash),
    floating: formatMoney(account?.floating ?? ZERO_MONEY),
    available: formatMoney(account?.available ?? ZERO_MONEY),
    profit: formatMoney(profit),
    rate: rateText(profit, follow.putIn),
    leaderRate,
    factor: formatDecimal(BigInt(follow.factor), FACTOR_DECIMALS),
    stopPercent: follow.stopPercent,
    stopEquity: stopEquity === null ? null : formatMoney(money(stopEquity)),
    lotsMax: follow.lotsMax === null ? null : formatLots(follow.lotsMax),
    orders,
    skipped,
    startedAt: secondsOf(follow.startedAtMs ?? follow.createdAtMs),
    stoppedAt: follow.stoppedAtMs === null ? null : secondsOf(follow.stoppedAtMs),
    stopReason: follow.stopReason,
  };
}

function shownStatus(status: StoredStatus): FollowStatus {
  assert(status !== "starting" && status !== "refused", "Invariant: only what began is shown");
  return status;
}

/** Cut towards zero, as every ratio that is shown. */
function rateText(profit: Money, putIn: Money): string {
  return formatDecimal(putIn > 0n ? (profit * RATE_SCALE) / putIn : 0n, RATE_DECIMALS);
}

function secondsOf(atMs: number): number {
  return Math.floor(atMs / 1_000);
}
