// A commit that was sent before the one before was answered, when both are lost: each of their
// quotes is acted upon once, whether the commits were stored or not (F08, F17).
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "@truetick/engine";
import { lots, price } from "@truetick/money";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  place,
  reasonOf,
  untilTrading,
} from "../testing/bare-exchange.ts";

/** Of two rows each, more than are worth a commit of their own. */
const CROWD = 120;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

/** Nobody writes an order until it is released: a commit hangs in the database. */
async function lockBlotter() {
  const client = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await client.connect();
  await client.query("begin; lock table trade_order in exclusive mode");
  return { client, release: () => client.query("rollback") };
}

/** Fills a commit that is sent before the one before is answered. */
const submitCrowd = (account: AccountId) =>
  Array.from({ length: CROWD }, () => {
    const order = { target: price(90_000), lots: lots(100), leverage: 100 };
    return exchange.sequencer().submit(marketOrder(account, order));
  });

it("acts once on quotes of a commit that was sent ahead of one that was lost", async () => {
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  exchange.quote(EURUSD, 110_000, 110_010);
  const stops = [109_900, 109_800, 109_000];
  const [first, second, kept] = await Promise.all(
    stops.map((stop) =>
      place(sequencer(), marketOrder(account, { stopLoss: price(stop), lots: lots(100) })),
    ),
  );
  const { client, release } = await lockBlotter();
  exchange.quote(EURUSD, 109_890, 109_900);
  await sleep(50);
  const crowd = submitCrowd(account);
  exchange.quote(EURUSD, 109_790, 109_800);
  await sleep(50);
  exchange.quote(EURUSD, 110_000, 110_010);
  proxy.cut();
  const reasons = new Set((await Promise.all(crowd)).map(reasonOf));
  expect([...reasons]).toEqual(["UNAVAILABLE"]);
  await release();
  await untilTrading(sequencer());
  const left = await sequencer().read((books) => books.orders(account).map((o) => o.orderId));
  expect(left).toEqual([kept]);
  const { rows } = await client.query(
    "select order_id, price from fill where kind = 'close' and order_id = any($1) order by 1",
    [[first, second]],
  );
  expect(rows).toEqual([
    { order_id: `${first}`, price: "109890" },
    { order_id: `${second}`, price: "109790" },
  ]);
  await client.end();
});

it("does not act again on quotes of two commits whose replies were lost", async () => {
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  const before = sequencer().figures().journalSeq;
  proxy.withholdReplies();
  exchange.quote(EURUSD, 109_600, 109_610);
  void sequencer().submit(marketOrder(account, { lots: lots(100) }));
  await sleep(50);
  exchange.quote(EURUSD, 109_400, 109_410);
  exchange.quote(EURUSD, 110_000, 110_010);
  void sequencer().submit(marketOrder(account, { stopLoss: price(109_700), lots: lots(100) }));
  const crowd = submitCrowd(account);
  await sleep(100);
  proxy.cut();
  await Promise.all(crowd);
  proxy.open();
  await untilTrading(sequencer());
  // Both were stored.
  expect(sequencer().figures().journalSeq).toBeGreaterThanOrEqual(before + 2 + CROWD);
  expect(sequencer().newestQuote(EURUSD)).toMatchObject({ bid: 110_000 });
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(2 + CROWD);
});

it("an orderly stop keeps no snapshot of commits that were given up", async () => {
  const { sequencer, proxy, test } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  const { client, release } = await lockBlotter();
  const lost = sequencer().submit(marketOrder(account, { lots: lots(100) }));
  await sleep(50);
  const stopped = sequencer().stop();
  proxy.cut();
  expect(reasonOf(await lost)).toBe("UNAVAILABLE");
  await stopped;
  await release();
  await client.end();
  const { journalSeq } = sequencer().figures();
  const kept = await test.database
    .selectFrom("state_snapshot")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirst();
  expect(Number(kept?.seq ?? 0)).toBeLessThan(journalSeq);
  await exchange.restart();
  expect(await sequencer().read((books) => books.orders(account))).toEqual([]);
});
