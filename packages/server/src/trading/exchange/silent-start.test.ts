// A source that was silent before the start is silent after it: nothing is dealt at the last price
// of the tape, which everybody sees as stale, until a quote comes or the source was never away.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { createPriceRoom } from "../price-room.ts";
import {
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  reasonOf,
} from "../testing/bare-exchange.ts";
import { createTapeEnd } from "./exchange.ts";
import { createStaleWatch } from "./stale-watch.ts";

const CODE = "EURUSD";
const SOURCE = "oanda";
const log = createLog("silent");

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(() => exchange.close());

/** The prices of a life that begins now, after a last quote that is some seconds old. */
async function restart(secondsAgo: number) {
  const { clock, sequencer, quote } = exchange;
  quote(EURUSD, 110_000, 110_010);
  clock.advance(1_000 * secondsAgo);
  await exchange.restart();
  const market = sandboxMarkets().find(({ code }) => code === CODE);
  if (!market) throw new Error("Invariant: the sandbox has the market");
  const markets = [{ ...market, id: String(EURUSD) }];
  const instruments = new Map([[CODE, "EUR_USD"]]);
  const room = createPriceRoom({
    markets,
    seed: null,
    clock,
    hasRealSessions: false,
    tape: createTapeEnd({ sequencer: sequencer(), log }),
    plan: { sources: [{ name: SOURCE, instruments }], ruleOf: () => ({ kind: "priority" }) },
  });
  const watch = createStaleWatch({ markets, board: room.board, sequencer: sequencer() });
  await watch.look();
  room.quoteLast();
  const account = await exchange.openAccount("demo");
  return {
    ...room,
    hear: () => room.sinkOf(SOURCE).hear(),
    say: (agoMs = 0) => {
      const atMs = clock.now() - agoMs;
      const tick = { code: CODE, atMs, bid: 110_020, ask: 110_030, sourceSeq: atMs };
      return room.intake.take(tick, SOURCE);
    },
    pass: async (seconds: number) => {
      clock.advance(1_000 * seconds);
      room.refresh();
      await watch.look();
    },
    buy: async () => reasonOf(await sequencer().submit(marketOrder(account))),
  };
}

describe("after a start", () => {
  it("a price whose source was silent before is shown as stale and not dealt at", async () => {
    const { board, buy } = await restart(11);
    expect(board.updateOf(CODE)).toMatchObject({ isStale: true, quote: { bid: "1.10000" } });
    expect(await buy()).toBe("QUOTE_STALE");
  });

  it("the next quote ends it, under the next number and never before the last", async () => {
    const { board, buy, say } = await restart(11);
    const before = board.updateOf(CODE)?.quote;
    expect(say(30_000)).toBeNull();
    const after = board.updateOf(CODE);
    expect(after).toMatchObject({ isStale: false, quote: { bid: "1.10020" } });
    expect(after?.quote.seq).toBe((before?.seq ?? 0) + 1);
    expect(after?.quote.time).toBe(before?.time);
    expect(await buy()).toBe("accepted");
  });

  it("one that was made too long ago is not dealt at, though it is shown", async () => {
    const { buy, say } = await restart(11);
    expect(say(90_000)).toBeNull();
    expect(await buy()).toBe("QUOTE_STALE");
    expect(say(89_000)).toBeNull();
    expect(await buy()).toBe("QUOTE_STALE");
    expect(say()).toBeNull();
    expect(await buy()).toBe("accepted");
  });

  it("a price is dealt at until its source was silent for ten seconds in all", async () => {
    const { board, buy, pass } = await restart(4);
    expect(await buy()).toBe("accepted");
    await pass(6);
    expect(board.isStale(CODE)).toBe(false);
    await pass(1);
    expect(board.isStale(CODE)).toBe(true);
    expect(await buy()).toBe("QUOTE_STALE");
  });

  it("a source that is heard in time keeps its last price fresh", async () => {
    const { board, buy, pass, hear } = await restart(4);
    hear();
    await pass(9);
    expect(board.isStale(CODE)).toBe(false);
    expect(await buy()).toBe("accepted");
  });

  it("a heartbeat makes no price fresh that was stale, on the board or in the engine", async () => {
    const { board, buy, pass, hear, say } = await restart(11);
    hear();
    await pass(1);
    expect(board.isStale(CODE)).toBe(true);
    expect(await buy()).toBe("QUOTE_STALE");
    expect(say()).toBeNull();
    expect(board.isStale(CODE)).toBe(false);
    expect(await buy()).toBe("accepted");
  });
});
