// A leader and very many followers, made in a moment for the tests and measurements of copying:
// people, accounts and follows by statements, their money by the engine's own grants and transfers.
// What it makes is what starting a follow makes, without the calls.

import { type AccountId, accountId, type Event, marketId, type OrderId } from "@truetick/engine";
import { lots, money, price, rate } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";
import type { Sequencer, UnstampedCommand } from "../../../trading/sequencer/sequencer.ts";

const CROWD_MARKET = marketId(1);

type Parts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read" | "takeQuote" | "newestQuote">;
};

/** Answers what happened; throws what was refused. */
export async function carryOut(
  { submit }: Pick<Sequencer, "submit">,
  command: UnstampedCommand,
): Promise<readonly Event[]> {
  const outcome = await submit(command);
  if (outcome.isAccepted) return outcome.events;
  throw new Error(`Invariant: accepted, not ${JSON.stringify(outcome.refusal.reason)}`);
}

export async function openCrowdMarket({ sequencer }: Parts): Promise<void> {
  const terms = {
    marketId: CROWD_MARKET,
    version: 1,
    baseCurrency: "EUR",
    quoteCurrency: "USD",
    pricePrecision: 5,
    unitsPerLot: 100_000,
    lotsMin: lots(100),
    lotsMax: lots(1_000_000),
    lotStep: lots(100),
    leverages: [100],
    marginMode: "floating",
    feeType: "notional",
    feeRate: rate(3_000n),
    priceAgeMaxMs: 60_000,
    longRate: rate(0n),
    shortRate: rate(0n),
    tripleDay: null,
  } as const;
  await carryOut(sequencer, { type: "DefineMarket", terms });
  const session = "open";
  await carryOut(sequencer, { type: "SetMarketSession", marketId: CROWD_MARKET, session });
}

export function quoteCrowd({ sequencer }: Parts, bid: number, atMs: number): void {
  const seq = (sequencer.newestQuote(CROWD_MARKET)?.seq ?? 0) + 1;
  const quote = { marketId: CROWD_MARKET, seq, atMs, bid: price(bid), ask: price(bid + 10) };
  if (!sequencer.takeQuote(quote)) throw new Error("Invariant: the quote is taken");
}

/** Demo accounts with their grant of 10,000. Answers the leader's account. */
export async function seedCrowd(parts: Parts, followers: number): Promise<AccountId> {
  const { database, sequencer } = parts;
  const { rows: mains } = await sql<{ id: bigint; user_id: bigint }>`
    with person as (
      insert into app_user (book, uid, demo_secret_hash)
      select 'demo', (100000000 + n)::text, sha256(n::text::bytea)
      from generate_series(0, ${followers}) n returning id
    )
    insert into user_account (user_id, book, is_main) select id, 'demo', true from person
    order by id returning id, user_id`.execute(database);
  const [leader, ...others] = mains;
  if (!leader) throw new Error("Invariant: somebody leads");
  await inTurns(mains, (main) => openAccount(sequencer, main));
  await sql`insert into leader (account_id, alias) values (${leader.id}, 'crowd-leader')`.execute(
    database,
  );
  const seq = await newestRow(database);
  const { rows: follows } = await sql<Follow>`
    with main as (
      select id, user_id, row_number() over (order by id) as n,
        (500 + row_number() over (order by id) % 4000) * 1000000 as amount
      from user_account
      where id = any(${others.map(({ id }) => id)}::bigint[])
    ), own as (
      insert into user_account (user_id, book, is_main) select user_id, 'demo', false from main
      returning id, user_id
    ), begun as (
      insert into follow (user_id, book, main_account_id, account_id, leader_account_id,
        leader_alias, status, factor, stop_percent, amount, put_in, started_seq, started_at,
        created_at)
      select main.user_id, 'demo', main.id, own.id, ${leader.id}, 'crowd-leader', 'copying',
        100 * (1 + main.n % 3), 50, main.amount, main.amount, ${seq}, now(), now()
      from main join own on own.user_id = main.user_id
      returning id, user_id, main_account_id, account_id, amount
    ), paid as (
      insert into copy_transfer (follow_id, kind, amount, status, created_at)
      select id, 'start', amount, 'done', now() from begun returning id, follow_id
    )
    select begun.*, paid.id as transfer_id from begun join paid on paid.follow_id = begun.id
  `.execute(database);
  await inTurns(follows, (follow) => fill(sequencer, follow));
  return accountId(Number(leader.id));
}

/** More at once than the queue of the journal takes would be refused. */
const AT_ONCE_MAX = 500;

async function inTurns<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE_MAX) {
    await Promise.all(all.slice(at, at + AT_ONCE_MAX).map(act));
  }
}

async function newestRow(database: Database): Promise<number> {
  const { rows } = await sql<{ seq: bigint | null }>`
    select max(seq) as seq from journal`.execute(database);
  return Number(rows[0]?.seq ?? 0n);
}

async function openAccount(
  sequencer: Pick<Sequencer, "submit">,
  { id, user_id }: { readonly id: bigint; readonly user_id: bigint },
): Promise<void> {
  const own = { accountId: accountId(Number(id)), ownerId: Number(user_id) };
  await carryOut(sequencer, { type: "OpenAccount", ...own, book: "demo" });
}

type Follow = {
  id: bigint;
  user_id: bigint;
  main_account_id: bigint;
  account_id: bigint;
  amount: bigint;
  transfer_id: bigint;
};

async function fill(sequencer: Pick<Sequencer, "submit">, follow: Follow): Promise<void> {
  const own = accountId(Number(follow.account_id));
  const ownerId = Number(follow.user_id);
  const opening = { type: "OpenAccount", accountId: own, ownerId, book: "demo" } as const;
  await carryOut(sequencer, { ...opening, isGranted: false });
  await carryOut(sequencer, {
    type: "Transfer",
    transferId: Number(follow.transfer_id),
    fromAccountId: accountId(Number(follow.main_account_id)),
    toAccountId: own,
    amount: money(follow.amount),
    cause: "copy-transfer",
  });
}

/** At the market; answers its number. */
export async function openLed(
  sequencer: Pick<Sequencer, "submit">,
  leader: AccountId,
  size = 10_000,
): Promise<OrderId> {
  const events = await carryOut(sequencer, {
    type: "PlaceOrder",
    accountId: leader,
    marketId: CROWD_MARKET,
    side: "buy",
    lots: lots(size),
    leverage: 100,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
  });
  const opened = events.find((event) => event.type === "OrderOpened");
  if (!opened) throw new Error("Invariant: the order was filled");
  return opened.orderId;
}

export type CopyCount = {
  /** Openings that a follow which still copies should have a plan for, and has none. */
  readonly missing: number;
  /** Planned and not answered. */
  readonly undone: number;
  readonly opened: number;
  readonly skipped: number;
  /** Positions that no plan names: two cannot, the table refuses it. */
  readonly stray: number;
  /** Copies that are open though their leader's order is not. */
  readonly left: number;
};

/** What became of the leader's orders, by the tables alone. */
export async function countCopies(database: Database): Promise<CopyCount> {
  const { rows } = await sql<Record<keyof CopyCount, bigint>>`
    select
      (select count(*) from fill f
        join follow w on w.leader_account_id = f.account_id and w.started_seq < f.journal_seq
        left join copy_plan p
          on p.kind = 'open' and p.follow_id = w.id and p.leader_order = f.order_id
        where f.kind = 'open' and p.id is null and w.status = 'copying') as missing,
      (select count(*) from copy_plan where status in ('planned', 'waiting')) as undone,
      (select count(*) from copy_plan where kind = 'open' and order_id is not null) as opened,
      (select count(*) from copy_plan where kind = 'open' and status = 'skipped') as skipped,
      (select count(*) from fill f
        join follow w on w.account_id = f.account_id
        left join copy_plan p on p.kind = 'open' and p.order_id = f.order_id
        where f.kind = 'open' and p.id is null) as stray,
      (select count(*) from copy_plan p
        join trade_order own on own.order_id = p.order_id and own.status = 'holding'
        join trade_order their on their.order_id = p.leader_order and their.status = 'closed'
        where p.kind = 'open') as left`.execute(database);
  const [row] = rows;
  if (!row) throw new Error("Invariant: a count is one row");
  const count = (name: keyof CopyCount) => Number(row[name]);
  return {
    missing: count("missing"),
    undone: count("undone"),
    opened: count("opened"),
    skipped: count("skipped"),
    stray: count("stray"),
    left: count("left"),
  };
}
