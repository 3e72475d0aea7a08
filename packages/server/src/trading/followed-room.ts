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
import { tradingDayStart } from "./sessions/trading-day.ts";
import { readStoredQuotes } from "./tape/stored-quotes.ts";
import type { TapeStream } from "./tape/tape-stream.ts";

const REFRESH_EVERY_MS = 500;
const RETRY_AFTER_MS = 1_000;
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
  const isStaleThere = ({ code }: TradedMarket) => heard.isStale(code);
  const tape = followedEnd(needs, candles);
  const room = createPriceRoom({ ...needs, tape, candles, isStaleThere });
  const shown = followOnBoard(needs, room);
  const unwatch = watchForks(needs, { candles, room, shown });
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
      unwatch();
      shown.stop();
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

type Shown = {
  /** Shows the newest of now in place of what was shown, in the day that the bars have. */
  readonly beginAnew: (market: TradedMarket, book: PriceRoom["book"]) => void;
  readonly stop: () => void;
};

function followOnBoard(
  { tape, markets, clock }: Needs,
  { board }: Pick<PriceRoom, "board">,
): Shown {
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
  const stop = tape.follow((input) => {
    if (input.type === "TakeQuote") show(input);
  });
  return {
    stop,
    beginAnew(market, book) {
      const { code, dayCut } = market;
      const id = marketId(Number(market.id));
      shown.set(id, { code, seq: 0, atMs: 0 });
      board.forget(code);
      const newest = tape.newest(id);
      if (!newest) return;
      const fromMs = tradingDayStart(dayCut, newest.atMs);
      const day = book.join(market, { fromMs, toMs: Math.max(newest.atMs, clock.now()) + 1 });
      if (day) board.takeUpDay(code, newest.atMs, day);
      show({ ...newest, marketId: id });
    },
  };
}

type Followed = {
  readonly candles: CandleStore;
  readonly room: Pick<PriceRoom, "book">;
  readonly shown: Shown;
};

/** What was heard and is not on the tape goes out of the bars and off the board. */
function watchForks(needs: Needs, { candles, room, shown }: Followed): () => void {
  const { tape, markets, log } = needs;
  /** Begun anew once more, the earlier one is given up. */
  let newest = 0;

  async function beginAnew(fork: number): Promise<void> {
    for (const market of markets) {
      await candles.reopen(market.code);
      if (fork !== newest) return;
      // From here on in one turn: what comes next is counted as it comes.
      const folded = candles.foldedSeq(market.code);
      const recent = tape.recent(marketId(Number(market.id)), folded);
      if (recent[0] && recent[0].seq > folded + 1) throw new Error("quotes have been forgotten");
      for (const quote of recent) room.book.record(market, quote);
      shown.beginAnew(market, room.book);
    }
  }

  function begin(): void {
    newest += 1;
    const fork = newest;
    beginAnew(fork).catch((err: unknown) => {
      log.warn({ err }, "prices that are not on the tape are still shown; trying again");
      setTimeout(() => {
        if (fork === newest) begin();
      }, RETRY_AFTER_MS).unref();
    });
  }

  const stop = tape.onForked(begin);
  return () => {
    newest += 1;
    stop();
  };
}

function sumOf(counts: ReturnType<QuoteGate["refusedBySource"]>): Map<GateReason, number> {
  const sums = new Map<GateReason, number>();
  for (const { reason, count } of counts) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return sums;
}
