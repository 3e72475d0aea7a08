// New values of a market as a proposal: announced, then in effect for what opens from then on
// (H09). What the engine would refuse is refused when it is proposed, and once more when its moment
// comes, since another change may have come before it. Refuses: MARKET_UNKNOWN, PROPOSAL_INVALID,
// MARKET_CONTRACT_FIXED, MARKET_TERMS_INVALID, LEVERAGE_ABOVE_LIMIT.

import { MARKET_FIELDS, type MarketField } from "@truetick/contract";
import type { ProposalKind } from "../../members/proposals/proposal-kinds.ts";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { checkMarketValues } from "../../trading/exchange/change-market.ts";
import {
  isMarketField,
  type MarketValues,
  marketTexts,
  readMarketValue,
} from "../../trading/markets/market-values.ts";
import type { TradedMarket } from "../../trading/markets/traded-market.ts";
import type { Trading } from "../../trading/trading.ts";
import { fieldsOf, invalid } from "./proposal-fields.ts";

/** What a price, a lot and a day of this market mean: open orders rest on it. */
const CONTRACT_FIELDS = new Set([
  "id",
  "code",
  "display_code",
  "price_precision",
  "units_per_lot",
  "base_currency",
  "quote_currency",
  "day_cut",
]);

type MarketPayload = {
  readonly market_id: string;
  readonly changes: Readonly<Record<string, string>>;
};

export function createMarketKind({
  find,
  change,
}: Pick<Trading["markets"], "find" | "change">): ProposalKind<MarketPayload> {
  return {
    kind: "market",
    permission: "markets.change",
    notice: "announced",
    isPublic: true,
    parse(given) {
      const { market_id: id, changes } = fieldsOf(given);
      const market = typeof id === "string" ? find(id) : null;
      if (market === null) return refuse("MARKET_UNKNOWN");
      const values = readValues(fieldsOf(changes));
      if (isRefused(values)) return values;
      const next = { ...market, ...values };
      const refusal = checkMarketValues(next);
      if (refusal !== null) return refusal;
      const named = MARKET_FIELDS.filter((field) => Object.hasOwn(fieldsOf(changes), field));
      const isSame = named.every(
        (field) => marketTexts(next)[field] === marketTexts(market)[field],
      );
      if (isSame) return invalid("changes");
      return { market_id: market.id, changes: textsOf(next, named) };
    },
    current({ market_id: id, changes }) {
      const market = find(id);
      if (market === null) return null;
      return {
        market_id: id,
        changes: textsOf(market, Object.keys(changes).filter(isMarketField)),
      };
    },
    async apply({ payload: { market_id: id, changes } }) {
      const values = readValues(changes);
      return isRefused(values) ? values : await change(id, values);
    },
  };
}

function readValues(changes: Readonly<Record<string, unknown>>): Partial<MarketValues> | Refused {
  let values: Partial<MarketValues> = {};
  for (const [field, text] of Object.entries(changes)) {
    if (CONTRACT_FIELDS.has(field)) return refuse("MARKET_CONTRACT_FIXED", { field });
    if (!isMarketField(field)) return invalid(field.slice(0, 40));
    const value = typeof text === "string" ? readMarketValue(field, text) : null;
    if (value === null) return refuse("MARKET_TERMS_INVALID", { field });
    values = { ...values, ...value };
  }
  return values;
}

function textsOf(market: TradedMarket, fields: readonly MarketField[]): Record<string, string> {
  const texts = marketTexts(market);
  return Object.fromEntries(fields.map((field) => [field, texts[field]]));
}
