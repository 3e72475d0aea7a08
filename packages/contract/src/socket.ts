// The live socket: its path, the frames both sides send, and its rhythm.

import type { QuoteWire } from "./market.ts";

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

/** Every market that changed since the last flush, newest quote only; the first is a snapshot of all. */
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
  /** 1 while the price is too old to trade on. */
  readonly Stale: number;
};

export type ErrorFrame = {
  readonly type: "error";
  readonly reason: string;
  readonly msg: string;
};

export type ServerFrame = QuotesFrame | ErrorFrame;
