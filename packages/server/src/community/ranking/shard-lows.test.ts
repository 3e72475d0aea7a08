// H18: falls are kept also where each shard is another process's and the tape is heard over a line:
// of leaders on every shard, at prices that the tape's owner stores when it is asked.

import { type AccountId, accountId, type MarketId } from "@truetick/engine";
import { lots } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import type { RemoteSequencer } from "../../trading/shards/remote-sequencer.ts";
import { accept, EURUSD, marketOrder, place, USDJPY } from "../../trading/testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../../trading/testing/shard-floor.ts";
import { createRanking } from "./ranking.ts";

const log = createLog("silent");
const LEADERS = 6;

let bus: Bus;
let floor: ShardFloor;
let gateway: RemoteSequencer;
beforeAll(async () => {
  bus = createMemoryBus(log);
  floor = await openShardFloor(bus, 2);
  gateway = await floor.gateway();
  for (const id of await insertLeaders()) {
    await accept(gateway, { type: "OpenAccount", accountId: id, ownerId: id, book: "demo" });
    await place(gateway, marketOrder(id, { marketId: EURUSD, side: "buy", lots: lots(10_000) }));
    await place(gateway, marketOrder(id, { marketId: USDJPY, side: "buy", lots: lots(10_000) }));
  }
});
afterAll(async () => {
  const broken = await brokenInvariants(floor.test.ownerUrl);
  await floor.close();
  await bus.stop();
  expect(broken).toEqual({});
});

async function insertLeaders(): Promise<readonly AccountId[]> {
  const { rows } = await sql<{ id: bigint }>`
    with person as (
      insert into app_user (book, uid)
      select 'demo', (100000000 + n)::text from generate_series(1, ${LEADERS}) n returning id
    ), account as (
      insert into user_account (user_id, book, is_main)
      select id, 'demo', true from person order by id returning id
    )
    insert into leader (account_id, alias) select id, 'leader-' || id from account
    returning account_id as id`.execute(floor.test.database);
  return rows.map(({ id }) => accountId(Number(id)));
}

async function fallTo(market: MarketId, bid: number): Promise<void> {
  floor.quote(market, bid, bid + 10);
  const wanted = floor.engine(0).newestQuote(market)?.seq;
  await expect.poll(() => gateway.newestQuote(market)?.seq).toBe(wanted);
}

it("H18: keeps the falls of leaders on both shards, once their prices are stored", async () => {
  await fallTo(EURUSD, 108_000);
  await fallTo(USDJPY, 140_000);
  const { database } = floor.test;
  const needs = { database, log, clock: floor.clock, sequencer: gateway };
  const ranking = createRanking({ ...needs, directory: () => null, isSimulated: true });
  await ranking.traders();
  const { rows } = await sql<{ shard: number; lows: bigint }>`
    select shard, count(*) as lows from equity_low group by shard order by shard
  `.execute(database);
  expect(rows.map(({ shard }) => shard)).toEqual([0, 1]);
  expect(rows.reduce((sum, { lows }) => sum + Number(lows), 0)).toBe(LEADERS);
  const stored = await sql<{ seq: bigint }>`
    select max(last_seq) as seq from tape_piece where market_id = any(${[EURUSD, USDJPY]}::int[])
    group by market_id order by market_id`.execute(database);
  const heard = [EURUSD, USDJPY].map((market) => gateway.newestQuote(market)?.seq);
  expect(stored.rows.map(({ seq }) => Number(seq))).toEqual(heard);
});
