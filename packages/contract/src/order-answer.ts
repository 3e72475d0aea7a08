// What the calls that change orders answer, on the wire and in our own words. Every field comes
// from what was booked and none from the moment of asking, so that a repeated request is answered
// with the same bytes (T01). Browser-safe: no schema library here.

import { levelFromWire, levelToWire, type Side, sideToWire, statusToWire } from "./order.ts";

/** An order was taken: filled at once, or waiting for its price. */
export type PlacedOrder = {
  readonly id: string;
  readonly status: "pending" | "holding";
  readonly side: Side;
  readonly marketId: string;
  readonly lots: string;
  readonly leverage: number;
  readonly askedPrice: string;
  /** Null while pending. */
  readonly openPrice: string | null;
  readonly margin: string;
  readonly fee: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly trailingDistance: number | null;
  readonly expiresAt: number | null;
  readonly placedAt: number;
  /** Number of the quote on the market's tape that it was filled, or is held against, by. */
  readonly seq: number;
};

export type PlacedOrderWire = {
  Id: string;
  Status: number;
  OrderType: number;
  ForexId: string;
  Quantity: string;
  multiple: number;
  OriginPrice: string;
  Price: string | null;
  CautionMoney: string;
  TradeFee: string;
  TargetLossPrice: string;
  TargetProfitPrice: string;
  TrailingDistance: number;
  ExpireTime: number;
  CreateTime: number;
  OpenSeq: number;
};

export function placedOrderToWire(placed: PlacedOrder): PlacedOrderWire {
  return {
    Id: placed.id,
    Status: statusToWire(placed.status),
    OrderType: sideToWire(placed.side),
    ForexId: placed.marketId,
    Quantity: placed.lots,
    multiple: placed.leverage,
    OriginPrice: placed.askedPrice,
    Price: placed.openPrice,
    CautionMoney: placed.margin,
    TradeFee: placed.fee,
    TargetLossPrice: levelToWire(placed.stopLoss),
    TargetProfitPrice: levelToWire(placed.takeProfit),
    TrailingDistance: placed.trailingDistance ?? 0,
    ExpireTime: placed.expiresAt ?? 0,
    CreateTime: placed.placedAt,
    OpenSeq: placed.seq,
  };
}

export function placedOrderFromWire(wire: PlacedOrderWire): PlacedOrder {
  return {
    id: wire.Id,
    status: wire.Status === statusToWire("pending") ? "pending" : "holding",
    side: wire.OrderType === 1 ? "buy" : "sell",
    marketId: wire.ForexId,
    lots: wire.Quantity,
    leverage: wire.multiple,
    askedPrice: wire.OriginPrice,
    openPrice: wire.Price,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
    stopLoss: levelFromWire(wire.TargetLossPrice),
    takeProfit: levelFromWire(wire.TargetProfitPrice),
    trailingDistance: wire.TrailingDistance === 0 ? null : wire.TrailingDistance,
    expiresAt: wire.ExpireTime === 0 ? null : wire.ExpireTime,
    placedAt: wire.CreateTime,
    seq: wire.OpenSeq,
  };
}

/** An order, or a part of it, was closed. */
export type ClosedOrder = {
  /** Of the history order: the order's own, or a new one for a part. */
  readonly id: string;
  /** Of the order that was asked to close; it holds on while lots are left. */
  readonly orderId: string;
  readonly lots: string;
  readonly lotsLeft: string;
  readonly openPrice: string;
  readonly closingPrice: string;
  readonly profit: string;
  readonly margin: string;
  readonly fee: string;
  readonly closedAt: number;
  readonly seq: number;
};

export type ClosedOrderWire = {
  Id: string;
  OrderId: string;
  Quantity: string;
  QuantityLeft: string;
  Price: string;
  UpdatePrice: string;
  FactProfits: string;
  CautionMoney: string;
  TradeFee: string;
  CloseTime: number;
  CloseSeq: number;
};

export function closedOrderToWire(closed: ClosedOrder): ClosedOrderWire {
  return {
    Id: closed.id,
    OrderId: closed.orderId,
    Quantity: closed.lots,
    QuantityLeft: closed.lotsLeft,
    Price: closed.openPrice,
    UpdatePrice: closed.closingPrice,
    FactProfits: closed.profit,
    CautionMoney: closed.margin,
    TradeFee: closed.fee,
    CloseTime: closed.closedAt,
    CloseSeq: closed.seq,
  };
}

export function closedOrderFromWire(wire: ClosedOrderWire): ClosedOrder {
  return {
    id: wire.Id,
    orderId: wire.OrderId,
    lots: wire.Quantity,
    lotsLeft: wire.QuantityLeft,
    openPrice: wire.Price,
    closingPrice: wire.UpdatePrice,
    profit: wire.FactProfits,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
    closedAt: wire.CloseTime,
    seq: wire.CloseSeq,
  };
}

/** Everything that could be closed was, and pending orders cancelled where asked. */
export type ClosedOrders = {
  readonly orders: readonly ClosedOrder[];
  readonly profitTotal: string;
  readonly cancelledIds: readonly string[];
  readonly left: readonly LeftOrder[];
};

/** Why a position stays open when everything is closed. */
export const LEFT_REASONS = [
  "MARKET_CLOSED",
  "MARKET_HALTED",
  "MARKET_DELISTED",
  "QUOTE_STALE",
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

export type LeftOrder = { readonly id: string; readonly reason: LeftReason };

export type ClosedOrdersWire = {
  data: ClosedOrderWire[];
  total: number;
  all_fact_profits: string;
  Cancelled: string[];
  left: { id: string; reason: LeftReason }[];
};

export function closedOrdersToWire(closed: ClosedOrders): ClosedOrdersWire {
  return {
    data: closed.orders.map(closedOrderToWire),
    total: closed.orders.length,
    all_fact_profits: closed.profitTotal,
    Cancelled: [...closed.cancelledIds],
    left: closed.left.map(({ id, reason }) => ({ id, reason })),
  };
}

export function closedOrdersFromWire(wire: ClosedOrdersWire): ClosedOrders {
  return {
    orders: wire.data.map(closedOrderFromWire),
    profitTotal: wire.all_fact_profits,
    cancelledIds: wire.Cancelled,
    left: wire.left,
  };
}

/** The stops of an order as they now stand. */
export type OrderStops = {
  readonly id: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
};

export type OrderStopsWire = { Id: string; TargetLossPrice: string; TargetProfitPrice: string };

export function orderStopsToWire(stops: OrderStops): OrderStopsWire {
  return {
    Id: stops.id,
    TargetLossPrice: levelToWire(stops.stopLoss),
    TargetProfitPrice: levelToWire(stops.takeProfit),
  };
}

export function orderStopsFromWire(wire: OrderStopsWire): OrderStops {
  return {
    id: wire.Id,
    stopLoss: levelFromWire(wire.TargetLossPrice),
    takeProfit: levelFromWire(wire.TargetProfitPrice),
  };
}

export type TrailingStop = {
  readonly id: string;
  readonly distance: number | null;
  /** Null while pending: the level starts at the fill. */
  readonly level: string | null;
};

export type TrailingStopWire = { Id: string; TrailingDistance: number; TrailingPrice: string };

export function trailingStopToWire(trailing: TrailingStop): TrailingStopWire {
  return {
    Id: trailing.id,
    TrailingDistance: trailing.distance ?? 0,
    TrailingPrice: levelToWire(trailing.level),
  };
}

export function trailingStopFromWire(wire: TrailingStopWire): TrailingStop {
  return {
    id: wire.Id,
    distance: wire.TrailingDistance === 0 ? null : wire.TrailingDistance,
    level: levelFromWire(wire.TrailingPrice),
  };
}

/** A pending order under its new terms. */
export type AmendedOrder = {
  readonly id: string;
  readonly askedPrice: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly expiresAt: number | null;
  readonly margin: string;
  readonly fee: string;
};

export type AmendedOrderWire = {
  Id: string;
  OriginPrice: string;
  TargetLossPrice: string;
  TargetProfitPrice: string;
  ExpireTime: number;
  CautionMoney: string;
  TradeFee: string;
};

export function amendedOrderToWire(amended: AmendedOrder): AmendedOrderWire {
  return {
    Id: amended.id,
    OriginPrice: amended.askedPrice,
    TargetLossPrice: levelToWire(amended.stopLoss),
    TargetProfitPrice: levelToWire(amended.takeProfit),
    ExpireTime: amended.expiresAt ?? 0,
    CautionMoney: amended.margin,
    TradeFee: amended.fee,
  };
}

export function amendedOrderFromWire(wire: AmendedOrderWire): AmendedOrder {
  return {
    id: wire.Id,
    askedPrice: wire.OriginPrice,
    stopLoss: levelFromWire(wire.TargetLossPrice),
    takeProfit: levelFromWire(wire.TargetProfitPrice),
    expiresAt: wire.ExpireTime === 0 ? null : wire.ExpireTime,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
  };
}

/** What an order would cost and risk if it were placed at this moment. */
export type OrderPreview = {
  /** What it would open at. */
  readonly price: string;
  /** What it would close at in the same moment: the spread lies between the two. */
  readonly closePrice: string;
  readonly margin: string;
  readonly fee: string;
  /** Of closing at once; not above zero. */
  readonly spread: string;
  /** What a night costs (below zero) or brings at the price of now. */
  readonly nightly: string;
  /** Null without the stop. */
  readonly profitAtStopLoss: string | null;
  readonly profitAtTakeProfit: string | null;
  readonly available: string;
  readonly freeAfter: string;
  /** Margin level after opening, as a ratio; null when it cannot be told. */
  readonly levelAfter: string | null;
  /** Why it would be refused, for programs and for people; null when it would be taken. */
  readonly reason: string | null;
  readonly reasonText: string;
};

export type OrderPreviewWire = {
  Price: string;
  ClosePrice: string;
  CautionMoney: string;
  TradeFee: string;
  Spread: string;
  financing_per_night: string;
  ProfitAtStopLoss: string | null;
  ProfitAtTakeProfit: string | null;
  Available: string;
  FreeMarginAfter: string;
  HazardRateAfter: string | null;
  Reason: string | null;
  ReasonTran: string;
};

export function orderPreviewToWire(preview: OrderPreview): OrderPreviewWire {
  return {
    Price: preview.price,
    ClosePrice: preview.closePrice,
    CautionMoney: preview.margin,
    TradeFee: preview.fee,
    Spread: preview.spread,
    financing_per_night: preview.nightly,
    ProfitAtStopLoss: preview.profitAtStopLoss,
    ProfitAtTakeProfit: preview.profitAtTakeProfit,
    Available: preview.available,
    FreeMarginAfter: preview.freeAfter,
    HazardRateAfter: preview.levelAfter,
    Reason: preview.reason,
    ReasonTran: preview.reasonText,
  };
}

export function orderPreviewFromWire(wire: OrderPreviewWire): OrderPreview {
  return {
    price: wire.Price,
    closePrice: wire.ClosePrice,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
    spread: wire.Spread,
    nightly: wire.financing_per_night,
    profitAtStopLoss: wire.ProfitAtStopLoss,
    profitAtTakeProfit: wire.ProfitAtTakeProfit,
    available: wire.Available,
    freeAfter: wire.FreeMarginAfter,
    levelAfter: wire.HazardRateAfter,
    reason: wire.Reason,
    reasonText: wire.ReasonTran,
  };
}
