// The New York cut, 17:00 there: overnight financing of every market, and the day that daily loss
// limits count from. Asked to look again and again by the exchange. Cuts that passed while nothing
// ran are made up for, one by one and in order; the engine sees to it that each counts once.

import { type MarketId, marketId } from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { cutOnDay, tradingDayStart } from "../sessions/trading-day.ts";

const DAY_MS = 86_400_000;
/** After a longer sleep only the last of them are charged: nobody pays for our absence. */
const MISSED_CUTS_MAX = 7;

export type Cut = {
  /** The New York date as the number yyyymmdd. */
  readonly cutDate: number;
  /** Its moment: who opened later does not pay for it. */
  readonly cutAtMs: number;
  /** 0 Sunday … 6 Saturday. */
  readonly weekday: number;
};

export type CutWatch = { readonly look: () => Promise<void> };

export function createCutWatch({
  markets,
  clock,
  sequencer: { read, submit },
}: {
  markets: readonly TradedMarket[];
  clock: Pick<Clock, "now">;
  sequencer: Pick<Sequencer, "read" | "submit">;
}): CutWatch {
  const ids = markets.map(({ id }) => marketId(Number(id)));
  /** The newest cut that every market and every account has had. */
  let doneAtMs = 0;

  async function charge(id: MarketId, cuts: readonly Cut[]): Promise<boolean> {
    for (const cut of cuts) {
      const outcome = await submit({ type: "ChargeFinancing", marketId: id, ...cut });
      if (!outcome.isAccepted && outcome.refusal.reason !== "CUT_ALREADY_CHARGED") return false;
    }
    return true;
  }

  async function startDay(cutDate: number): Promise<boolean> {
    const outcome = await submit({ type: "StartDay", cutDate });
    return outcome.isAccepted || outcome.refusal.reason === "DAY_ALREADY_STARTED";
  }

  return {
    async look() {
      const newestAtMs = tradingDayStart("new-york", clock.now());
      if (newestAtMs <= doneAtMs) return;
      const lastDates = await read((books) => ids.map((id) => books.market(id)?.lastCutDate ?? 0));
      const charged = await Promise.all(
        ids.map((id, index) => charge(id, cutsAfter(lastDates[index] ?? 0, newestAtMs))),
      );
      const isStarted = await startDay(cutAt(newestAtMs).cutDate);
      if (isStarted && charged.every(Boolean)) doneAtMs = newestAtMs;
    },
  };
}

/** At 17:00 New York has the date that UTC has. */
export function cutAt(atMs: number): Cut {
  const date = new Date(atMs);
  const month = date.getUTCMonth() + 1;
  return {
    cutDate: (date.getUTCFullYear() * 100 + month) * 100 + date.getUTCDate(),
    cutAtMs: atMs,
    weekday: date.getUTCDay(),
  };
}

/** The cuts after that date up to the newest, oldest first; a market without any has the newest. */
export function cutsAfter(lastDate: number, newestAtMs: number): Cut[] {
  const cuts: Cut[] = [];
  const newestDay = Math.floor(newestAtMs / DAY_MS);
  for (let ago = 0; ago < MISSED_CUTS_MAX; ago += 1) {
    const cut = cutAt(cutOnDay("new-york", newestDay - ago));
    if (cut.cutDate <= lastDate) break;
    cuts.unshift(cut);
    if (lastDate === 0) break;
  }
  return cuts;
}
