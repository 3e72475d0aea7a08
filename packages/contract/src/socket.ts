// The live socket: its path, its rhythm, what a client says, and the public frames that a server
// sends; the private ones are in `socket-account.ts`, `socket-cashier.ts`, `copying/`, `support/`
// and `notices/`. Frames of one topic are numbered: one that is no snapshot follows the one before
// it by one, else one was missed.

import type { CandleWire } from "./candle.ts";
import type { CopyFrame } from "./copying/follow.ts";
import { type Quote, type QuoteWire, quoteFromWire, quoteToWire } from "./market.ts";
import type { NoticeFrame } from "./notices/notice.ts";
import type { PeriodId } from "./period.ts";
import type { ClosedFrame, TradeFrame } from "./socket-account.ts";
import type { CashierFrame } from "./socket-cashier.ts";
import type { SupportFrame } from "./support/socket-support.ts";

export const SOCKET_PATH = "/v1/ws";
export const PING = "ping";
export const PONG = "pong";
export const HEARTBEAT_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 5_000;
export const MISSED_PONGS_MAX = 3;
/** A client waits this long after its first lost connection, twice as long after each failure. */
export const RETRY_FIRST_MS = 500;
/** With the spread that a leaving server asks for, everybody is back within 30 s (F20). */
export const RETRY_MAX_MS = 8_000;

/** All markets. Followed by a dot and a code: that market, as many of these as one wants. */
export const TOPIC_QUOTES = "DAY_MARKET";
/** Followed by a dot and a code. */
export const TOPIC_CANDLES = "KLINE";

/** A topic that is about one market. */
export function topicOf<Kind extends typeof TOPIC_QUOTES | typeof TOPIC_CANDLES>(
  kind: Kind,
  code: string,
): `${Kind}.${string}` {
  return `${kind}.${code}`;
}

/** The code behind the dot; null when the topic is of another kind. */
export function codeInTopic(
  kind: typeof TOPIC_QUOTES | typeof TOPIC_CANDLES,
  topic: string,
): string | null {
  return topic.startsWith(`${kind}.`) ? topic.slice(kind.length + 1) : null;
}

export type ClientFrame =
  /** The token of a session; from then on the private topics are its own. */
  | { readonly type: "login"; readonly params: string }
  /** Leaves the session on this socket; the session itself goes on. */
  | { readonly type: "logout" }
  | { readonly type: "sub"; readonly params: string }
  | { readonly type: "unsub"; readonly params: string };

/** What every frame of a topic begins with. */
export type TopicFrame = {
  /** True when the prices are simulated or replayed (H13). */
  readonly sim: boolean;
  readonly seq: number;
  /** 1: everything there is, whatever was known before; absent: what has changed since. */
  readonly snapshot?: 1;
};

/** Each market that changed since the last flush, newest quote only; a snapshot has all. */
export type QuotesFrame = TopicFrame & {
  readonly type: typeof TOPIC_QUOTES;
  readonly data: readonly QuoteUpdateWire[];
};

/** The bar that is growing, of each period. Every frame is whole; a gap loses nothing. */
export type CandlesFrame = TopicFrame & {
  readonly type: `${typeof TOPIC_CANDLES}.${string}`;
  readonly data: Readonly<Partial<Record<PeriodId, CandleWire>>>;
};

export type QuoteUpdateWire = QuoteWire & {
  readonly Id: string;
  readonly Code: string;
  readonly MarketStatus: number;
  /** When a closed market opens, Unix seconds; absent while it is open: frames are short. */
  readonly OpensAt?: number;
  /** 1 while one can only close; absent while one can open too. */
  readonly ClosingOnly?: 1;
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
  /** Nothing is opened here, whatever the session; what is open can be closed. */
  readonly isClosingOnly: boolean;
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
    ...(update.isClosingOnly ? { ClosingOnly: 1 as const } : {}),
    Stale: update.isStale ? 1 : 0,
  };
}

export function quoteUpdateFromWire(wire: QuoteUpdateWire): QuoteUpdate {
  return {
    marketId: wire.Id,
    code: wire.Code,
    isOpen: wire.MarketStatus === 1,
    opensAt: wire.OpensAt ?? null,
    isClosingOnly: wire.ClosingOnly === 1,
    isStale: wire.Stale === 1,
    quote: quoteFromWire(wire),
  };
}

export type ErrorFrame = {
  readonly type: "error";
  readonly reason: string;
  readonly msg: string;
};

/** The answer to the client's frame of the same type. */
export type SessionFrame = {
  readonly type: "login" | "logout";
  readonly data: { readonly ok: 1 };
};

export type ServerFrame =
  | QuotesFrame
  | CandlesFrame
  | TradeFrame
  | ClosedFrame
  | CashierFrame
  | CopyFrame
  | NoticeFrame
  | SupportFrame
  | SessionFrame
  | ErrorFrame;

/** Why a socket is closed (1008) whose session was ended: there is no logging in again with it. */
export const SESSION_ENDED = "session ended";

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
