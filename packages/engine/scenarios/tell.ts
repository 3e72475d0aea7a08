// Tells an event or a refusal in the words scenarios expect: a kind, then names and figures.
import { formatLots, formatMoney, formatPrice, formatRate, type Price } from "@truetick/money";
import type {
  Event,
  FinancingCharged,
  MarketId,
  OrderClosed,
  OrderEvent,
  OrderReduced,
  Refusal,
} from "../src/index.ts";
import { type Cast, nameOf, nameOfMarket, precisionOf } from "./cast.ts";

export type Told = { readonly kind: string; readonly words: readonly string[] };

/** Null for the quote itself, which every tick has. */
export function tellEvent(cast: Cast, event: Event): Told | null {
  if ("orderId" in event) return tellOrder(cast, event);
  const account = "accountId" in event ? [nameOf(cast.accounts, event.accountId)] : [];
  switch (event.type) {
    case "QuoteTaken":
      return null;
    case "TrailingAdvanced":
      return { kind: "trailing", words: [event.side, at(cast, event.marketId, event.price)] };
    case "MarginCalled":
    case "MarginRestored":
    case "StoppedOut": {
      const words = ["equity", formatMoney(event.equity), "used", formatMoney(event.used)];
      const level = "level" in event ? ["level", formatRate(event.level)] : [];
      return { kind: event.type, words: [...account, ...words, ...level] };
    }
    case "BalanceProtected":
    case "FundsCredited":
    case "FundsHeld":
    case "HoldReleased":
    case "HoldSettled":
      return { kind: event.type, words: [...account, formatMoney(event.amount)] };
    case "FundsTransferred":
      return { kind: event.type, words: [formatMoney(event.amount)] };
    case "DemoReset": {
      const granted = event.movements.map(({ postings }) => formatMoney(postings[0].amount));
      return { kind: event.type, words: [...account, ...granted] };
    }
    case "DayEquitySet":
      return { kind: event.type, words: [...account, formatMoney(event.equity)] };
    case "MarketCut":
      return { kind: event.type, words: [`${event.days}`, "days"] };
    case "MarketSessionChanged":
      return { kind: "session", words: [nameOfMarket(cast, event.marketId), event.session] };
    default:
      return { kind: event.type, words: account };
  }
}

function tellOrder(cast: Cast, event: OrderEvent | FinancingCharged): Told {
  const name = nameOf(cast.orders, event.orderId);
  const price = (points: Price | null) => {
    return points === null ? "none" : at(cast, event.marketId, points);
  };
  switch (event.type) {
    case "OrderOpened": {
      const costs = ["margin", formatMoney(event.margin), "fee", formatMoney(event.fee)];
      const words = [name, formatLots(event.lots), price(event.openPrice), event.fill.rule];
      return { kind: "opened", words: [...words, ...costs] };
    }
    case "OrderPlaced": {
      const costs = ["margin", formatMoney(event.margin), "fee", formatMoney(event.fee)];
      return { kind: "pending", words: [name, event.pendingKind, price(event.target), ...costs] };
    }
    case "OrderAmended":
      return { kind: "amended", words: [name, event.pendingKind, price(event.target)] };
    case "OrderClosed":
    case "OrderReduced":
      return tellClosing(name, event, price(event.closePrice));
    case "OrderCancelled":
      return { kind: "cancelled", words: [name, shout(event.reason)] };
    case "StopsSet":
      return {
        kind: "stops",
        words: [name, "sl", price(event.stopLoss), "tp", price(event.takeProfit)],
      };
    case "TrailingSet":
      return { kind: "trailing", words: [name, price(event.trailingLevel)] };
    case "OrderLeftOpen":
      return { kind: "left", words: [name, event.reason] };
    case "FinancingCharged":
      return {
        kind: "financing",
        words: [name, formatMoney(event.amount), `${event.days}`, "days"],
      };
  }
}

function tellClosing(name: string, event: OrderClosed | OrderReduced, price: string): Told {
  const conversions = event.fill.quoteConversion.flatMap((leg) => ["converted-by", `${leg.seq}`]);
  const figures = ["profit", formatMoney(event.profit), "margin", formatMoney(event.margin)];
  const words = [name, formatLots(event.lots), price, shout(event.reason), ...figures];
  return { kind: "closed", words: [...words, ...conversions] };
}

export function tellRefusal(cast: Cast, { reason, ...numbers }: Refusal): Told {
  const words = Object.entries(numbers).flatMap(([word, value]) => {
    if (typeof value === "bigint") return [word, formatMoney(value as never)];
    if (word.startsWith("lot")) return [word, formatLots(value as never)];
    return [word, String(value)];
  });
  cast.awaited = null;
  return { kind: "refused", words: [reason, ...words] };
}

function at(cast: Cast, marketId: MarketId, points: Price): string {
  return formatPrice(points, precisionOf(cast, marketId));
}

/** stop-out becomes STOP_OUT, as a dealer's blotter prints it. */
function shout(reason: string): string {
  return reason.toUpperCase().replaceAll("-", "_");
}
