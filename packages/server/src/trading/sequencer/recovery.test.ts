// After any failure the state is the fold of what was committed: same hash, nothing lost, nothing
// invented (P03, P04).
import { setTimeout as sleep } from "node:timers/promises";
import { decodeState, encodeState, type State } from "@truetick/engine";
import { lots, price } from "@truetick/money";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { hashState } from "../journal/snapshots.ts";
import {
  accept,
  asOwner,
  EURUSD,
  type Exchange,
  keyOf,
  marketOrder,
  openExchange,
  place,
  reasonOf,
  untilTrading,
} from "../testing/bare-exchange.ts";
import { runBusyDay } from "../testing/busy-day.ts";
import { type Outcome, startSequencer } from "./sequencer.ts";

/** Changes a column of some open position. */
function put(column: Float64Array, orders: State["orders"], value: number): void {
  const slot = orders.openPrice.findIndex((each) => each > 0);
  if (slot < 0) throw new Error("Invariant: the busy day leaves a position open");
  column[slot] = value;
}

describe("after a busy day", () => {
  let exchange: Exchange;
  let hash: string;
  beforeAll(async () => {
    exchange = await openExchange();
    await runBusyDay(exchange);
    hash = await exchange.sequencer().stateHash();
    await exchange.restart();
  });
  afterAll(async () => {
    expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
    await exchange.close();
  });

  it("P03: starts from its snapshot with the same hash", async () => {
    expect(await exchange.sequencer().stateHash()).toBe(hash);
  });

  it("P03: folds the whole journal to the same hash", async () => {
    await asOwner(exchange, "delete from state_snapshot");
    await exchange.sequencer().stop();
    await asOwner(exchange, "delete from state_snapshot");
    await exchange.restart();
    expect(await exchange.sequencer().stateHash()).toBe(hash);
  });

  it("skips a snapshot that was tampered with", async () => {
    await exchange.sequencer().stop();
    await asOwner(exchange, "update state_snapshot set state = set_byte(state, 40, 255)");
    await exchange.restart();
    expect(await exchange.sequencer().stateHash()).toBe(hash);
  });

  /** Changes the newest snapshot as one would who knows the format, its hash included. */
  async function forge(change: (state: State) => void): Promise<void> {
    await exchange.sequencer().stop();
    const client = new pg.Client({ connectionString: exchange.test.ownerUrl });
    await client.connect();
    const newest = "(select max(seq) from state_snapshot)";
    const { rows } = await client.query<{ state: Buffer }>(
      `select state from state_snapshot where seq = ${newest}`,
    );
    const state = decodeState(rows[0]?.state ?? Buffer.alloc(0));
    change(state);
    const bytes = Buffer.from(encodeState(state));
    await client.query("set session_replication_role = replica");
    await client.query(
      `update state_snapshot set state = $1, state_hash = $2 where seq = ${newest}`,
      [bytes, hashState(bytes)],
    );
    await client.end();
  }

  it.each<[string, (state: State) => void]>([
    ["cash", ({ accounts }) => accounts.setCash(0, accounts.cash(0) + 1_000_000n)],
    ["a house balance", ({ house }) => house.demo.splice(0, 1, (house.demo[0] ?? 0n) + 1n)],
    ["an order's opening price", ({ orders }) => put(orders.openPrice, orders, 9)],
    ["an order's lots", ({ orders }) => put(orders.lots, orders, 10_000_000)],
  ])("T86 H07: does not believe a forged snapshot that fits its hash: %s", async (_, change) => {
    // A row more, so that there is a snapshot that nobody has touched.
    await exchange.openAccount("demo");
    const before = await exchange.sequencer().stateHash();
    await forge(change);
    await exchange.restart();
    expect(await exchange.sequencer().stateHash()).toBe(before);
  });

  it("folds the tail after an older snapshot", async () => {
    const before = await exchange.sequencer().stateHash();
    const account = await exchange.openAccount("demo");
    await place(exchange.sequencer(), marketOrder(account));
    const after = await exchange.sequencer().stateHash();
    expect(after).not.toBe(before);
    await exchange.sequencer().stop();
    await asOwner(
      exchange,
      "delete from state_snapshot where seq = (select max(seq) from state_snapshot)",
    );
    await exchange.restart();
    expect(await exchange.sequencer().stateHash()).toBe(after);
  });

  it("keeps the tape's numbers and prices", async () => {
    const before = exchange.sequencer().newestQuote(EURUSD);
    await exchange.restart();
    expect(exchange.sequencer().newestQuote(EURUSD)).toEqual(before);
    exchange.quote(EURUSD, 110_000, 110_010);
    expect(exchange.sequencer().newestQuote(EURUSD)?.seq).toBe((before?.seq ?? 0) + 1);
  });

  it("folds a pending order with an expiry that became a position", async () => {
    const account = await exchange.openAccount("demo");
    const expiresAtMs = exchange.clock.now() + 60_000;
    const own = { target: price(109_500), expiresAtMs };
    const order = await place(exchange.sequencer(), marketOrder(account, own));
    exchange.clock.advance(500);
    exchange.quote(EURUSD, 109_480, 109_490);
    const view = await exchange.sequencer().read((books) => books.order(order));
    expect(view).toMatchObject({ status: "holding", expiresAtMs: null });
    await exchange.sequencer().stop();
    await asOwner(exchange, "delete from state_snapshot");
    await exchange.restart();
    const again = await exchange.sequencer().read((books) => books.order(order));
    expect(again).toMatchObject({ status: "holding", expiresAtMs: null });
  });

  it.each([
    ["a row of the journal", "journal set at_ms = at_ms", "seq = 9", "row 9 does not follow row 8"],
    [
      "a balance of the ledger",
      "ledger_posting set balance = balance",
      "journal_seq = (select max(journal_seq) from ledger_posting where account_id is not null)",
      "ledger or blotter are not the journal's",
    ],
    [
      "a live order of the blotter",
      "trade_order set lots = lots",
      "order_id = (select max(order_id) from trade_order where ended_at_ms is null)",
      "ledger or blotter are not the journal's",
    ],
  ])("T86 H07: refuses to start when somebody has changed %s", async (_, change, row, why) => {
    await exchange.sequencer().stop();
    await asOwner(exchange, "delete from state_snapshot");
    await asOwner(exchange, `update ${change} + 1 where ${row}`);
    const { test, clock } = exchange;
    const log = createLog("silent");
    const address = { url: test.appUrl, role: null };
    await expect(startSequencer({ address, database: test.database, clock, log })).rejects.toThrow(
      why,
    );
    await asOwner(exchange, `update ${change} - 1 where ${row}`);
    await exchange.restart();
  });
});

describe("in an outage", () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await openExchange();
  });
  afterAll(async () => {
    expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
    await exchange.close();
  });

  it("acts on every quote once, though its consequences were lost at first", async () => {
    const { sequencer, proxy } = exchange;
    const account = await exchange.openAccount("demo");
    const stopped = await place(
      sequencer(),
      marketOrder(account, { stopLoss: price(109_900), lots: lots(100) }),
    );
    const kept = await place(
      sequencer(),
      marketOrder(account, { stopLoss: price(109_000), lots: lots(100) }),
    );
    // The tick that fires the stop is decided, and its commit never arrives.
    proxy.shut();
    proxy.cut();
    exchange.quote(EURUSD, 109_890, 109_900);
    await sleep(30);
    expect(sequencer().status()).toBe("recovering");
    exchange.quote(EURUSD, 110_000, 110_010);
    expect(sequencer().figures().heldQuotes).toBeGreaterThan(0);
    proxy.open();
    await untilTrading(sequencer());
    const left = await sequencer().read((books) => books.orders(account).map((o) => o.orderId));
    expect(left).toEqual([kept]);
    const { rows: fill } = await sql`select price from fill
      where order_id = ${stopped} and kind = 'close'`.execute(exchange.test.database);
    expect(fill).toMatchObject([{ price: 109_890n }]);
  });

  it("acts on a quote whose consequences waited behind the commit that was lost", async () => {
    const { sequencer, proxy } = exchange;
    const account = await exchange.openAccount("demo");
    exchange.quote(EURUSD, 110_000, 110_010);
    await place(sequencer(), marketOrder(account, { stopLoss: price(109_900), lots: lots(100) }));
    proxy.withholdReplies();
    const unknown = sequencer().submit(marketOrder(account, { lots: lots(100) }));
    await sleep(50);
    exchange.quote(EURUSD, 109_890, 109_900);
    exchange.quote(EURUSD, 110_000, 110_010);
    proxy.cut();
    expect(reasonOf(await unknown)).toBe("UNAVAILABLE");
    proxy.open();
    await untilTrading(sequencer());
    expect(await sequencer().read((books) => books.orders(account).length)).toBe(1);
  });

  it("does not act again on quotes of a commit whose reply was lost", async () => {
    const { sequencer, proxy } = exchange;
    const account = await exchange.openAccount("demo");
    // Nothing is under way, or that would lose its reply instead of the batch below.
    await sequencer().read(() => null);
    exchange.quote(EURUSD, 109_500, 109_510);
    proxy.loseReplies();
    // Decided in one batch: a low quote, a higher one, then an order whose stop lies between.
    const first = sequencer().submit(marketOrder(account, { lots: lots(100) }));
    exchange.quote(EURUSD, 109_400, 109_410);
    exchange.quote(EURUSD, 110_000, 110_010);
    const order = marketOrder(account, { stopLoss: price(109_700), lots: lots(100) });
    const second = sequencer().submit(order);
    expect((await Promise.all([first, second])).map(reasonOf)).toEqual([
      "UNAVAILABLE",
      "UNAVAILABLE",
    ]);
    proxy.open();
    await untilTrading(sequencer());
    expect(await sequencer().read((books) => books.orders(account).length)).toBe(2);
  });

  it("F05: refuses clearly while the disk is full, reads on, and resumes", async () => {
    const { sequencer, test } = exchange;
    const account = await exchange.openAccount("demo");
    await asOwner(
      exchange,
      `create function disk_full() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
       create trigger full_journal before insert on journal execute function disk_full();
       create trigger full_snapshot before insert on state_snapshot execute function disk_full();`,
    );
    const hash = await sequencer().stateHash();
    const refused = await sequencer().submit(marketOrder(account));
    expect(refused).toMatchObject({ refusal: { reason: "UNAVAILABLE", why: "not-stored" } });
    await sleep(200);
    expect(sequencer().status()).toBe("recovering");
    expect(await sequencer().stateHash()).toBe(hash);
    expect(await sequencer().submit(marketOrder(account))).toMatchObject({
      refusal: { reason: "UNAVAILABLE", why: "recovering" },
    });
    await asOwner(
      exchange,
      "drop trigger full_journal on journal; drop trigger full_snapshot on state_snapshot",
    );
    await untilTrading(sequencer());
    await accept(sequencer(), marketOrder(account, { lots: lots(100) }));
    expect(await brokenInvariants(test.ownerUrl)).toEqual({});
  });
});

describe("too much at once", () => {
  it("F21: refuses new orders first and closes last while the disk is slow", async () => {
    const exchange = await openExchange({ commitTimeoutMs: 60_000 });
    const { sequencer, proxy } = exchange;
    const account = await exchange.openAccount("real", 900_000_000);
    const orderId = await place(sequencer(), marketOrder(account, { lots: lots(100) }));
    proxy.withholdReplies();
    const outcomes: Promise<Outcome>[] = [];
    while (sequencer().figures().queuedRows < 20_000) {
      // Refused, but with a key: the refusal is a row that waits.
      const cancel = { type: "CancelOrder", accountId: account, orderId } as const;
      outcomes.push(sequencer().submit(cancel, keyOf(account, `load ${outcomes.length}`)));
    }
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("OVERLOADED");
    const close = { type: "CloseOrder", accountId: account, lots: null, reason: "user" } as const;
    const closing = sequencer().submit({ ...close, orderId });
    await sleep(20);
    proxy.release();
    expect((await closing).isAccepted).toBe(true);
    await Promise.all(outcomes);
    await accept(sequencer(), marketOrder(account, { lots: lots(100) }));
    await exchange.close();
  });
});
