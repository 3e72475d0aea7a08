// F14 and F21: a true gap of 30 % takes every position on the wrong side at once, quietly and while
// orders keep coming. Stop-outs are at the gap's price and stored within seconds, whoever owes more
// than he had is brought to zero by the house, whoever was on the right side is not touched, and
// whatever is refused meanwhile is new exposure. Ten thousand positions with FULL=1.

import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId, OrderId } from "@truetick/engine";
import { lots } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  EURUSD,
  type Exchange,
  GOLD,
  marketOrder,
  openExchange,
  place,
  reasonOf,
} from "../testing/bare-exchange.ts";
import type { Outcome } from "./sequencer.ts";

const isFull = process.env.FULL === "1";
const POSITIONS = isFull ? 10_000 : 500;
/** Of them on the right side. */
const SHORTS = POSITIONS / 10;
const LONGS = POSITIONS - SHORTS;
const AT_ONCE = 500;
const DONE_WITHIN_MS = 5_000;
const GAP_BID = 77_000;
const GAP_ASK = 77_010;
/** 9,000 of the 10,000 that a demo account has; the gap takes 250,000. */
const LOTS = lots(80_000);
const ORDERS_PER_SECOND = 300;
const TURN_MS = 10;
const CALM_ACCOUNTS = 30;
const ANSWERED_WITHIN_MS = 5_000;
const COMMIT_TIMEOUT_MS = 5_000;
/** Longer than an ordinary commit may take, shorter than one of so many stop-outs. */
const SLOW_DISK_MS = 5_500;
const TIMEOUT_MS = isFull ? 300_000 : 60_000;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange({ commitTimeoutMs: COMMIT_TIMEOUT_MS });
});
afterEach(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
}, TIMEOUT_MS);
afterAll(() => exchange.close());

/** Accounts with one position each; the last tenth has sold. */
async function openPositions(): Promise<AccountId[]> {
  exchange.quote(EURUSD, 110_000, 110_010);
  const accounts: AccountId[] = [];
  while (accounts.length < POSITIONS) {
    const count = Math.min(AT_ONCE, POSITIONS - accounts.length);
    const made = Array.from({ length: count }, async (_, at) => {
      const account = await exchange.openAccount("demo");
      const side = accounts.length + at < LONGS ? "buy" : "sell";
      await place(exchange.sequencer(), marketOrder(account, { side, lots: LOTS }));
      return account;
    });
    accounts.push(...(await Promise.all(made)));
  }
  return accounts;
}

async function countStopOuts(accounts: readonly AccountId[]): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from trade_order
    where end_reason = 'stop-out' and close_price = ${GAP_BID}
      and account_id between ${accounts[0]} and ${accounts[LONGS - 1]}`.execute(
    exchange.test.database,
  );
  return Number(rows[0]?.count);
}

/** The gap; answers after how long the last stop-out was stored. */
async function breakThrough(accounts: readonly AccountId[]): Promise<number> {
  const startedAt = performance.now();
  exchange.quote(EURUSD, GAP_BID, GAP_ASK);
  while ((await countStopOuts(accounts)) < LONGS) {
    if (performance.now() - startedAt > TIMEOUT_MS / 2) throw new Error("they are not all out");
    await sleep(25);
  }
  return performance.now() - startedAt;
}

/** Nobody owes anything, the house paid for it, and whoever sold has what was gained. */
async function expectSettled(accounts: readonly AccountId[]): Promise<void> {
  const cash = await exchange
    .sequencer()
    .read((books) => accounts.map((id) => books.account(id)?.cash ?? -1n));
  expect(new Set(cash.slice(0, LONGS))).toEqual(new Set([0n]));
  const held = await exchange
    .sequencer()
    .read((books) => accounts.slice(LONGS).map((id) => books.orders(id).length));
  expect(new Set(held)).toEqual(new Set([1]));
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger_posting
    where cause = 'protection' and account_id between ${accounts[0]} and ${accounts[LONGS - 1]}
      and amount > 0`.execute(exchange.test.database);
  expect(Number(rows[0]?.count)).toBe(LONGS);
}

it(
  `F14: ${POSITIONS} positions through one gap are stopped out at its price, within 5 s`,
  async () => {
    const accounts = await openPositions();
    const tookMs = await breakThrough(accounts);
    await expectSettled(accounts);
    console.log(`F14: ${LONGS} of ${POSITIONS} positions stopped out in ${Math.round(tookMs)} ms`);
    expect(tookMs).toBeLessThan(DONE_WITHIN_MS);
  },
  TIMEOUT_MS,
);

type Heard = { readonly type: string; readonly reason: string; readonly tookMs: number };

/** Opens and closes small orders at a pace that waits for nobody's answer. */
function startOrders(calm: readonly AccountId[]) {
  const heard: Promise<Heard>[] = [];
  const open: { account: AccountId; orderId: OrderId }[] = [];
  const submit = async (command: Parameters<typeof send>[0]): Promise<Heard> => {
    const startedAt = performance.now();
    const outcome = await send(command);
    remember(outcome, command.accountId);
    const tookMs = performance.now() - startedAt;
    return { type: command.type, reason: reasonOf(outcome), tookMs };
  };
  const send = (command: ReturnType<typeof nextCommand>) => exchange.sequencer().submit(command);
  const remember = (outcome: Outcome, account: AccountId) => {
    if (!outcome.isAccepted) return;
    for (const event of outcome.events) {
      if (event.type === "OrderOpened") open.push({ account, orderId: event.orderId });
    }
  };
  const nextCommand = () => {
    const closing = heard.length % 2 === 1 ? open.shift() : undefined;
    if (closing) {
      const { account: accountId, orderId } = closing;
      return { type: "CloseOrder", accountId, orderId, lots: null, reason: "user" } as const;
    }
    const account = calm[heard.length % calm.length] ?? calm[0];
    if (account === undefined) throw new Error("Invariant: somebody is calm");
    return marketOrder(account, { marketId: GOLD, leverage: 20, lots: lots(100) });
  };
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * ORDERS_PER_SECOND;
    while (heard.length < due) heard.push(submit(nextCommand()));
  }, TURN_MS);
  return async () => {
    clearInterval(timer);
    return await Promise.all(heard);
  };
}

it(
  `F21: ${POSITIONS} positions fall at once beside ${ORDERS_PER_SECOND} orders a second`,
  async () => {
    const accounts = await openPositions();
    const calm: AccountId[] = [];
    for (let at = 0; at < CALM_ACCOUNTS; at += 1) calm.push(await exchange.openAccount("demo"));
    const stop = startOrders(calm);
    await sleep(1_000);
    let tookMs = Number.POSITIVE_INFINITY;
    let heard: readonly Heard[] = [];
    try {
      tookMs = await breakThrough(accounts);
    } finally {
      // A drill that fails must not go on trading into the next.
      heard = await stop();
    }
    await expectSettled(accounts);
    const refused = heard.filter(({ reason }) => reason !== "accepted");
    const slowestMs = Math.max(...heard.map((one) => one.tookMs));
    console.log(
      `F21: ${LONGS} stop-outs in ${Math.round(tookMs)} ms beside ${heard.length} orders, ` +
        `${refused.length} refused, the slowest answered after ${Math.round(slowestMs)} ms`,
    );
    expect(heard.length).toBeGreaterThan(ORDERS_PER_SECOND);
    expect(refused.filter(({ type }) => type !== "PlaceOrder")).toEqual([]);
    expect(refused.filter(({ reason }) => reason !== "OVERLOADED")).toEqual([]);
    expect(slowestMs).toBeLessThan(ANSWERED_WITHIN_MS);
  },
  TIMEOUT_MS,
);

it(
  `F21: a disk too slow for ${POSITIONS} positions at once gets the time that they take`,
  async () => {
    const accounts = await openPositions();
    let hasStoppedTrading = false;
    const watch = setInterval(() => {
      hasStoppedTrading ||= exchange.sequencer().status() !== "trading";
    }, TURN_MS);
    // Nothing ordinary is under way: readers wait for it.
    await exchange.sequencer().read(() => null);
    exchange.proxy.withholdReplies();
    const out = breakThrough(accounts);
    await sleep(SLOW_DISK_MS);
    exchange.proxy.release();
    await out;
    clearInterval(watch);
    expect(hasStoppedTrading).toBe(false);
    await expectSettled(accounts);
  },
  TIMEOUT_MS,
);
