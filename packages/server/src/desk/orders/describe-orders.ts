// Orders and their evidence in the words of the desk's wire. Prices are written at the precision
// of their market.

import type {
  ConversionStep,
  DeskFill,
  DeskOrder,
  DeskOrderMovement,
} from "@truetick/contract/desk";
import { formatLots, formatMoney, formatPrice, lots, money, price } from "@truetick/money";
import { type MarketDirectory, marketOf } from "../../trading/markets/market-directory.ts";
import type { ConversionRow, FillRow, MovementRow } from "./read-evidence.ts";
import type { OrderRow } from "./read-orders.ts";

export function describeOrder(row: OrderRow, directory: MarketDirectory): DeskOrder {
  const market = marketOf(directory, row.market_id);
  const shown = (points: bigint | null) => priceText(points, market.pricePrecision);
  return {
    id: String(row.order_id),
    userId: String(row.user_id ?? ""),
    uid: row.uid ?? "",
    accountId: String(row.account_id),
    isDemo: row.book === "demo",
    marketId: String(row.market_id),
    displayCode: market.displayCode,
    status: row.status,
    side: row.side,
    lots: formatLots(lots(Number(row.lots))),
    leverage: row.leverage,
    askedPrice: shown(row.asked_price),
    openPrice: shown(row.open_price),
    closePrice: shown(row.close_price),
    stopLoss: shown(row.stop_loss),
    takeProfit: shown(row.take_profit),
    margin: formatMoney(money(row.margin)),
    fee: formatMoney(money(row.fee)),
    profit: moneyText(row.profit),
    placedAt: secondsOf(row.placed_at_ms),
    openedAt: secondsOf(row.opened_at_ms),
    endedAt: secondsOf(row.ended_at_ms),
    endReason: row.end_reason ?? "",
    partOf: row.part_of === null ? "" : String(row.part_of),
    termsVersion: row.terms_version,
  };
}

export function describeFill(row: FillRow, order: OrderRow, directory: MarketDirectory): DeskFill {
  const { pricePrecision } = marketOf(directory, order.market_id);
  const shown = (points: bigint | null) => priceText(points, pricePrecision);
  const steps = [...(row.quote_conversion ?? []), ...(row.base_conversion ?? [])];
  return {
    kind: row.kind,
    at: Number(row.at_ms) / 1_000,
    lots: formatLots(lots(Number(row.lots))),
    seq: Number(row.tape_seq),
    bid: shown(row.bid),
    ask: shown(row.ask),
    price: shown(row.price),
    rule: row.rule,
    level: shown(row.level),
    margin: formatMoney(money(row.margin)),
    profit: moneyText(row.profit),
    rulesVersion: row.rules_version,
    termsVersion: row.terms_version,
    conversions: steps.map((step) => describeStep(step, directory)),
  };
}

export function describeMovement(row: MovementRow): DeskOrderMovement {
  return {
    movementId: String(row.movement_id),
    at: Number(row.at_ms) / 1_000,
    cause: row.cause,
    amount: formatMoney(money(row.amount)),
    balance: formatMoney(money(row.balance)),
  };
}

function describeStep(step: ConversionRow, directory: MarketDirectory): ConversionStep {
  const { displayCode, pricePrecision } = marketOf(directory, step.market);
  const shown = (points: number) => formatPrice(price(points), pricePrecision);
  return { displayCode, seq: step.seq, bid: shown(step.bid), ask: shown(step.ask) };
}

function priceText(points: bigint | null, precision: number): string {
  return points === null ? "" : formatPrice(price(Number(points)), precision);
}

function moneyText(amount: bigint | null): string {
  return amount === null ? "" : formatMoney(money(amount));
}

function secondsOf(atMs: bigint | null): number {
  return atMs === null ? 0 : Math.floor(Number(atMs) / 1_000);
}
