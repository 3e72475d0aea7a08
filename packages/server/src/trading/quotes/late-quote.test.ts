// A quote that comes late is as old as it is, in the engine as on the board: nothing is filled at a
// price that was made longer ago than the market allows (trading-rules §2, inv11, F15).

import { price } from "@truetick/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  EURUSD,
  type Exchange,
  giveQuote,
  marketOrder,
  openExchange,
  reasonOf,
} from "../testing/bare-exchange.ts";

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(() => exchange.close());

describe("a late quote (F15)", () => {
  it("is filled at until it is a minute old, counted from when it was made", async () => {
    const { clock, sequencer } = exchange;
    const account = await exchange.openAccount("demo");
    const order = () => sequencer().submit(marketOrder(account)).then(reasonOf);
    clock.advance(300_000);
    expect(await order()).toBe("QUOTE_STALE");
    giveQuote(sequencer(), {
      market: EURUSD,
      bid: 110_100,
      ask: 110_110,
      atMs: clock.now() - 50_000,
    });
    expect(await order()).toBe("accepted");
    clock.advance(10_000);
    expect(await order()).toBe("accepted");
    clock.advance(1);
    expect(await order()).toBe("QUOTE_STALE");
    exchange.quote(EURUSD, 110_101, 110_111);
    expect(await order()).toBe("accepted");
  });

  it("that was made too long ago is marked to, and fills and triggers nothing", async () => {
    const { clock, sequencer } = exchange;
    const account = await exchange.openAccount("demo");
    exchange.quote(EURUSD, 110_000, 110_010);
    const stopped = marketOrder(account, { stopLoss: price(109_500) });
    expect(reasonOf(await sequencer().submit(stopped))).toBe("accepted");
    clock.advance(1_000);
    giveQuote(sequencer(), {
      market: EURUSD,
      bid: 109_000,
      ask: 109_010,
      atMs: clock.now() - 60_001,
    });
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("QUOTE_STALE");
    const held = await sequencer().read((books) => books.orders(account));
    expect(held).toHaveLength(1);
    expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  });
});
