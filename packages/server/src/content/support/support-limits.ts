// How much one person may say, and how many strangers one address may bring. In memory: after a
// restart everybody begins anew, which costs a spammer nothing and us little. Two sets: the sandbox
// leaves room for a class or a test run behind one address.

import { type AttemptLimit, createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { News } from "../../platform/news/news.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LIMITS = {
  sandbox: { perMinute: 60, perDay: 5_000, strangersPerHour: 600, strangerWordsPerHour: 6_000 },
  live: { perMinute: 20, perDay: 500, strangersPerHour: 10, strangerWordsPerHour: 120 },
} as const;

/** Somebody is writing: more often than this tells nobody anything new. */
const TYPING_EVERY_MS = 1_000;

export type SupportLimits = {
  /** Counts one message; false when there were too many. */
  readonly allowsWords: (sender: string) => boolean;
  readonly allowsStrangersWords: (address: string) => boolean;
  /** Counts a new conversation of somebody who is not logged in. */
  readonly allowsStranger: (address: string) => boolean;
  readonly allowsTyping: (sender: string) => boolean;
};

export function createSupportLimits({
  clock,
  mode,
  news,
}: {
  readonly clock: Pick<Clock, "monotonic">;
  readonly mode: "sandbox" | "live";
  readonly news: News;
}): SupportLimits {
  const { perMinute, perDay, strangersPerHour, strangerWordsPerHour } = LIMITS[mode];
  const limit = (name: string, attemptsMax: number, windowMs: number): AttemptLimit =>
    createAttemptLimit({ clock, attemptsMax, windowMs, shared: { news, name } });
  const minute = limit("words-minute", perMinute, MINUTE_MS);
  const day = limit("words-day", perDay, 24 * HOUR_MS);
  const strangers = limit("strangers", strangersPerHour, HOUR_MS);
  const strangerWords = limit("stranger-words", strangerWordsPerHour, HOUR_MS);
  // Too many of these tell nobody anything new, wherever they come in.
  const typing = createAttemptLimit({ clock, attemptsMax: 1, windowMs: TYPING_EVERY_MS });
  return {
    allowsWords: (sender) => minute.allows(sender) && day.allows(sender),
    allowsStrangersWords: (address) => strangerWords.allows(address),
    allowsStranger: (address) => strangers.allows(address),
    allowsTyping: (sender) => typing.allows(sender),
  };
}
