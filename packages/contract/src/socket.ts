// The live socket: its path, the frames both sides send, and its rhythm.

import { type Quote, type QuoteWire, quoteFromWire, quoteToWire } from "./market.ts";

export const SOCKET_PATH = "/v1/ws";
export const PING = "ping";
export const PONG = "pong";
export const HEARTBEAT_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 5_000;
export const MISSED_PONGS_MAX = 3;

export const TOPIC_QUOTES = "DAY_MARKET";

export type ClientFrame =
  | { readonly type: "sub"; readonly params: string }
  | { readonly type: "unsub"; readonly params: string };

/** Each market that changed since the last flush, newest quote only; the first frame has all. */
export type QuotesFrame = {
  readonly type: typeof TOPIC_QUOTES;
  /** True when the prices are simulated or replayed (H13). */
  readonly sim: boolean;
  readonly data: readonly QuoteUpdateWire[];
};

export type QuoteUpdateWire = QuoteWire & {
  readonly Id: string;
  readonly Code: string;
  readonly MarketStatus: number;
  /** When a closed market opens, Unix seconds; absent while it is open: frames are short. */
  readonly OpensAt?: number;
  /** 1 while the price is too old to trade on. */
  readonly Stale: number;
};

/** The newest quote of one market and whether one can trade on it. */
export type QuoteUpdate = {
  readonly marketId: string;
  readonly code: string;
  readonly isOpen: boolean;
  /** Null while it is open, or where nobody can say. */
  readonly opensAt: number | null;
  readonly isStale: boolean;
  readonly quote: Quote;
};

export function quoteUpdateToWire(update: QuoteUpdate): QuoteUpdateWire {
  return {
    ...quoteToWire(update.quote),
    Id: update.marketId,
    Code: update.code,
    MarketStatus: update.isOpen ? 1 : 0,
    ...(update.opensAt === null ? {} : { OpensAt: update.opensAt }),
    Stale: update.isStale ? 1 : 0,
  };
}

export function quoteUpdateFromWire(wire: QuoteUpdateWire): QuoteUpdate {
  return {
    marketId: wire.Id,
    code: wire.Code,
    isOpen: wire.MarketStatus === 1,
    opensAt: wire.OpensAt ?? null,
    isStale: wire.Stale === 1,
    quote: quoteFromWire(wire),
  };
}

export type ErrorFrame = {
  readonly type: "error";
  readonly reason: string;
  readonly msg: string;
};

/** The token of a `login` frame is a session's. */
export type LoginFrame = { readonly type: "login"; readonly data: { readonly ok: 1 } };

export type ServerFrame = QuotesFrame | LoginFrame | ErrorFrame;

/** The server leaves (1001) and tells each client how long to wait: not all return at once. */
const RECONNECT_AFTER = /^reconnect after (\d{1,6}) ms$/;

export function reconnectReason(delayMs: number): string {
  return `reconnect after ${Math.round(delayMs)} ms`;
}

/** The delay a closing server asked for; null when it asked for none. */
export function reconnectDelayMs(closeReason: string): number | null {
  const asked = RECONNECT_AFTER.exec(closeReason)?.[1];
  return asked === undefined ? null : Number(asked);
}
