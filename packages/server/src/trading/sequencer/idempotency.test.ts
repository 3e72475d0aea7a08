// The same key and payload get the same answer, carried out once: at the same moment, after a
// restart, after thirty days (T01, P01).
import { lots, money, price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  type Exchange,
  keyOf,
  marketOrder,
  openExchange,
  reasonOf,
} from "../testing/bare-exchange.ts";

const THIRTY_DAYS_MS = 30 * 86_400_000;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

const orderCount = (account: Parameters<typeof marketOrder>[0]) =>
  exchange.sequencer().read((books) => books.orders(account).length);

it("T01: 200 parallel submits of one key are one order and 200 equal answers", async () => {
  const account = await exchange.openAccount("demo");
  const key = keyOf(account, "one of two hundred");
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => exchange.sequencer().submit(marketOrder(account), key)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer, texts))).size).toBe(1);
  expect(answers[0]?.isAccepted).toBe(true);
  expect(await orderCount(account)).toBe(1);
});

it("T01: answers the same after a restart and after thirty days", async () => {
  const account = await exchange.openAccount("demo");
  const key = keyOf(account, "long ago");
  const first = await exchange.sequencer().submit(marketOrder(account), key);
  expect(first.isAccepted).toBe(true);
  await exchange.restart();
  expect(await exchange.sequencer().submit(marketOrder(account), key)).toEqual(first);
  exchange.clock.advance(THIRTY_DAYS_MS);
  await exchange.restart();
  exchange.quote(1, 120_000, 120_010);
  expect(await exchange.sequencer().submit(marketOrder(account), key)).toEqual(first);
  expect(await orderCount(account)).toBe(1);
});

it("T01: keeps a refusal with its numbers, though it would be accepted now", async () => {
  const account = await exchange.openAccount("real", 10);
  const key = keyOf(account, "too poor");
  const order = marketOrder(account, { lots: lots(10_000) });
  const first = await exchange.sequencer().submit(order, key);
  expect(first).toMatchObject({
    refusal: { reason: "MARGIN_EXCEEDS_FREE", available: 10_000_000n },
  });
  await exchange.sequencer().submit({
    type: "Credit",
    accountId: account,
    cause: "deposit",
    causeId: 77_001,
    amount: money(1_000_000_000_000n),
  });
  expect(await exchange.sequencer().submit(order, key)).toEqual(first);
  await exchange.restart();
  exchange.quote(1, 110_000, 110_010);
  expect(await exchange.sequencer().submit(order, key)).toEqual(first);
  expect(await orderCount(account)).toBe(0);
  expect(reasonOf(await exchange.sequencer().submit(order, keyOf(account, "rich")))).toBe(
    "accepted",
  );
});

it("refuses a key that came with another payload, also after a restart", async () => {
  const account = await exchange.openAccount("demo");
  const order = marketOrder(account);
  await exchange.sequencer().submit(order, keyOf(account, "reused", "buy one"));
  const other = keyOf(account, "reused", "buy two");
  expect(reasonOf(await exchange.sequencer().submit(order, other))).toBe("KEY_REUSED");
  await exchange.restart();
  expect(reasonOf(await exchange.sequencer().submit(order, other))).toBe("KEY_REUSED");
  expect(await orderCount(account)).toBe(1);
});

it("tells the keys of two owners apart", async () => {
  const [left, right] = [await exchange.openAccount("demo"), await exchange.openAccount("demo")];
  const order = (account: typeof left) => marketOrder(account, { target: price(100_000) });
  await exchange.sequencer().submit(order(left), keyOf(left, "same"));
  await exchange.sequencer().submit(order(right), keyOf(right, "same"));
  expect(await orderCount(left)).toBe(1);
  expect(await orderCount(right)).toBe(1);
});

it("answers a keyed command that had nothing to write the same way twice", async () => {
  const key = keyOf(1, "nothing lapses");
  const first = await exchange.sequencer().submit({ type: "ExpireOrders" }, key);
  expect(first).toMatchObject({ isAccepted: true, seq: null, events: [] });
  await exchange.restart();
  expect(await exchange.sequencer().submit({ type: "ExpireOrders" }, key)).toEqual(first);
});

function texts(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
