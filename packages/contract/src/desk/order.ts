// Orders as staff see them: whose they are, how they stand, and the evidence of every fill. Read
// only: no call of the desk can touch an order (H01). Browser-safe: no schema library.

export const DESK_ORDER_STATUSES = ["pending", "holding", "closed", "cancelled"] as const;
export type DeskOrderStatus = (typeof DESK_ORDER_STATUSES)[number];

export type DeskOrder = {
  readonly id: string;
  readonly userId: string;
  readonly uid: string;
  readonly accountId: string;
  readonly isDemo: boolean;
  readonly marketId: string;
  readonly displayCode: string;
  readonly status: DeskOrderStatus;
  readonly side: "buy" | "sell";
  readonly lots: string;
  readonly leverage: number;
  /** Prices as decimals; empty where there is none. */
  readonly askedPrice: string;
  readonly openPrice: string;
  readonly closePrice: string;
  readonly stopLoss: string;
  readonly takeProfit: string;
  /** Money with 6 decimals; the profit is empty before it is closed. */
  readonly margin: string;
  readonly fee: string;
  readonly profit: string;
  /** Unix seconds; 0 where it has not happened. */
  readonly placedAt: number;
  readonly openedAt: number;
  readonly endedAt: number;
  readonly endReason: string;
  /** The order that this part was split from; empty when it is whole. */
  readonly partOf: string;
  /** Of the market's terms it was placed under. */
  readonly termsVersion: number;
};

export type DeskOrderWire = {
  id: string;
  user_id: string;
  uid: string;
  account_id: string;
  is_demo: number;
  market_id: string;
  display_code: string;
  status: DeskOrderStatus;
  side: "buy" | "sell";
  lots: string;
  leverage: number;
  asked_price: string;
  open_price: string;
  close_price: string;
  stop_loss: string;
  take_profit: string;
  margin: string;
  fee: string;
  profit: string;
  placed_at: number;
  opened_at: number;
  ended_at: number;
  end_reason: string;
  part_of: string;
  terms_version: number;
};

/** A quote of another market that an amount was converted by. */
export type ConversionStep = {
  readonly displayCode: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
};

/** Which row of the tape, which rule, under which terms (H02). */
export type DeskFill = {
  readonly kind: "open" | "close";
  /** Unix seconds with milliseconds as fraction. */
  readonly at: number;
  readonly lots: string;
  /** The number of the quote on the market's tape. */
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly price: string;
  readonly rule: string;
  /** The level that fired; empty where none did. */
  readonly level: string;
  readonly margin: string;
  readonly profit: string;
  readonly rulesVersion: number;
  readonly termsVersion: number;
  readonly conversions: readonly ConversionStep[];
};

export type DeskFillWire = {
  kind: "open" | "close";
  at: number;
  lots: string;
  seq: number;
  bid: string;
  ask: string;
  price: string;
  rule: string;
  level: string;
  margin: string;
  profit: string;
  rules_version: number;
  terms_version: number;
  conversions: { display_code: string; seq: number; bid: string; ask: string }[];
};

/** What the order did to the account's cash. */
export type DeskOrderMovement = {
  readonly movementId: string;
  readonly at: number;
  readonly cause: string;
  readonly amount: string;
  readonly balance: string;
};

export type DeskOrderFile = {
  readonly order: DeskOrder;
  readonly fills: readonly DeskFill[];
  readonly movements: readonly DeskOrderMovement[];
  /** Parts that were closed before the rest. */
  readonly parts: readonly DeskOrder[];
};

export type DeskOrderFileWire = {
  order: DeskOrderWire;
  fills: DeskFillWire[];
  movements: {
    movement_id: string;
    at: number;
    cause: string;
    amount: string;
    balance: string;
  }[];
  parts: DeskOrderWire[];
};

export function deskOrderToWire(order: DeskOrder): DeskOrderWire {
  return {
    id: order.id,
    user_id: order.userId,
    uid: order.uid,
    account_id: order.accountId,
    is_demo: order.isDemo ? 1 : 0,
    market_id: order.marketId,
    display_code: order.displayCode,
    status: order.status,
    side: order.side,
    lots: order.lots,
    leverage: order.leverage,
    asked_price: order.askedPrice,
    open_price: order.openPrice,
    close_price: order.closePrice,
    stop_loss: order.stopLoss,
    take_profit: order.takeProfit,
    margin: order.margin,
    fee: order.fee,
    profit: order.profit,
    placed_at: order.placedAt,
    opened_at: order.openedAt,
    ended_at: order.endedAt,
    end_reason: order.endReason,
    part_of: order.partOf,
    terms_version: order.termsVersion,
  };
}

export function deskOrderFromWire(wire: DeskOrderWire): DeskOrder {
  return {
    id: wire.id,
    userId: wire.user_id,
    uid: wire.uid,
    accountId: wire.account_id,
    isDemo: wire.is_demo === 1,
    marketId: wire.market_id,
    displayCode: wire.display_code,
    status: wire.status,
    side: wire.side,
    lots: wire.lots,
    leverage: wire.leverage,
    askedPrice: wire.asked_price,
    openPrice: wire.open_price,
    closePrice: wire.close_price,
    stopLoss: wire.stop_loss,
    takeProfit: wire.take_profit,
    margin: wire.margin,
    fee: wire.fee,
    profit: wire.profit,
    placedAt: wire.placed_at,
    openedAt: wire.opened_at,
    endedAt: wire.ended_at,
    endReason: wire.end_reason,
    partOf: wire.part_of,
    termsVersion: wire.terms_version,
  };
}

export function deskOrderFileToWire(file: DeskOrderFile): DeskOrderFileWire {
  return {
    order: deskOrderToWire(file.order),
    fills: file.fills.map(({ rulesVersion, termsVersion, conversions, ...fill }) => ({
      ...fill,
      rules_version: rulesVersion,
      terms_version: termsVersion,
      conversions: conversions.map(({ displayCode, ...step }) => {
        return { ...step, display_code: displayCode };
      }),
    })),
    movements: file.movements.map(({ movementId, ...movement }) => {
      return { ...movement, movement_id: movementId };
    }),
    parts: file.parts.map(deskOrderToWire),
  };
}

export function deskOrderFileFromWire(wire: DeskOrderFileWire): DeskOrderFile {
  return {
    order: deskOrderFromWire(wire.order),
    fills: wire.fills.map(({ rules_version, terms_version, conversions, ...fill }) => ({
      ...fill,
      rulesVersion: rules_version,
      termsVersion: terms_version,
      conversions: conversions.map(({ display_code, ...step }) => {
        return { ...step, displayCode: display_code };
      }),
    })),
    movements: wire.movements.map(({ movement_id, ...movement }) => {
      return { ...movement, movementId: movement_id };
    }),
    parts: wire.parts.map(deskOrderFromWire),
  };
}
