// Opens and closes markets by the engine's own time: the sequencer asks before every command and
// every quote what is due at its moment, and decides that first. So nothing fills at or after the
// close, however late anybody looked at a clock. Markets that were halted by hand, or delisted, are
// left as they are; those for closing only close with their calendar and come back as such.
// Invariant: asked between two changes it costs one comparison.

import {
  type MarketId,
  type MarketSession,
  marketId,
  type SetMarketSession,
} from "@truetick/engine";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { OpeningTimes } from "./market-hours.ts";

export type SessionPlan = {
  /** What to tell the engine before anything of this moment is decided; nearly always nothing. */
  readonly dueAt: (
    atMs: number,
    sessionOf: (marketId: MarketId) => MarketSession | null,
  ) => readonly SetMarketSession[];
  /** The sessions were changed by something else, or taken back: ask about every market again. */
  readonly lookAgain: () => void;
};

const NOTHING: readonly SetMarketSession[] = [];

/** For exchanges whose sessions are set by hand. */
export const NO_PLAN: SessionPlan = { dueAt: () => NOTHING, lookAgain: () => undefined };

type PlannedSession = Exclude<MarketSession, "halted" | "delisted">;

/** The calendar opens and closes; whether that is for closing only was ordered by hand. */
function sessionBy(was: PlannedSession, isOpen: boolean): PlannedSession {
  const isClosingOnly = was === "closing-only" || was === "closed-closing-only";
  if (isClosingOnly) return isOpen ? "closing-only" : "closed-closing-only";
  return isOpen ? "open" : "closed";
}

export function createSessionPlan({
  markets,
  times: { isOpen, nextChangeMs },
}: {
  markets: readonly Pick<TradedMarket, "id" | "sessionCalendar">[];
  times: OpeningTimes;
}): SessionPlan {
  const planned = markets.map((market) => ({ market, id: marketId(Number(market.id)) }));
  let nextMs = Number.NEGATIVE_INFINITY;

  return {
    dueAt(atMs, sessionOf) {
      if (atMs < nextMs) return NOTHING;
      nextMs = Number.POSITIVE_INFINITY;
      const due: SetMarketSession[] = [];
      for (const { market, id } of planned) {
        const was = sessionOf(id);
        // Not defined yet: it is asked about again.
        if (was === null) nextMs = Number.NEGATIVE_INFINITY;
        else nextMs = Math.min(nextMs, nextChangeMs(market, atMs) ?? Number.POSITIVE_INFINITY);
        if (was === null || was === "halted" || was === "delisted") continue;
        const session = sessionBy(was, isOpen(market, atMs));
        if (was === session) continue;
        due.push({ type: "SetMarketSession", atMs, marketId: id, session });
      }
      return due;
    },
    lookAgain() {
      nextMs = Number.NEGATIVE_INFINITY;
    },
  };
}
