// H18: what is kept of a fall was so: at prices that are on the tape, by books that know what was
// paid, of an account that is there. Nobody's payments keep the falls of others from being kept.

import { type AccountId, accountId, marketId } from "@truetick/engine";
import { money, type Price, price } from "@truetick/money";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { insertDeposit } from "../../testing/open-deposit.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import type { Books, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { storeLows } from "./equity-low-table.ts";
import { createRanking, type RankingNeeds } from "./ranking.ts";

let floor: TradingFloor;
beforeAll(async () => {
  // Nobody looks at falls by themselves here.
  floor = await openTradingFloor("sandbox", { runsJobs: false });
});
afterEach(async () => {
  await floor.test.database.deleteFrom("leader").execute();
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const EURUSD = marketId(1);
const MINUTE_MS = 60_000;
const DEPOSIT = money(5_000_000_000n);
/** More than one statement can have parameters for, with four of each. */
const MANY_LOWS = 20_000;

type Leader = { readonly trader: Trader; readonly id: AccountId };

/** Listed, with 1,000 and a tenth of a lot that was bought at 1.10000. */
async function openLeader(alias: string): Promise<Leader> {
  const trader = await floor.openReal("1000");
  await trader.post("/api/follow/leader", { user: alias, is_listed: 1 });
  floor.quote("EURUSD", "1.10000", "1.10000");
  const order = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 30 };
  expect((await trader.post("/v1/api/forex/submit", order)).code).toBe(1);
  const { account_id } = await floor.test.database
    .selectFrom("leader")
    .select("account_id")
    .where("alias", "=", alias)
    .executeTakeFirstOrThrow();
  return { trader, id: accountId(Number(account_id)) };
}

async function payIn({ trader, id }: Leader): Promise<void> {
  const paid = { accountId: id, amount: DEPOSIT };
  const causeId = await insertDeposit(floor.test, { userId: Number(trader.userId), ...paid });
  await floor.sequencer().submit({ type: "Credit", cause: "deposit", causeId, ...paid });
}

function lookAt(own: Partial<RankingNeeds["sequencer"]> = {}) {
  return createRanking({
    database: floor.test.database,
    sequencer: { ...floor.sequencer(), ...own },
    directory: () => null,
    clock: floor.clock,
    log: createLog("fatal"),
    isSimulated: true,
  });
}

/** Reads books that are not those of the floor. */
function readAs(change: (books: Books) => Partial<Books>): Sequencer["read"] {
  return (look) => floor.sequencer().read((books) => look({ ...books, ...change(books) }));
}

async function keptFalls(): Promise<string[]> {
  const { rows } = await sql<{ alias: string }>`
    select distinct alias from equity_low join leader using (account_id) order by alias
  `.execute(floor.test.database);
  return rows.map(({ alias }) => alias);
}

async function storedSeq(): Promise<number> {
  const { rows } = await sql<{ seq: bigint }>`
    select max(last_seq) as seq from tape_piece where market_id = ${EURUSD}
  `.execute(floor.test.database);
  return Number(rows[0]?.seq);
}

it("H18: a fall is kept once the prices that it was seen at are on the tape", async () => {
  await openLeader("on-tape");
  floor.quote("EURUSD", "1.08000", "1.08000");
  await lookAt().traders();
  expect(await storedSeq()).toBe(floor.sequencer().newestQuote(EURUSD)?.seq);
  expect(await keptFalls()).toEqual(["on-tape"]);
});

it("H18: while the tape cannot be stored nothing is kept, and at the next look it is", async () => {
  await openLeader("not-now");
  floor.quote("EURUSD", "1.08000", "1.08000");
  const answers = [false];
  const { storeTape } = floor.sequencer();
  const ranking = lookAt({ storeTape: async (ids) => answers.shift() ?? storeTape(ids) });
  await ranking.traders();
  expect(await keptFalls()).toEqual([]);
  floor.clock.advance(MINUTE_MS);
  await ranking.traders();
  expect(await keptFalls()).toEqual(["not-now"]);
});

/** Of whoever holds a tenth of a lot since 1.10000, where this was heard instead of what is. */
function heardAt(closingPrice: Price): (books: Books) => Partial<Books> {
  return ({ account, orders }) => ({
    account: (id) => {
      const view = account(id);
      const lost = BigInt(110_000 - closingPrice) * 100_000n;
      return view && { ...view, equity: money(view.cash - lost) };
    },
    orders: (id) => orders(id).map((order) => ({ ...order, closingPrice })),
  });
}

it("H18: nothing is kept at a price that was heard and is not on the tape", async () => {
  await openLeader("fork");
  const heard = price(108_000);
  const read = readAs((books) => ({
    ...heardAt(heard)(books),
    market: (id) => {
      const view = books.market(id);
      return view?.quote ? { ...view, quote: { ...view.quote, bid: heard, ask: heard } } : view;
    },
  }));
  await lookAt({ read }).traders();
  expect(await keptFalls()).toEqual([]);
});

it("H18: nothing is kept where the account's shard has heard another price", async () => {
  await openLeader("half-fork");
  await lookAt({ read: readAs(heardAt(price(108_000))) }).traders();
  expect(await keptFalls()).toEqual([]);
});

it("H18: the payments of one keep no fall of another from being kept", async () => {
  const busy = await openLeader("busy");
  await openLeader("calm");
  floor.quote("EURUSD", "1.08000", "1.08000");
  const { read } = floor.sequencer();
  const always: Sequencer["read"] = async (look) => {
    const seen = await read(look);
    await payIn(busy);
    return seen;
  };
  await lookAt({ read: always }).traders();
  expect(await keptFalls()).toEqual(["calm"]);
});

it("H18: books that do not know of a payment yet are no fall", async () => {
  const leader = await openLeader("behind");
  await payIn(leader);
  const behind = readAs(({ account: real }) => ({
    account: (id) => {
      const view = real(id);
      if (!view) return null;
      const [cash, equity] = [money(view.cash - DEPOSIT), money(view.equity - DEPOSIT)];
      return { ...view, cash, equity };
    },
  }));
  await lookAt({ read: behind }).traders();
  expect(await keptFalls()).toEqual([]);
  floor.quote("EURUSD", "1.08000", "1.08000");
  await lookAt().traders();
  expect(await keptFalls()).toEqual(["behind"]);
});

it("H18: the prices that a fall was converted at are on the tape too", async () => {
  const { trader } = await openLeader("in-yen");
  floor.quote("USDJPY", "150.000", "150.000");
  floor.quote("FIXJPY", "150.000", "150.000");
  const order = { type: 1, cont: "0.1", forex_id: 3, status: 1, multiple: 30 };
  expect((await trader.post("/v1/api/forex/submit", order)).code).toBe(1);
  floor.quote("USDJPY", "140.000", "140.000");
  floor.quote("FIXJPY", "147.000", "147.000");
  const asked: number[] = [];
  const { storeTape } = floor.sequencer();
  const ranking = lookAt({
    storeTape: (ids) => {
      asked.push(...ids);
      return storeTape(ids);
    },
  });
  await ranking.traders();
  expect(asked.sort()).toEqual([1, 2, 3]);
  expect(await keptFalls()).toEqual(["in-yen"]);
});

it("keeps the falls of more accounts than one statement has parameters for", async () => {
  const { id } = await openLeader("many");
  const { database } = floor.test;
  const place = { accountId: id, shard: 0, seq: floor.sequencer().figures().journalSeq };
  const lows = Array.from({ length: MANY_LOWS }, (_, nth) => ({ ...place, equity: BigInt(nth) }));
  await storeLows(database, lows);
  // What is known already is left as it is.
  await storeLows(database, lows.slice(0, 2));
  const { count } = await database
    .selectFrom("equity_low")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("account_id", "=", BigInt(id))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(MANY_LOWS);
});

it("inv50: what is kept of a fall is of an account, in its shard, since its opening", async () => {
  const { id } = await openLeader("placed");
  const client = new pg.Client({ connectionString: floor.test.ownerUrl });
  await client.connect();
  const insert = (account: string, seq: string, shard: string) =>
    client.query(
      `insert into equity_low (account_id, journal_seq, shard, equity) select ${account},
       ${seq}, ${shard}, 1 from trading_account where account_id = ${id}`,
    );
  await expect(insert("-1", "journal_seq", "shard")).rejects.toThrow(/foreign key/);
  for (const [account, seq, shard] of [
    ["-1", "journal_seq", "shard"],
    ["account_id", "journal_seq", "shard + 1"],
    ["account_id", "journal_seq - 1", "shard"],
    ["account_id", "(select max(seq) + 1 from journal)", "shard"],
  ] as const) {
    await client.query("begin; set local session_replication_role = replica");
    await insert(account, seq, shard);
    expect(await askInvariants(client)).toEqual({ inv50: 1 });
    await client.query("rollback");
  }
  await client.end();
});
