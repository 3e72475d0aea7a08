// F23: 64 clients on ten accounts that follow each other, so that every deal of a leader is copied
// to the others while they deal themselves. Every request is answered, what was acknowledged is
// stored, and PostgreSQL counted no deadlock.

import { afterAll, beforeAll, expect, it } from "vitest";
import { dealOnce, type Trader } from "../cluster-load.ts";
import {
  buy,
  closeOrder,
  type Trader as Leader,
  list,
  newAlias,
  openDemo,
  startFollow,
} from "../leaders.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { ownerAddress } from "../tamper.ts";
import { DRILL_TIMEOUT_MS, IS_FULL, pause } from "./drilled-program.ts";
import { ask, brokenInvariants, storedOrders } from "./restored-record.ts";

const CLIENTS = 64;
const ACCOUNTS = 10;
const LEADERS = 3;
/** A fifth of it is what a follower copies, who has a fifth of the leader's money in it. */
const LEADER_LOTS = "0.1";
const FOLLOWED_WITH = "2000";
const ROUNDS = IS_FULL ? 60 : 2;
const COPIES_SETTLE_MAX_MS = 60_000;

let platform: Platform;
let url: string;
const traders: Trader[] = [];
let leaders: readonly Leader[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  url = ownerAddress(platform.dataDir);
  const people = [];
  for (let at = 0; at < ACCOUNTS; at += 1) people.push(await openDemo(platform));
  leaders = people.slice(0, LEADERS);
  const aliases: string[] = [];
  for (const leader of leaders) {
    const alias = newAlias("hot");
    await list(leader, alias);
    aliases.push(alias);
  }
  for (const follower of people.slice(LEADERS)) {
    for (const alias of aliases) {
      await startFollow(follower, { alias, amount: FOLLOWED_WITH, stopPercent: "50" });
    }
  }
  for (const { token } of people) {
    traders.push({ token, acknowledged: new Set(), answeredAt: [] });
  }
}, DRILL_TIMEOUT_MS);
afterAll(() => platform?.stop());

/** Buys and closes what is large enough to be copied. */
async function lead(leader: Leader, { acknowledged }: Trader): Promise<void> {
  const id = await buy(leader, LEADER_LOTS);
  acknowledged.add(id);
  await closeOrder(leader, id);
}

/** Copies come after what they copy; when the last is closed, nothing is under way. */
async function untilCopiesEnd(): Promise<void> {
  const endMs = performance.now() + COPIES_SETTLE_MAX_MS;
  for (;;) {
    const [open] = await ask<{ count: string }>(
      url,
      "select count(*) from trade_order where status = 'holding'",
    );
    if (open?.count === "0") return;
    if (performance.now() > endMs) throw new Error(`${open?.count} copies are not closed`);
    await pause(200);
  }
}

it(
  "F23: 64 clients on ten accounts with copies: all are answered, and nothing deadlocks",
  async () => {
    const startedAt = performance.now();
    const deal = async (client: number) => {
      const trader = traders[client % ACCOUNTS];
      if (!trader) throw new Error("Invariant: every client has an account");
      const leader = leaders[client % ACCOUNTS];
      for (let round = 0; round < ROUNDS; round += 1) {
        if (leader) await lead(leader, trader);
        else await dealOnce(platform.origin, trader);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => deal(client)));
    const seconds = (performance.now() - startedAt) / 1_000;
    await untilCopiesEnd();
    const acknowledged = traders.flatMap((trader) => [...trader.acknowledged]);
    const stored = await storedOrders(url);
    expect(acknowledged.length).toBe(CLIENTS * ROUNDS);
    expect(acknowledged.filter((id) => stored.get(id) !== true)).toEqual([]);
    const copies = stored.size - acknowledged.length;
    expect(copies).toBeGreaterThan(0);
    expect(await brokenInvariants(url)).toEqual([]);
    // Counted by PostgreSQL itself, wherever its log goes.
    const [counted] = await ask<{ deadlocks: string }>(
      url,
      "select deadlocks from pg_stat_database where datname = current_database()",
    );
    expect(counted?.deadlocks).toBe("0");
    console.log(
      `F23: ${acknowledged.length} orders of ${CLIENTS} clients on ${ACCOUNTS} accounts and ` +
        `${copies} copies in ${seconds.toFixed(1)} s, no deadlock`,
    );
  },
  DRILL_TIMEOUT_MS,
);
