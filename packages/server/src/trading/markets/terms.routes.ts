// The call about a market's public sheet: what a lot costs to open and to hold, by the engine's own
// formulas at the quotes of now, and when it trades. The same for everyone (H09). Refuses:
// MARKET_UNKNOWN.

import { publicTermsToWire } from "@truetick/contract";
import { marketIdFromFields } from "@truetick/contract/calls";
import { type LotView, marketId } from "@truetick/engine";
import { formatMoney, formatRate } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import type { MarketHalts } from "../sessions/market-halts.ts";
import type { MarketHours } from "../sessions/market-hours.ts";
import { tradingDayEnd } from "../sessions/trading-day.ts";
import { createWeekHours } from "../sessions/week-hours.ts";
import type { LiveMarkets } from "./live-markets.ts";

type Needs = {
  readonly live: Pick<LiveMarkets, "find">;
  readonly read: Sequencer["read"];
  readonly halts: Pick<MarketHalts, "reasonOf" | "closingOnlyReasonOf">;
  readonly isOpen: MarketHours;
  readonly clock: Pick<Clock, "now">;
};

export type TermsHandlers = Handlers<"getMarketTerms">;

export function createTermsHandlers(needs: Needs): TermsHandlers {
  const { live, read, halts, clock } = needs;
  const hoursOf = createWeekHours(needs.isOpen);

  return {
    async getMarketTerms(fields) {
      const market = live.find(marketIdFromFields(fields));
      if (!market) return refuse("MARKET_UNKNOWN");
      const id = marketId(Number(market.id));
      const { lot, version } = await read((books) => {
        return { lot: books.lot(id), version: books.market(id)?.terms.version ?? 0 };
      });
      const nowMs = clock.now();
      return publicTermsToWire({
        marketId: market.id,
        longRate: formatRate(market.longRate),
        shortRate: formatRate(market.shortRate),
        ...costsOf(lot),
        tripleDay: market.tripleDay,
        // Every market is charged at New York's, whenever its own day ends.
        nextCutAt: tradingDayEnd("new-york", nowMs) / 1_000,
        markupPoints: market.markupPoints,
        staleAfterMs: market.staleAfterMs,
        marginMode: market.marginMode,
        feeRate: formatRate(market.feeRate),
        sessions: hoursOf(market, nowMs),
        haltReason: halts.reasonOf(market.id),
        closingOnlyReason: halts.closingOnlyReasonOf(market.id),
        conversion: (lot?.conversion ?? []).flatMap((leg) => codeOf(live, leg.marketId)),
        version,
      });
    },
  };
}

function codeOf(live: Pick<LiveMarkets, "find">, id: number): string[] {
  const market = live.find(String(id));
  return market ? [market.code] : [];
}

function costsOf(lot: LotView | null) {
  if (!lot) return { longNight: null, shortNight: null, feeOfLot: null, margins: [] };
  return {
    longNight: formatMoney(lot.longNight),
    shortNight: formatMoney(lot.shortNight),
    feeOfLot: lot.fee === null ? null : formatMoney(lot.fee),
    margins: lot.margins.map(({ leverage, margin }) => {
      return { leverage, margin: formatMoney(margin) };
    }),
  };
}
