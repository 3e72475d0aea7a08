// Board and tape stay in step whatever the tape refuses, and a wall clock that steps back makes no
// frozen price look fresh: the prices' whole way on a real sequencer and a clock the test moves.

import { marketId } from "@truetick/engine";
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
const HOUR_MS = 3_600_000;
const log = createLog("silent");

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(() => exchange.close());

function openRoom() {
  const { clock, sequencer } = exchange;
  const market = sandboxMarkets().find(({ code }) => code === CODE);
  if (!market) throw new Error("Invariant: the sandbox has the market");
  const markets = [{ ...market, id: String(EURUSD) }];
  let refusesNext = false;
  const door = {
    ...sequencer(),
    takeQuote: (quote: Parameters<ReturnType<typeof sequencer>["takeQuote"]>[0]) => {
      if (!refusesNext) return sequencer().takeQuote(quote);
      refusesNext = false;
      return false;
    },
  };
  const tape = createTapeEnd({ sequencer: door, log });
  const seed = new Uint8Array(32).fill(7);
  const room = createPriceRoom({ markets, seed, clock, hasRealSessions: false, tape });
  const watch = createStaleWatch({ markets, board: room.board, sequencer: sequencer() });
  let sourceSeq = clock.now() * 2;
  const say = (bid: number) => {
    sourceSeq += 1;
    return room.intake.take({ code: CODE, atMs: clock.now(), bid, ask: bid + 10, sourceSeq });
  };
  const refuseNext = () => {
    refusesNext = true;
  };
  return { ...room, watch, say, refuseNext };
}

describe("board and tape", () => {
  it("have the same number after a quote that the tape refused", () => {
    const { clock, sequencer } = exchange;
    const { board, poll, say, refuseNext } = openRoom();
    clock.advance(5_000);
    poll();
    const bid = Math.round(Number(board.updateOf(CODE)?.quote.bid) * 100_000);
    clock.advance(100);
    expect(say(bid + 1)).toBeNull();
    refuseNext();
    clock.advance(100);
    expect(say(bid + 2)).toBe("NOT_ON_TAPE");
    expect(board.updateOf(CODE)?.quote.bid).toBe(((bid + 1) / 100_000).toFixed(5));
    clock.advance(100);
    expect(say(bid + 3)).toBeNull();
    const newest = sequencer().newestQuote(marketId(1));
    expect(newest?.bid).toBe(bid + 3);
    expect(board.updateOf(CODE)?.quote.seq).toBe(newest?.seq);
  });
});

describe("a wall clock that steps back an hour (F10)", () => {
  it("stops no price: they go on, and are dealt at", async () => {
    const { clock, sequencer } = exchange;
    const { board, poll } = openRoom();
    const account = await exchange.openAccount("demo");
    clock.advance(1_000);
    poll();
    const before = sequencer().newestQuote(EURUSD)?.seq ?? 0;
    clock.jumpWall(-HOUR_MS);
    for (let sec = 0; sec < 120; sec += 1) {
      clock.advance(1_000);
      poll();
    }
    board.refresh();
    expect(board.isSourceSilent()).toBe(false);
    expect(sequencer().newestQuote(EURUSD)?.seq).toBeGreaterThan(before + 60);
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("accepted");
  });

  it("makes frozen quotes stale on the board and in the engine", async () => {
    const { clock, sequencer } = exchange;
    const { board, poll, watch } = openRoom();
    const account = await exchange.openAccount("demo");
    clock.advance(1_000);
    poll();
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("accepted");
    clock.jumpWall(-HOUR_MS);
    clock.advance(11_000);
    board.refresh();
    expect(board.isSourceSilent()).toBe(true);
    await watch.look();
    expect(await sequencer().read((books) => books.market(EURUSD)?.isStale)).toBe(true);
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("QUOTE_STALE");
  });

  it("lets prices grow old in the engine by themselves", async () => {
    const { clock, sequencer } = exchange;
    const account = await exchange.openAccount("demo");
    exchange.quote(EURUSD, 115_000, 115_010);
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("accepted");
    clock.jumpWall(-HOUR_MS);
    clock.advance(61_000);
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("QUOTE_STALE");
  });
});
