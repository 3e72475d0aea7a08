// The calls of the desk about markets: all of them in short, and one with everything there is to
// know before changing it. Reading only; changes are proposals (H08).

import type { Language } from "@truetick/contract";
import { type DeskMarket, deskMarketFileToWire, deskMarketToWire } from "@truetick/contract/desk";
import { marketId } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { leverageCap } from "../../trading/markets/leverage-caps.ts";
import { marketName } from "../../trading/markets/market-name.ts";
import { marketTexts } from "../../trading/markets/market-values.ts";
import type { TradedMarket } from "../../trading/markets/traded-market.ts";
import { CALENDAR_IDS } from "../../trading/sessions/session-calendar.ts";
import type { TradingView } from "../../trading/trading-face.ts";
import type { ExposureReader } from "../exposure/exposure.staff-routes.ts";
import { readHalts, readVersions } from "./read-market-history.ts";

export type MarketDeskHandlers = Handlers<"listDeskMarkets" | "getDeskMarket">;

type Needs = {
  readonly database: Database;
  readonly trading: Pick<TradingView, "markets" | "halts" | "quotes" | "sources" | "sequencer">;
  readonly exposure: ExposureReader;
};

export function createMarketDesk(needs: Needs): MarketDeskHandlers {
  const { markets } = needs.trading;
  return {
    async listDeskMarkets(_fields, { language }) {
      const described = await describeMarkets(needs, markets.all, language);
      return { data: described.map(deskMarketToWire) };
    },
    async getDeskMarket({ id }, { language }) {
      const market = markets.find(id);
      if (market === null) return refuse("MARKET_UNKNOWN");
      const [described] = await describeMarkets(needs, [market], language);
      if (described === undefined) throw new Error("Invariant: one market is described as one");
      const { database, exposure } = needs;
      const [openInterest, versions, halts] = await Promise.all([
        exposure.ofMarket("real", id),
        readVersions(database, market),
        readHalts(database, id),
      ]);
      return deskMarketFileToWire({
        ...described,
        ...describeTerms(market),
        ...describeSources(needs, market),
        openInterest,
        versions,
        halts,
      });
    },
  };
}

async function describeMarkets(
  { trading: { quotes, halts, sequencer } }: Needs,
  markets: readonly TradedMarket[],
  language: Language,
): Promise<DeskMarket[]> {
  const views = await sequencer.read((books) =>
    markets.map(({ id }) => books.market(marketId(Number(id)))),
  );
  return markets.map((market, index) => {
    const { id, code, displayCode, categoryId, leverages, markupPoints } = market;
    const quote = quotes.updateOf(code)?.quote;
    const view = views[index];
    return {
      id,
      code,
      displayCode,
      name: marketName(market, language),
      categoryId,
      session: view?.session ?? "closed",
      haltReason: halts.reasonOf(id),
      closingOnlyReason: halts.closingOnlyReasonOf(id),
      isStale: quotes.isStale(code),
      bid: quote?.bid ?? "",
      ask: quote?.ask ?? "",
      quotedAt: Math.floor(quote?.time ?? 0),
      leverageMax: Math.max(...leverages, 0),
      feeRate: marketTexts(market).fee_rate,
      markupPoints,
      version: view?.terms.version ?? 0,
    };
  });
}

function describeTerms(market: TradedMarket) {
  return {
    terms: marketTexts(market),
    contract: {
      baseCurrency: market.baseCurrency ?? "",
      quoteCurrency: market.quoteCurrency,
      pricePrecision: market.pricePrecision,
      unitsPerLot: String(market.unitsPerLot),
      dayCut: market.dayCut,
    },
    leverageCap: leverageCap(market),
    calendars: CALENDAR_IDS,
  };
}

function describeSources({ trading: { sources, quotes } }: Needs, { code }: TradedMarket) {
  const rule = sources.ruleOf(code);
  const readings = new Map(sources.readings().map((reading) => [reading.source, reading]));
  const refused = sources.refused();
  const opensAtMs = quotes.opensAtMs(code);
  return {
    opensAt: opensAtMs === null ? null : Math.floor(opensAtMs / 1_000),
    rule: rule.kind,
    quorum: rule.kind === "median" ? rule.quorum : 1,
    sources: sources.of(code).map(({ source, instrument }) => ({
      name: source,
      instrument,
      isSilent: readings.get(source)?.isSilent ?? true,
      ticks: readings.get(source)?.ticks ?? 0,
      refused: refused
        .filter((each) => each.source === source && each.count > 0)
        .map(({ reason, count }) => ({ reason, count })),
    })),
  };
}
