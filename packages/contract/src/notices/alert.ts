// Price alerts: a price of a market at which a person wants to be told, once. Browser-safe: no
// schema library here; `alert.calls.ts` declares the calls.

/** How many may wait at the same time. */
export const ALERTS_MAX = 50;

export const ALERT_DIRECTIONS = ["above", "below"] as const;
/** Above: it fires when the bid rises to it. */
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

export type Alert = {
  readonly id: string;
  readonly marketId: string;
  readonly code: string;
  /** With the market's precision. */
  readonly price: string;
  readonly direction: AlertDirection;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Null while it waits. */
  readonly firedAt: number | null;
  /** The row of the tape that reached it. */
  readonly firedSeq: number | null;
};

export type AlertWire = {
  id: string;
  forex_id: string;
  code: string;
  price: string;
  direction: AlertDirection;
  created_at: number;
  fired_at: number | null;
  fired_seq: number | null;
};

export function alertToWire(alert: Alert): AlertWire {
  return {
    id: alert.id,
    forex_id: alert.marketId,
    code: alert.code,
    price: alert.price,
    direction: alert.direction,
    created_at: alert.createdAt,
    fired_at: alert.firedAt,
    fired_seq: alert.firedSeq,
  };
}

export function alertFromWire(wire: AlertWire): Alert {
  return {
    id: wire.id,
    marketId: wire.forex_id,
    code: wire.code,
    price: wire.price,
    direction: wire.direction,
    createdAt: wire.created_at,
    firedAt: wire.fired_at,
    firedSeq: wire.fired_seq,
  };
}
