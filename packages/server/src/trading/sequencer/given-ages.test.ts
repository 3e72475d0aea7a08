// Quotes that are given to a shard long after they stood on the tape: what is too old to be dealt
// at is marked to and nothing else, moves no time on, and takes nothing from those before it.

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { afterEach, beforeEach, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  accept,
  EURUSD,
  type Exchange,
  GOLD,
  marketOrder,
  openExchange,
  untilTrading,
} from "../testing/bare-exchange.ts";

/** As long as a price of these markets may be dealt at. */
const AGE_MAX_MS = 60_000;

let exchange: Exchange;
beforeEach(async () => {
  exchange = await openExchange();
});
afterEach(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

/** Under the next number of its market's tape. */
function give(market: number, bid: number, ageMs: number): boolean {
  const { sequencer, clock } = exchange;
  const id = marketId(market);
  return sequencer().giveQuote({
    type: "TakeQuote",
    marketId: id,
    seq: (sequencer().newestQuote(id)?.seq ?? 0) + 1,
    ...{ bid: price(bid), ask: price(bid + 10), atMs: clock.now() - ageMs },
  });
}

/** Who has a position that closes at 1.09900; some time ago. */
async function leavePosition() {
  const { clock, sequencer, openAccount } = exchange;
  const account = await openAccount("demo");
  await accept(sequencer(), marketOrder(account, { stopLoss: price(109_900) }));
  clock.advance(2 * AGE_MAX_MS);
  return () => sequencer().read((books) => books.orders(account).length);
}

it("one too old moves no time on, and the shard knows it", async () => {
  const { clock, sequencer } = exchange;
  const openOrders = await leavePosition();
  const decidedAt: number[] = [];
  sequencer().subscribe(({ atMs }) => decidedAt.push(atMs));
  expect(give(GOLD, 264_000, AGE_MAX_MS + 10_000)).toBe(true);
  expect(give(EURUSD, 109_800, AGE_MAX_MS - 10_000)).toBe(true);
  expect(await openOrders()).toBe(0);
  expect(decidedAt).toEqual([clock.now() - AGE_MAX_MS + 10_000]);
  const seen = await sequencer().read((books) => books.market(GOLD)?.quote);
  expect(seen).toMatchObject({ bid: 264_000, atMs: clock.now() - AGE_MAX_MS - 10_000 });
});

it("what a quote caused is decided anew when it is lost, though one too old follows", async () => {
  const { clock, sequencer, proxy } = exchange;
  const openOrders = await leavePosition();
  expect(give(EURUSD, 109_800, AGE_MAX_MS)).toBe(true);
  clock.advance(1);
  expect(give(EURUSD, 110_000, AGE_MAX_MS + 1)).toBe(true);
  proxy.cut();
  await expect.poll(() => sequencer().status(), { interval: 1 }).toBe("recovering");
  await untilTrading(sequencer());
  expect(await openOrders()).toBe(0);
});
