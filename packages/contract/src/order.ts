// An order on the wire and in our own words. The only file that knows the spec's spelling of it.
// Browser-safe: no schema library here; `order.calls.ts` declares the calls.
// Prices, lots and money are decimal strings; on the wire a stop of "0" means none.

export type Side = "buy" | "sell";
export type OrderStatus = "pending" | "holding" | "closed" | "cancelled";

/** The market of an order, as much as a row about it needs. */
export type OrderMarket = {
  readonly id: string;
  readonly code: string;
  readonly displayCode: string;
  readonly pricePrecision: number;
};

export type Order = {
  readonly id: string;
  readonly status: OrderStatus;
  readonly side: Side;
  readonly market: OrderMarket;
  readonly lots: string;
  readonly leverage: number;
  /** The price asked for: the quote seen, or the target of a pending order. */
  readonly askedPrice: string;
  /** Null until it is filled. */
  readonly openPrice: string | null;
  /** The price that would close it now; after closing, the one that did. Null while pending. */
  readonly closingPrice: string | null;
  /** Floating while holding, final after; 6 decimals. */
  readonly profit: string;
  readonly margin: string;
  readonly fee: string;
  /** Overnight financing booked under this order so far; negative is paid; 6 decimals. */
  readonly financing: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  /** Points behind the best price, and where that stands now. */
  readonly trailingDistance: number | null;
  readonly trailingLevel: string | null;
  /** A limit waits for a better price, a stop for a worse one; null once it has waited. */
  readonly pendingKind: "limit" | "stop" | null;
  /** Unix seconds; null: good till cancelled. */
  readonly expiresAt: number | null;
  /** Why it is history, for programs and for people; null while it is not. */
  readonly endReason: string | null;
  readonly endReasonText: string;
  /** Unix seconds with milliseconds as fraction, and as text for people (UTC). */
  readonly placedAt: number;
  readonly placedAtText: string;
  readonly openedAt: number | null;
  readonly endedAt: number | null;
  readonly endedAtText: string;
  /** Numbers of the quotes on the market's tape that opened and closed it. */
  readonly openSeq: number | null;
  readonly closeSeq: number | null;
  /** The order that this closed part was split from; null when it is no part. */
  readonly partOf: string | null;
};

export type OrderWire = {
  Id: string;
  Status: number;
  OrderType: number;
  ForexTradeLists: { Id: string; Code: string; ShowCode: string; PricePrecision: number };
  Quantity: string;
  multiple: number;
  OriginPrice: string;
  Price: string | null;
  UpdatePrice: string | null;
  FactProfits: string;
  CautionMoney: string;
  TradeFee: string;
  Financing: string;
  TargetLossPrice: string;
  TargetProfitPrice: string;
  TrailingDistance: number;
  TrailingPrice: string;
  PendingType: string | null;
  ExpireTime: number;
  CloseReason: string | null;
  CloseReasonTran: string;
  CreateTime: number;
  CreateTimeHandler: string;
  OpenTime: number | null;
  CloseTime: number | null;
  CloseTimeHandler: string;
  OpenSeq: number | null;
  CloseSeq: number | null;
  PartOf: string | null;
};

const STATUS_NUMBERS = { pending: 0, holding: 1, closed: 3, cancelled: 4 } as const;
const STATUS_BY_NUMBER = new Map<number, OrderStatus>([
  [0, "pending"],
  [1, "holding"],
  [3, "closed"],
  [4, "cancelled"],
]);

const NONE = "0";

/** A level as the wire says it: "0" where there is none. */
export function levelToWire(level: string | null): string {
  return level ?? NONE;
}

/** "0", "0.00000" and the empty text all mean that there is none. */
export function levelFromWire(wire: string): string | null {
  return /^[0.]*$/.test(wire) ? null : wire;
}

export function statusToWire(status: OrderStatus): number {
  return STATUS_NUMBERS[status];
}

/** Null when it is no status of an order. */
export function statusFromWire(wire: number): OrderStatus | null {
  return STATUS_BY_NUMBER.get(wire) ?? null;
}

export function sideToWire(side: Side): number {
  return side === "buy" ? 1 : 2;
}

export function orderToWire(order: Order): OrderWire {
  return {
    Id: order.id,
    Status: STATUS_NUMBERS[order.status],
    OrderType: sideToWire(order.side),
    ForexTradeLists: {
      Id: order.market.id,
      Code: order.market.code,
      ShowCode: order.market.displayCode,
      PricePrecision: order.market.pricePrecision,
    },
    Quantity: order.lots,
    multiple: order.leverage,
    OriginPrice: order.askedPrice,
    Price: order.openPrice,
    UpdatePrice: order.closingPrice,
    FactProfits: order.profit,
    CautionMoney: order.margin,
    TradeFee: order.fee,
    Financing: order.financing,
    TargetLossPrice: levelToWire(order.stopLoss),
    TargetProfitPrice: levelToWire(order.takeProfit),
    TrailingDistance: order.trailingDistance ?? 0,
    TrailingPrice: levelToWire(order.trailingLevel),
    PendingType: order.pendingKind,
    ExpireTime: order.expiresAt ?? 0,
    CloseReason: order.endReason,
    CloseReasonTran: order.endReasonText,
    CreateTime: order.placedAt,
    CreateTimeHandler: order.placedAtText,
    OpenTime: order.openedAt,
    CloseTime: order.endedAt,
    CloseTimeHandler: order.endedAtText,
    OpenSeq: order.openSeq,
    CloseSeq: order.closeSeq,
    PartOf: order.partOf,
  };
}

export function orderFromWire(wire: OrderWire): Order {
  const status = statusFromWire(wire.Status);
  if (!status) throw new Error("The answer is not an order");
  return {
    id: wire.Id,
    status,
    side: wire.OrderType === 1 ? "buy" : "sell",
    market: {
      id: wire.ForexTradeLists.Id,
      code: wire.ForexTradeLists.Code,
      displayCode: wire.ForexTradeLists.ShowCode,
      pricePrecision: wire.ForexTradeLists.PricePrecision,
    },
    lots: wire.Quantity,
    leverage: wire.multiple,
    askedPrice: wire.OriginPrice,
    openPrice: wire.Price,
    closingPrice: wire.UpdatePrice,
    profit: wire.FactProfits,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
    financing: wire.Financing,
    stopLoss: levelFromWire(wire.TargetLossPrice),
    takeProfit: levelFromWire(wire.TargetProfitPrice),
    trailingDistance: wire.TrailingDistance === 0 ? null : wire.TrailingDistance,
    trailingLevel: levelFromWire(wire.TrailingPrice),
    pendingKind:
      wire.PendingType === "limit" || wire.PendingType === "stop" ? wire.PendingType : null,
    expiresAt: wire.ExpireTime === 0 ? null : wire.ExpireTime,
    endReason: wire.CloseReason,
    endReasonText: wire.CloseReasonTran,
    placedAt: wire.CreateTime,
    placedAtText: wire.CreateTimeHandler,
    openedAt: wire.OpenTime,
    endedAt: wire.CloseTime,
    endedAtText: wire.CloseTimeHandler,
    openSeq: wire.OpenSeq,
    closeSeq: wire.CloseSeq,
    partOf: wire.PartOf,
  };
}

/** One page of orders; `total`, the sum of profits and the balance speak of all pages. */
export type OrderPage = {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly profitTotal: string;
  /** What can be spent; 2 decimals. */
  readonly balance: string;
};

export type OrderPageWire = {
  data: OrderWire[];
  total: number;
  all_fact_profits: string;
  balance: string;
};

export function orderPageToWire(page: OrderPage): OrderPageWire {
  return {
    data: page.orders.map(orderToWire),
    total: page.total,
    all_fact_profits: page.profitTotal,
    balance: page.balance,
  };
}

export function orderPageFromWire(wire: OrderPageWire): OrderPage {
  return {
    orders: wire.data.map(orderFromWire),
    total: wire.total,
    profitTotal: wire.all_fact_profits,
    balance: wire.balance,
  };
}
