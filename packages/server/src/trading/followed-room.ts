// The price room of a process that follows the tape: the same board and the same candles as where
// the quotes are made, grown by the stream of the tape. Built by trading-view.ts for gateways and
// jobs. Invariants: nothing here makes or judges a quote; a bar is the fold of the tape and of
// nothing else (inv20), however often messages were lost on the way.

import { marketId, type TakeQuote } from "@truetick/engine";
import type { Bus } from "../platform/bus/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { type CandleStore, openCandleStore } from "./candles/candle-store.ts";
import type { TradedMarket } from "./markets/traded-market.ts";
import { createPriceRoom, type PriceRoom, type TapeEnd } from "./price-room.ts";
import type { GateReason, QuoteGate } from "./quotes/quote-gate.ts";
import type { SourceBook, SourcePlan } from "./quotes/source-book.ts";
import { hearRoomReports } from "./room-report.ts";
import type { Held } from "./sessions/hand-orders.ts";
import type { OpeningTimes } from "./sessions/market-hours.ts";
import { readStoredQuotes } from "./tape/stored-quotes.ts";
import type { TapeStream } from "./tape/tape-stream.ts";

const REFRESH_EVERY_MS = 500;
/** The room's owner stores an hour within a minute of its end. */
const HOURS_LOOKED_AT_EVERY_MS = 60_000;

export type FollowedRoom = Pick<PriceRoom, "board" | "book"> & {
  readonly sources: Pick<SourceBook, "readings" | "sourcesOf" | "ruleOf">;
  readonly gate: Pick<QuoteGate, "refused" | "refusedBySource">;
  readonly stop: () => void;
};

type Needs = {
  readonly bus: Bus;
  readonly database: Database;
  readonly tape: TapeStream;
  readonly markets: readonly TradedMarket[];
  readonly seed: Uint8Array | null;
  readonly plan: SourcePlan;
  readonly clock: Clock;
  readonly hasRealSessions: boolean;
  readonly times: OpeningTimes;
  readonly held: Held;
  readonly log: Log;
};

export async function followPriceRoom(needs: Needs): Promise<FollowedRoom> {
  const { bus, markets, plan, clock, database, log } = needs;
  const candles = await openCandleStore({ database, markets });
  await closeGap(needs, candles);
  const heard = hearRoomReports({
    bus,
    clock,
    sources: plan.sources.map(({ name }) => name),
    onBegun: (atMs) => room.book.beginAt(atMs),
  });
  const isSilent = ({ code }: TradedMarket) => heard.isSilent(code);
  const room = createPriceRoom({ ...needs, tape: followedEnd(needs, candles), candles, isSilent });
  const unfollow = followOnBoard(needs, room);
  const refreshing = setInterval(room.board.refresh, REFRESH_EVERY_MS);
  const looking = setInterval(() => {
    candles.lookAgain().catch((err: unknown) => log.warn({ err }, "stored hours were not read"));
  }, HOURS_LOOKED_AT_EVERY_MS);
  const { ruleOf, sourcesOf } = room.sources;
  return {
    board: room.board,
    book: room.book,
    sources: { readings: heard.readings, ruleOf, sourcesOf },
    gate: { refusedBySource: heard.refused, refused: () => sumOf(heard.refused()) },
    stop() {
      clearInterval(refreshing);
      clearInterval(looking);
      unfollow();
      heard.stop();
    },
  };
}

type ShownQuote = Omit<TakeQuote, "type">;

/** Opening the bars may take longer than the stream remembers; what it forgot is stored. */
async function closeGap({ database, tape, markets }: Needs, candles: CandleStore): Promise<void> {
  for (const { id, code } of markets) {
    const market = marketId(Number(id));
    const after = candles.foldedSeq(code);
    const before = tape.recent(market, after)[0]?.seq ?? (tape.newest(market)?.seq ?? 0) + 1;
    if (before <= after + 1) continue;
    for (const quote of await readStoredQuotes(database, { marketId: market, after, before })) {
      candles.fold(code, quote);
    }
  }
}

/** The tape as bars find it: what is in them already is not counted again. */
function followedEnd({ tape, markets }: Needs, candles: CandleStore): TapeEnd {
  const codes = new Map(markets.map(({ id, code }) => [Number(id), code]));
  return {
    // The newest quote is shown at once, also of a market that is closed.
    lastSeq: ({ id }) => (tape.newest(marketId(Number(id)))?.seq ?? 1) - 1,
    take: () => null,
    follow(listener) {
      for (const [id, code] of codes) {
        const folded = candles.foldedSeq(code);
        for (const quote of tape.recent(marketId(id), folded)) listener(id, quote);
      }
      tape.follow((input) => {
        const code = codes.get(input.marketId);
        if (input.type === "MarkStale" || code === undefined) return;
        if (input.seq > candles.foldedSeq(code)) listener(input.marketId, input);
      });
    },
  };
}

/** Answers how to stop. */
function followOnBoard({ tape, markets }: Needs, { board }: Pick<PriceRoom, "board">): () => void {
  const shown = new Map(
    markets.map(({ id, code }) => [marketId(Number(id)), { code, seq: 0, atMs: 0 }]),
  );

  function show({ marketId: id, seq, bid, ask, atMs, quotedAtMs = atMs }: ShownQuote): void {
    const last = shown.get(id);
    // After a change of writers the stream may have to say a number again.
    if (!last || seq <= last.seq) return;
    last.seq = seq;
    last.atMs = Math.max(last.atMs, quotedAtMs);
    board.record({ code: last.code, bid, ask, atMs: last.atMs, sourceSeq: seq }, seq);
  }

  for (const id of shown.keys()) {
    const newest = tape.newest(id);
    if (newest) show({ ...newest, marketId: id });
  }
  return tape.follow((input) => {
    if (input.type === "TakeQuote") show(input);
  });
}

function sumOf(counts: ReturnType<QuoteGate["refusedBySource"]>): Map<GateReason, number> {
  const sums = new Map<GateReason, number>();
  for (const { reason, count } of counts) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return sums;
}
