// The engine at work in the running server: its markets defined, its quotes coming in, and what
// must happen by the clock happening. Started by trading.ts before the first price, so that what
// passed while nothing ran is made up for first. Invariant: a quote has one number, on the board
// and on the tape.

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { TapeEnd } from "../price-room.ts";
import type { QuoteBoard } from "../quotes/quote-board.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { createCutWatch } from "./new-york-cut.ts";
import { createStaleWatch } from "./stale-watch.ts";

const LOOK_EVERY_MS = 1_000;

type Needs = {
  readonly sequencer: Sequencer;
  readonly markets: readonly TradedMarket[];
  readonly board: Pick<QuoteBoard, "isStale">;
  readonly clock: Clock;
  readonly log: Log;
};

/** The tape as the prices find it at the start, and their way onto it. */
export function createTapeEnd({ sequencer, log }: Pick<Needs, "sequencer" | "log">): TapeEnd {
  return {
    follow: (listener) => sequencer.followTape((quote) => listener(quote.marketId, quote)),
    lastSeq: ({ id }) => sequencer.newestQuote(marketId(Number(id)))?.seq ?? 0,
    newest: ({ id }) => sequencer.newestQuote(marketId(Number(id))),
    take: ({ market, atMs, bid, ask }) => {
      const id = marketId(Number(market.id));
      // The tape gives the number, so that one that was not taken leaves no gap to the next.
      const seq = (sequencer.newestQuote(id)?.seq ?? 0) + 1;
      const quote = { marketId: id, seq, atMs, bid: price(bid), ask: price(ask) };
      if (sequencer.takeQuote(quote)) return seq;
      // Where nothing is traded, why was told once.
      if (sequencer.status() === "trading") {
        log.error({ market: market.code }, "a quote was not taken");
      }
      return null;
    },
  };
}

/** Answers how to stop. The first look is over before it answers: markets are open by then. */
export async function keepHours(needs: Needs): Promise<() => Promise<void>> {
  const { sequencer, log } = needs;
  const stale = createStaleWatch(needs);
  const cuts = createCutWatch(needs);
  let underWay: Promise<void> = Promise.resolve();
  let isBusy = false;

  async function look(): Promise<void> {
    await stale.look();
    await cuts.look();
    // Every quote lapses orders, opens and closes markets too; this is for when nothing moves.
    await sequencer.submit({ type: "ExpireOrders" });
  }

  function tick(): void {
    if (isBusy || sequencer.status() !== "trading") return;
    isBusy = true;
    underWay = look()
      .catch((err: unknown) => log.error({ err }, "the exchange could not keep its hours"))
      .finally(() => {
        isBusy = false;
      });
  }

  await look();
  const timer = setInterval(tick, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
