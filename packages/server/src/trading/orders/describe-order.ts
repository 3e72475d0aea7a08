// An order in the words of the contract: live ones from the engine's view, ended ones from the
// blotter's row. Called by the list of orders.

import type { Language, Order } from "@truetick/contract";
import type { CancelReason, CloseReason, OrderView } from "@truetick/engine";
import {
  formatLots,
  formatMoney,
  formatPrice,
  type Money,
  type Price,
  ZERO_MONEY,
} from "@truetick/money";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { KnownMarket } from "../markets/market-directory.ts";
import type { EndedOrder } from "./order-history.ts";

type Reader = { readonly market: KnownMarket; readonly language: Language };

export function describeLive(
  view: OrderView,
  { market, language, financing }: Reader & { readonly financing: Money },
): Order {
  return {
    ...describeShared(view, market),
    financing: formatMoney(financing),
    id: String(view.orderId),
    status: view.status,
    closingPrice: levelText(view.closingPrice, market),
    profit: formatMoney(view.profit),
    trailingLevel: levelText(view.trailingLevel, market),
    pendingKind: view.pendingKind,
    endReason: null,
    endReasonText: "",
    ...describeTimes({ ...view, endedAtMs: null }, language),
    openSeq: view.openPrice === null ? null : view.openSeq,
    closeSeq: null,
    partOf: null,
  };
}

export function describeEnded(row: EndedOrder, { market, language }: Reader): Order {
  return {
    ...describeShared(row, market),
    financing: formatMoney(row.financing),
    id: String(row.orderId),
    status: row.status,
    closingPrice: levelText(row.closePrice, market),
    profit: formatMoney(row.profit ?? ZERO_MONEY),
    trailingLevel: null,
    pendingKind: null,
    endReason: row.endReason,
    endReasonText: endReasonText(row, language),
    ...describeTimes(row, language),
    openSeq: row.openSeq,
    closeSeq: row.closeSeq,
    partOf: row.partOf === null ? null : String(row.partOf),
  };
}

function describeShared(
  order: Pick<
    OrderView,
    | "side"
    | "lots"
    | "leverage"
    | "askedPrice"
    | "openPrice"
    | "margin"
    | "fee"
    | "stopLoss"
    | "takeProfit"
    | "trailingDistance"
  >,
  market: KnownMarket,
) {
  const { id, code, displayCode, pricePrecision } = market;
  return {
    side: order.side,
    market: { id, code, displayCode, pricePrecision },
    lots: formatLots(order.lots),
    leverage: order.leverage,
    askedPrice: formatPrice(order.askedPrice, pricePrecision),
    openPrice: levelText(order.openPrice, market),
    margin: formatMoney(order.margin),
    fee: formatMoney(order.fee),
    stopLoss: levelText(order.stopLoss, market),
    takeProfit: levelText(order.takeProfit, market),
    trailingDistance: order.trailingDistance,
  };
}

function describeTimes(
  order: {
    readonly placedAtMs: number;
    readonly openedAtMs: number | null;
    readonly endedAtMs: number | null;
    readonly expiresAtMs: number | null;
  },
  language: Language,
) {
  const { placedAtMs, openedAtMs, endedAtMs, expiresAtMs } = order;
  return {
    placedAt: placedAtMs / 1_000,
    placedAtText: momentText(language, placedAtMs),
    openedAt: openedAtMs === null ? null : openedAtMs / 1_000,
    endedAt: endedAtMs === null ? null : endedAtMs / 1_000,
    endedAtText: endedAtMs === null ? "" : momentText(language, endedAtMs),
    expiresAt: expiresAtMs === null ? null : Math.floor(expiresAtMs / 1_000),
  };
}

export function levelText(level: Price | null, market: { pricePrecision: number }): string | null {
  return level === null ? null : formatPrice(level, market.pricePrecision);
}

/** The reason is the rule that fired, as the journal has it; never guessed from the profit. */
function endReasonText({ status, endReason }: EndedOrder, language: Language): string {
  return status === "closed"
    ? text(language, `closeReasons.${endReason as CloseReason}`)
    : text(language, `cancelReasons.${endReason as CancelReason}`);
}
