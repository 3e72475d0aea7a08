// What one socket, one address and all of them together may cost. One table, so that a reader
// sees every limit of the live socket at once; tests hand in smaller ones to reach them.

import { HEARTBEAT_MS, MISSED_PONGS_MAX } from "@truetick/contract";

export const SOCKET_LIMITS = {
  messageBytesMax: 4_096,
  fragmentsMax: 64,
  chunksMax: 8_192,
  messagesPerSecondMax: 20,
  socketsMax: 20_000,
  socketsPerAddressMax: 200,
  socketsPerUserMax: 50,
  topicsPerSocketMax: 64,
  /** Written to in one go: more of them would keep an order waiting for too long. */
  readersPerLaneMax: 2_500,
  /** The longest that a price waits: with the way to 1,000 clients it stays below 100 ms. */
  flushEveryMs: 90,
  /** So long before a flush accounts are looked at: they know within it what is committed. */
  prepareAheadMs: 12,
  /** So many who come in a second are a crowd: those who are in leave them the time. */
  crowdPerSecond: 100,
  /** Three missed heartbeats and a little patience. */
  silentAfterMs: MISSED_PONGS_MAX * HEARTBEAT_MS + 5_000,
  lookEveryMs: 2_500,
  /** Whether who listens at the desk still may. */
  staffAskedEveryMs: 15_000,
  /** How long a reader may leave a frame unread before it is let go. */
  behindMaxMs: 15_000,
  /** What one socket may leave unread before it is let go, however short that time was (F18). */
  unsentBytesMax: 256 * 1_024,
  goodbyeMs: 1_000,
  /** Which sessions have run out: with the goodbye it takes less than a second (T18). */
  sessionsLookedAtEveryMs: 250,
  /** For a socket whose session has ended, which must be gone within a second. */
  endedGoodbyeMs: 500,
  /** Two milliseconds for each to come back, so that 10,000 return over 20 seconds (F20). */
  returnSpreadMs: 2,
  returnSpreadMaxMs: 20_000,
} as const;

export type SocketLimits = { readonly [Name in keyof typeof SOCKET_LIMITS]: number };
