// Copying, notices and the ranking where accounts live on two shards: leaders on either, followers
// on both; each deed is copied once however often the program dies (F02), never before its leader
// (inv39); everybody is told of their own rows alone; the figures are those of the tables.

import { type AccountId, accountId } from "@truetick/engine";
import { lots } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followJournal } from "../../members/inbox/follow-journal.ts";
import { createInbox } from "../../members/inbox/inbox.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { RemoteSequencer } from "../../trading/shards/remote-sequencer.ts";
import { accept, EURUSD, marketOrder, place } from "../../trading/testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../../trading/testing/shard-floor.ts";
import { createRanking } from "../ranking/ranking.ts";
import { countCopies, openLed, seedCrowd } from "./testing/copy-crowd.ts";
import { startCrowdCopying } from "./testing/lead-crowd.ts";

const log = createLog("silent");
const FOLLOWERS = 8;

let bus: Bus;
let floor: ShardFloor;
let gateway: RemoteSequencer;
let leaders: readonly AccountId[];

beforeAll(async () => {
  bus = createMemoryBus(log);
  floor = await openShardFloor(bus, 2);
  gateway = await floor.gateway();
  const { database } = floor.test;
  // The crowd brings no quotes of its own here.
  const sequencer = gateway as unknown as Sequencer;
  const first = await seedCrowd({ database, sequencer }, FOLLOWERS);
  leaders = [first, await addLeader(first)];
}, 60_000);
afterAll(async () => {
  await gateway.storeTape([EURUSD]);
  const broken = await brokenInvariants(floor.test.ownerUrl);
  await floor.close();
  await bus.stop();
  expect(broken).toEqual({});
});

async function shardOf(id: number): Promise<number> {
  const { rows } = await sql<{ shard: number }>`
    select shard from trading_account where account_id = ${id}`.execute(floor.test.database);
  return rows[0]?.shard ?? -1;
}

/**
 * Half of the followers follow somebody else, who lives on the other shard; all of them from where
 * their leader's own journal stands.
 */
async function addLeader(first: AccountId): Promise<AccountId> {
  const { database } = floor.test;
  const home = await shardOf(first);
  const { rows } = await sql<{ id: bigint }>`
    select f.main_account_id as id from follow f
    join trading_account t on t.account_id = f.main_account_id
    where t.shard <> ${home} order by f.id limit 1`.execute(database);
  const second = Number(rows[0]?.id);
  await sql`insert into leader (account_id, alias) values (${second}, 'other-leader')`.execute(
    database,
  );
  await sql`
    update follow set leader_account_id = ${second}, leader_alias = 'other-leader'
    where id % 2 = 0 and main_account_id <> ${second}`.execute(database);
  await sql`
    update follow f set started_seq = (
      select max(j.seq) from journal j join trading_account t on t.shard = j.shard
      where t.account_id = f.leader_account_id)`.execute(database);
  return accountId(second);
}

/** The engine as a life reaches it: from its death on it answers nothing. */
function mortal(atStep: number): Pick<Sequencer, "submit" | "read" | "subscribe" | "followTape"> {
  let step = 0;
  return {
    ...gateway,
    submit: async (command, key) => {
      step += 1;
      if (step === atStep) {
        await gateway.submit(command, key);
        throw new Error("killed before it was noted");
      }
      if (step > atStep) throw new Error("dead");
      return gateway.submit(command, key);
    },
  };
}

async function untilHeard(): Promise<void> {
  const wanted = floor.engine(0).newestQuote(EURUSD)?.seq;
  while (floor.engine(1).newestQuote(EURUSD)?.seq !== wanted) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function untilStopped(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from trade_order where end_reason = 'stop-loss'
        and account_id = any(${leaders}::bigint[])`.execute(floor.test.database);
    if (rows.length === leaders.length) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("copies between shards", () => {
  it("F02, inv39: are made once, wherever a life ends, and never before their leader", async () => {
    const { database } = floor.test;
    const homes = await Promise.all(leaders.map(shardOf));
    expect([...homes].sort()).toEqual([0, 1]);
    const { rows: spread } = await sql<{ is_across: boolean; follows: bigint }>`
      select led.shard <> own.shard as is_across, count(*) as follows
      from follow f join trading_account led on led.account_id = f.leader_account_id
      join trading_account own on own.account_id = f.account_id
      where f.status = 'copying' group by 1 order by 1`.execute(database);
    expect(spread.map(({ is_across }) => is_across)).toEqual([false, true]);
    for (const [nth, atStep] of [1, 3, 2, 5, 1_000].entries()) {
      floor.clock.advance(1_000);
      floor.quote(EURUSD, 110_000 + nth, 110_010 + nth);
      await untilHeard();
      for (const leader of leaders) await openLed(gateway, leader, 2_000);
      const copying = await startCrowdCopying({ database, log, sequencer: mortal(atStep) });
      await copying.settle().catch(() => undefined);
      await copying.stop();
    }
    const last = await startCrowdCopying({ database, log, sequencer: gateway });
    await last.settle();
    await last.stop();
    const count = await countCopies(database);
    expect(count).toMatchObject({ missing: 0, undone: 0, stray: 0, left: 0 });
    expect(count.opened + count.skipped).toBe(5 * FOLLOWERS);
    expect(count.opened).toBeGreaterThan(0);
  }, 60_000);

  it("inv39: a copy waits for a quote that its shard has not heard yet", async () => {
    for (const leader of leaders) {
      const seq = (floor.engine(0).newestQuote(EURUSD)?.seq ?? 0) + 1;
      const after = { marketId: EURUSD, seq };
      const named = { ownerId: 1, key: `after/${leader}`, payload: "", after };
      const answer = gateway.submit(marketOrder(leader), named);
      await new Promise((resolve) => setTimeout(resolve, 20));
      floor.quote(EURUSD, 110_020, 110_030);
      const outcome = await answer;
      const [opened] = outcome.isAccepted ? outcome.events : [];
      expect(opened).toMatchObject({ type: "OrderOpened", fill: { seq, ask: 110_030 } });
    }
  });

  it("a follower's limits and a leader's deed in rows of one number are two plans", async () => {
    const { database } = floor.test;
    const { rows } = await sql<{ shard: number }>`
      select distinct shard from copy_plan order by shard`.execute(database);
    expect(rows.map(({ shard }) => shard)).toEqual([0, 1]);
    const plan = sql`(select p.* from copy_plan p where p.kind = 'open' order by p.id limit 1)`;
    const insert = (shard: string) =>
      sql`insert into copy_plan (follow_id, shard, journal_seq, place, at_ms, kind, details, status)
        select p.follow_id, ${sql.raw(shard)}, p.journal_seq, p.place, p.at_ms, 'limits', '{}',
          'done' from ${plan} p`.execute(database);
    await expect(insert("p.shard")).rejects.toThrow(/unique/);
    await insert("1 - p.shard");
  });
});

it("notices of rows on both shards are told once, to the owner", async () => {
  const { database } = floor.test;
  const inbox = createInbox({
    database,
    messenger: {
      send: () => Promise.reject(new Error("nothing is sent outside of a transaction")),
      sendIn: async () => undefined,
      canSend: () => true,
    },
    directory: () => null,
    clock: floor.clock,
    log,
    news: createAloneNews(),
  });
  const parts = { database, sequencer: gateway, inbox, log };
  const before = followJournal(parts);
  await before.catchUp();
  await before.stop();
  const told = async () => {
    const { rows } = await sql<{ shard: number; notices: bigint; owners: bigint }>`
      select t.shard, count(*) as notices, count(*) filter (where t.owner_id = n.user_id) as owners
      from notice n
      join trade_order o on n.source = 'order-closed' and n.source_id = o.order_id::text
      join trading_account t on t.account_id = o.account_id
      where o.end_reason = 'stop-loss' group by 1 order by 1`.execute(database);
    return rows;
  };
  for (const leader of leaders) {
    const orderId = await place(gateway, marketOrder(leader, { lots: lots(1_000) }));
    const newest = floor.engine(0).newestQuote(EURUSD);
    await accept(gateway, {
      type: "SetStops",
      accountId: leader,
      orderId,
      stopLoss: ((newest?.bid ?? 0) - 50) as never,
      takeProfit: null,
    });
  }
  const noticesBefore = (await told()).reduce((sum, { notices }) => sum + Number(notices), 0);
  floor.clock.advance(1_000);
  floor.quote(EURUSD, 109_900, 109_910);
  await untilHeard();
  await untilStopped();
  for (let life = 0; life < 2; life += 1) {
    const follower = followJournal(parts);
    await follower.catchUp();
    await follower.stop();
  }
  const rows = await told();
  const notices = rows.reduce((sum, row) => sum + Number(row.notices), 0);
  expect(notices).toBe(noticesBefore + leaders.length);
  expect(rows.every((row) => row.notices === row.owners)).toBe(true);
  expect(rows.map(({ shard }) => shard)).toEqual([0, 1]);
});

it("the ranking knows what leaders on both shards have closed, and their days", async () => {
  const { database } = floor.test;
  const ranking = createRanking({
    ...{ database, log, clock: floor.clock, sequencer: gateway },
    directory: () => null,
    isSimulated: true,
  });
  await accept(gateway, { type: "StartDay", cutDate: 20_260_106 });
  for (const leader of leaders) {
    const facts = await ranking.factsOf(leader);
    const { rows } = await sql<{ closed: bigint; profit: bigint }>`
      select count(*) as closed, sum(profit - fee)::bigint as profit from trade_order
      where account_id = ${leader} and status = 'closed'`.execute(database);
    const profit = facts?.closed.reduce((sum, one) => sum + one.profit, 0n);
    const closed = facts?.closed.reduce((sum, one) => sum + one.closed, 0n);
    expect({ closed, profit }).toEqual(rows[0]);
    expect(facts?.record.days.map(({ date }) => date)).toEqual([20_260_106]);
  }
});
