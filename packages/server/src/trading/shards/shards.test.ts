// Gateways and the owners of shards, over both twins of the bus: commands find their account's
// shard, reads show what was answered, and neither a lost answer nor a dead owner makes a second
// order.

import { accountId, type OrderId, orderId } from "@truetick/engine";
import { lots } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { connectNatsBus } from "../../platform/bus/nats-bus.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { hasNats, NATS_ABSENT, type NatsServer, startNats } from "../../testing/nats-server.ts";
import type { Committed } from "../sequencer/sequencer.ts";
import { accept, EURUSD, keyOf, marketOrder, place, reasonOf } from "../testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../testing/shard-floor.ts";
import type { RemoteSequencer } from "./remote-sequencer.ts";

const log = createLog("silent");
const SHARDS = 2;

type Line = { readonly bus: Bus; readonly close: () => Promise<void> };

async function openMemory(): Promise<Line> {
  const bus = createMemoryBus(log);
  return { bus, close: () => bus.stop() };
}

async function openNats(): Promise<Line> {
  const server: NatsServer = await startNats();
  const bus = await connectNatsBus({ url: server.url, prefix: "test", name: "test", log });
  const close = async () => {
    await bus.stop();
    await server.kill();
  };
  return { bus, close };
}

const TWINS = [
  { name: "within one process", open: openMemory, isThere: true },
  { name: "over NATS", open: openNats, isThere: hasNats() },
];

/** Owners whose accounts live on either shard. */
async function ownersByShard(floor: ShardFloor): Promise<readonly number[]> {
  const { rows } = await sql<{ owner: bigint; shard: number }>`
    select distinct on (shard) owner_id as owner, shard from trading_account order by shard
  `.execute(floor.test.database);
  return rows.map(({ owner }) => Number(owner));
}

describe.each(TWINS)("shards $name", ({ open, isThere }) => {
  let line: Line;
  let floor: ShardFloor;
  let here: RemoteSequencer;
  let there: RemoteSequencer;

  beforeAll(async () => {
    if (!isThere) return;
    line = await open();
    floor = await openShardFloor(line.bus, SHARDS);
    here = await floor.gateway();
    there = await floor.gateway();
  });
  afterAll(async () => {
    if (!isThere) return;
    await here.storeTape([EURUSD]);
    const broken = await brokenInvariants(floor.test.ownerUrl);
    await floor.close();
    await line.close();
    expect(broken).toEqual({});
  });

  const works = (name: string, run: () => Promise<void>) =>
    it(name, { timeout: 60_000 }, async ({ skip }) => {
      if (!isThere) skip(NATS_ABSENT);
      await run();
    });

  works(
    "accounts are spread over the shards, and orders trade where their account is",
    async () => {
      const accounts = await Promise.all(Array.from({ length: 12 }, () => floor.openAccount(here)));
      const orders = await Promise.all(accounts.map((id) => place(here, marketOrder(id))));
      const homes = new Set<number>();
      for (const [at, id] of accounts.entries()) {
        const seen = await here.read((books) => books.orders(id).map(({ orderId }) => orderId));
        expect(seen).toEqual([orders[at]]);
        for (let shard = 0; shard < SHARDS; shard += 1) {
          const isHome = await floor.engine(shard).read((books) => books.account(id) !== null);
          if (isHome) homes.add(shard);
        }
      }
      expect([...homes].sort()).toEqual([0, 1]);
      expect(new Set(orders).size).toBe(orders.length);
    },
  );

  works("T86: each owner says how far it has written, whatever stands in the table", async () => {
    for (let shard = 0; shard < SHARDS; shard += 1) {
      const { journalSeq } = floor.engine(shard).figures();
      expect(await here.writtenSeq(shard)).toBe(journalSeq);
      expect(await floor.engine(shard).writtenSeq(shard)).toBe(journalSeq);
      expect(await floor.engine(shard).writtenSeq(1 - shard)).toBeNull();
    }
    expect(here.figures().journalSeq, "all of them together").toBe(
      floor.engine(0).figures().journalSeq + floor.engine(1).figures().journalSeq,
    );
    expect(await here.writtenSeq(SHARDS)).toBeNull();
  });

  works("a glance shows what is here, on either shard, and asks nobody", async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => floor.openAccount(here)));
    for (const id of accounts) {
      const order = await place(here, marketOrder(id));
      await there.read((books) => books.orders(id));
      const seen = there.glance((books) => books.order(order)?.accountId ?? null);
      expect(seen).toBe(id);
    }
    expect(there.glance((books) => books.order(orderId(999_999_999)))).toBeNull();
  });

  works("accounts of one owner share a shard, so that money moves between them", async () => {
    for (let owner = 9_001; owner < 9_005; owner += 1) {
      const first = await floor.openAccount(here, owner);
      const second = await floor.openAccount(there, owner);
      await accept(there, {
        type: "Transfer",
        transferId: owner,
        fromAccountId: first,
        toAccountId: second,
        amount: 1_000_000n as never,
        cause: "transfer",
      });
      const cash = await here.read((books) => books.account(second)?.cash);
      expect(cash).toBe(10_001_000_000n);
    }
  });

  works("whoever was answered sees it at once, here and at every other gateway", async () => {
    const id = await floor.openAccount(here);
    expect(await there.read((books) => books.account(id)?.cash)).toBe(10_000_000_000n);
    for (let turn = 0; turn < 20; turn += 1) {
      const [one, other] = turn % 2 === 0 ? [here, there] : [there, here];
      const order = await place(one, marketOrder(id));
      const status = (gateway: RemoteSequencer) =>
        gateway.read((books) => books.order(order)?.status ?? null);
      expect(await Promise.all([status(one), status(other)])).toEqual(["holding", "holding"]);
      await accept(other, {
        ...{ type: "CloseOrder", accountId: id, orderId: order, lots: null, reason: "user" },
      } as const);
      expect(await Promise.all([status(one), status(other)])).toEqual([null, null]);
    }
  });

  works("what is about no account reaches every shard, once", async () => {
    const cut = { cutDate: 20_250_101, cutAtMs: 1, weekday: 3 };
    const events = await accept(here, { type: "ChargeFinancing", marketId: EURUSD, ...cut });
    expect(events.filter(({ type }) => type === "MarketCut")).toHaveLength(SHARDS);
    const again = await there.submit({ type: "ChargeFinancing", marketId: EURUSD, ...cut });
    expect(reasonOf(again)).toBe("CUT_ALREADY_CHARGED");
    const seen = await there.read((books) => books.market(EURUSD)?.lastCutDate);
    expect(seen).toBe(cut.cutDate);
  });

  works("what nobody has is refused by name, and a withdrawal is found by its number", async () => {
    const nobody = accountId(77_777);
    expect(reasonOf(await here.submit(marketOrder(nobody)))).toBe("ACCOUNT_UNKNOWN");
    const release = { type: "Release", withdrawalId: 88_888 } as const;
    expect(reasonOf(await here.submit(release))).toBe("HOLD_UNKNOWN");
  });

  works("a refusal arrives with its numbers, and stays with its key", async () => {
    const id = await floor.openAccount(here);
    const order = marketOrder(id, { lots: lots(999_900) });
    const refused = await here.submit(order, keyOf(id, "large"));
    expect(reasonOf(refused)).toBe("MARGIN_EXCEEDS_FREE");
    expect(await there.submit(order, keyOf(id, "large"))).toEqual(refused);
    const reused = await there.submit(order, keyOf(id, "large", "other"));
    expect(reasonOf(reused)).toBe("KEY_REUSED");
  });

  works("a refusal without a client's key is nobody's receipt", async () => {
    const id = await floor.openAccount(here);
    const refused = await here.submit(marketOrder(id, { lots: lots(999_900) }));
    expect(reasonOf(refused)).toBe("MARGIN_EXCEEDS_FREE");
    const { rows } = await sql`select 1 from refusal where account_id = ${id}`.execute(
      floor.test.database,
    );
    expect(rows).toHaveLength(0);
  });

  works("every gateway hears every row of every shard, in order and once", async () => {
    const heard: Committed[][] = [[], []];
    const stops = [here, there].map((gateway, at) =>
      gateway.subscribe((committed) => heard[at]?.push(committed)),
    );
    const ids = await Promise.all(Array.from({ length: 8 }, () => floor.openAccount(here)));
    await Promise.all(ids.map((id) => place(there, marketOrder(id))));
    await Promise.all([here, there].map((gateway) => gateway.read((books) => books.exposure())));
    for (const rows of heard) {
      for (let shard = 0; shard < SHARDS; shard += 1) {
        const seqs = rows.filter((row) => row.shard === shard).map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
      }
      expect(rows.length).toBe(16);
    }
    for (const stop of stops) stop();
  });

  works("figures, status and quotes are those of all shards", async () => {
    expect(here.status()).toBe("trading");
    expect(here.figures().journalSeq).toBeGreaterThan(20);
    const newest = here.newestQuote(EURUSD);
    floor.quote(EURUSD, 110_020, 110_030);
    await expect.poll(() => here.newestQuote(EURUSD)?.seq).toBe((newest?.seq ?? 0) + 1);
    const bid = () => here.read((books) => books.market(EURUSD)?.quote?.bid);
    await expect.poll(bid).toBe(110_020);
    floor.quote(EURUSD, 110_000, 110_010);
  });

  works("F08: an owner that dies between commit and answer leaves one order, not two", async () => {
    for (const owner of await ownersByShard(floor)) {
      const id = await floor.openAccount(here, owner);
      const shard = await shardOf(floor, id);
      const heard = new Promise<void>((resolve) => {
        floor.engine(shard).subscribe(() => resolve());
      });
      floor.mute(shard);
      // Heard by nobody: sent again and again until the next owner is there.
      const unkeyed = here.submit(marketOrder(id));
      const keyed = there.submit(marketOrder(id), keyOf(id, "once"));
      const direct = floor.engine(shard).submit(marketOrder(id), keyOf(id, "once"));
      await heard;
      await floor.replace(shard);
      const outcomes = await Promise.all([unkeyed, keyed, direct]);
      expect(outcomes.map(reasonOf)).toEqual(["accepted", "accepted", "accepted"]);
      expect(outcomes[1]).toEqual(outcomes[2]);
      const orders = await here.read((books) => books.orders(id));
      expect(orders).toHaveLength(2);
    }
  });

  works("F08: committed, answered by nobody: the answer is found by its key", async () => {
    const id = await floor.openAccount(here);
    const shard = await shardOf(floor, id);
    let committed = 0;
    floor.engine(shard).subscribe(() => {
      committed += 1;
      // Nothing that follows the commit leaves the owner.
      floor.mute(shard);
    });
    const asked = here.submit(marketOrder(id));
    await expect.poll(() => committed, { timeout: 5_000 }).toBe(1);
    // Reads go on from the journal while nobody owns the shard.
    const seen = await there.read((books) => books.orders(id).length);
    expect(seen).toBe(1);
    await floor.replace(shard);
    const outcome = await asked;
    expect(reasonOf(outcome)).toBe("accepted");
    const orders = await here.read((books) => books.orders(id).map(({ orderId }) => orderId));
    expect(orders).toEqual([openedIn(outcome)]);
  });
});

function openedIn(outcome: Awaited<ReturnType<RemoteSequencer["submit"]>>): OrderId | null {
  for (const event of outcome.isAccepted ? outcome.events : []) {
    if (event.type === "OrderOpened") return event.orderId;
  }
  return null;
}

async function shardOf(floor: ShardFloor, id: ReturnType<typeof accountId>): Promise<number> {
  for (let shard = 0; shard < SHARDS; shard += 1) {
    if (await floor.engine(shard).read((books) => books.account(id) !== null)) return shard;
  }
  throw new Error("Invariant: an account is somewhere");
}
