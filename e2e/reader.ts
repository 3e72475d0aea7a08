// A member with a life behind him, for pictures of the app as people will see it: money, an
// identity, positions, orders that wait, a history, a bank account. All of it by the calls that the
// app makes; nothing is written into the database.
import { makeFundedMember } from "./funds.ts";
import { logInElsewhere, type Member, post } from "./people.ts";
import type { Platform } from "./platform.ts";

type MarketWire = {
  readonly Id: string;
  readonly Code: string;
  readonly PricePrecision: number;
  readonly HasForexMultiple: readonly { readonly Value: number }[];
  readonly ForexQuotations: { readonly Bid: string; readonly Ask: string } | null;
};

type Deal = {
  readonly code: string;
  readonly side: "buy" | "sell";
  readonly lots: string;
  /** Stop loss, take profit, and the target of one that waits, as parts of the price away. */
  readonly stopLoss?: number;
  readonly takeProfit?: number;
  readonly target?: number;
};

const DEALS: readonly Deal[] = [
  { code: "EURUSD", side: "buy", lots: "0.05", stopLoss: -0.01, takeProfit: 0.02 },
  { code: "XAUUSD", side: "sell", lots: "0.01", stopLoss: 0.02 },
  { code: "AUDUSD", side: "buy", lots: "0.02" },
  { code: "GBPUSD", side: "buy", lots: "0.03", target: -0.005, takeProfit: 0.01 },
  { code: "USDJPY", side: "sell", lots: "0.03", target: 0.004 },
];
const ENDED: readonly Deal[] = [
  { code: "EURUSD", side: "sell", lots: "0.05" },
  { code: "USDJPY", side: "buy", lots: "0.03" },
  { code: "XAUUSD", side: "buy", lots: "0.01" },
];

async function readMarkets(platform: Platform): Promise<Map<string, MarketWire>> {
  const response = await fetch(`${platform.origin}/v1/api/forex/trade_list`, {
    headers: { lang: "en" },
  });
  const { data } = await response.json();
  const markets: readonly MarketWire[] = Array.isArray(data) ? data : data.data;
  return new Map(markets.map((market) => [market.Code, market]));
}

async function place(platform: Platform, token: string, deal: Deal): Promise<string | null> {
  const market = (await readMarkets(platform)).get(deal.code);
  if (!market?.ForexQuotations) return null;
  const price = Number(market.ForexQuotations.Ask);
  const away = (part: number | undefined) =>
    part === undefined ? "0" : (price * (1 + part)).toFixed(market.PricePrecision);
  const fields = {
    type: deal.side === "buy" ? "1" : "2",
    cont: deal.lots,
    forex_id: market.Id,
    status: deal.target === undefined ? "1" : "0",
    target_price: away(deal.target),
    stop_loss_price: away(deal.stopLoss),
    target_profit_price: away(deal.takeProfit),
    multiple: String(market.HasForexMultiple.at(-1)?.Value ?? ""),
  };
  const placed = await post(platform, { path: "/v1/api/forex/submit", fields, token });
  return String(placed.Id ?? placed.id ?? "");
}

/** With the number of an order that has ended. */
export type Reader = Member & { readonly endedId: string };

export async function makeReader(platform: Platform): Promise<Reader> {
  const member = await makeFundedMember(platform, { name: "reader", usd: "900" });
  const token = await logInElsewhere(platform, member);
  let endedId = "";
  for (const deal of ENDED) {
    const id = await place(platform, token, deal);
    if (id) await post(platform, { path: "/v1/api/forex/close", fields: { id }, token });
    endedId = id ?? endedId;
  }
  for (const deal of DEALS) await place(platform, token, deal);
  return { ...member, endedId };
}
