// The sequencer on a real PostgreSQL: what is answered is stored, and nothing before.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  place,
} from "../testing/bare-exchange.ts";

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(() => exchange.close());

it("stores an order before it is answered", async () => {
  const { sequencer, test } = exchange;
  const account = await exchange.openAccount("demo");
  const orderId = await place(sequencer(), marketOrder(account));
  exchange.quote(EURUSD, 110_100, 110_110);
  const hash = await sequencer().stateHash();
  const found = await test.database
    .selectFrom("journal")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirst();
  expect(Number(found?.count)).toBeGreaterThan(7);
  expect(orderId).toBeGreaterThan(0);
  await exchange.restart();
  expect(await exchange.sequencer().stateHash()).toBe(hash);
});
