// The calls about markets: the list with its newest quotes, and the categories. Read-only and the
// same for everyone but for the language.

import {
  categoryToWire,
  type Language,
  type LanguageId,
  type Market,
  marketToWire,
} from "@truetick/contract";
import { formatLots, formatRate } from "@truetick/money";
import type { Handlers } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import type { QuoteBoard } from "../quotes/quote-board.ts";
import type { MarketHalts } from "../sessions/market-halts.ts";
import type { LiveMarkets } from "./live-markets.ts";
import { marketName } from "./market-name.ts";
import { matchesSearch } from "./market-search.ts";
import type { TradedMarket } from "./traded-market.ts";

type MarketHandlers = Handlers<"listMarkets" | "listCategories">;
type Needs = {
  readonly live: LiveMarkets;
  readonly board: QuoteBoard;
  readonly halts: Pick<MarketHalts, "reasonOf" | "closingOnlyReasonOf">;
};

export function createMarketHandlers({ live, board, halts }: Needs): MarketHandlers {
  const sheets = new Map<LanguageId, readonly Market[]>();
  live.follow(() => sheets.clear());

  /** Everything about the markets that does not change with a tick. */
  function sheetsIn(language: Language): readonly Market[] {
    const known = sheets.get(language.id);
    if (known) return known;
    const made = live.all.map((market) => toSheet(market, language));
    sheets.set(language.id, made);
    return made;
  }

  return {
    listMarkets({ searchCurrency = "" }, { language }) {
      return sheetsIn(language)
        .filter((sheet) => matchesSearch(sheet, searchCurrency))
        .map((sheet) => {
          const opensAtMs = board.opensAtMs(sheet.code);
          return marketToWire({
            ...sheet,
            isOpen: board.isOpen(sheet.code),
            opensAt: opensAtMs === null ? null : opensAtMs / 1_000,
            haltReason: halts.reasonOf(sheet.id),
            closingOnlyReason: halts.closingOnlyReasonOf(sheet.id),
            quote: board.updateOf(sheet.code)?.quote ?? null,
          });
        });
    },
    listCategories(_input, { language }) {
      return live.categories().map((id) => {
        return categoryToWire({ id, name: text(language, `categories.${id}`) });
      });
    },
  };
}

function toSheet(market: TradedMarket, language: Language): Market {
  return {
    id: market.id,
    code: market.code,
    displayCode: market.displayCode,
    name: marketName(market, language),
    logo: `/logos/${market.code}.svg`,
    categoryId: market.categoryId,
    isOpen: false,
    opensAt: null,
    haltReason: null,
    closingOnlyReason: null,
    pricePrecision: market.pricePrecision,
    pipDigits: market.pipDigits,
    fractionDigits: market.fractionDigits,
    leverages: market.leverages,
    marginMode: market.marginMode,
    unitsPerLot: String(market.unitsPerLot),
    lotsMin: formatLots(market.lotsMin),
    lotsMax: formatLots(market.lotsMax),
    lotStep: formatLots(market.lotStep),
    feeRate: formatRate(market.feeRate),
    baseCurrency: market.baseCurrency,
    quoteCurrency: market.quoteCurrency,
    quote: null,
  };
}
