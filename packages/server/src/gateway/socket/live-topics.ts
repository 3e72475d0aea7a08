// All topics of the live socket and who follows them. One flush asks each topic what is new and
// writes to every socket at most once. Made by live-socket.ts; a conversation has its own
// `Subscriptions`. Invariants: a client follows a bounded number of topics (T76); a private topic
// is the logged-in account's own, whatever the client says.

import {
  codeInTopic,
  type Language,
  type Reason,
  TOPIC_CANDLES,
  TOPIC_CLOSED,
  TOPIC_QUOTES,
  TOPIC_TRADE,
} from "@truetick/contract";
import type { AccountId } from "@truetick/engine";
import { type AccountSource, createAccountTopics, type PrivateTopic } from "./account-topics.ts";
import { type CandleSource, createCandleTopics } from "./candle-topics.ts";
import { createQuoteTopics, type QuoteSource } from "./quote-topics.ts";
import { createOutbox, type Reader, type StreamTiming } from "./topic-stream.ts";

export type LiveSources = {
  readonly quotes: QuoteSource;
  readonly candles: CandleSource;
  readonly accounts: AccountSource;
};

export type Subscriptions = {
  /** Refuses with TOPIC_UNKNOWN, TOO_MANY, or SESSION_EXPIRED for what needs a login. */
  readonly follow: (topic: string) => Reason | null;
  readonly unfollow: (topic: string) => void;
  /** Whose private topics these are from now on; those of another account end. */
  readonly own: (accountId: AccountId | null) => void;
  readonly end: () => void;
};

export type LiveTopics = {
  readonly subscribe: (reader: Reader, language: Language) => Subscriptions;
  readonly flush: () => void;
  readonly stop: () => void;
};

const PRIVATE_TOPICS: ReadonlyMap<string, PrivateTopic> = new Map([
  [TOPIC_TRADE, "trade"],
  [TOPIC_CLOSED, "closed"],
]);

export function createLiveTopics({
  sources,
  topicsPerSocketMax,
  countFrame,
  onBroken,
  ...timing
}: StreamTiming & {
  readonly sources: LiveSources;
  readonly topicsPerSocketMax: number;
  readonly countFrame: (bytes: number) => void;
  readonly onBroken: (error: unknown) => void;
}): LiveTopics {
  const outbox = createOutbox(countFrame);
  const quotes = createQuoteTopics({ source: sources.quotes, ...timing });
  const parts = { ...timing, outbox };
  const candles = createCandleTopics({ source: sources.candles, ...parts });
  const accounts = createAccountTopics({ source: sources.accounts, ...parts, onBroken });
  /** Readers whose choice of markets has changed since the last turn of the event loop. */
  const choosing = new Map<Reader, () => void>();
  let isGreeting = false;

  /** Once for all that a client, or many, asked for in one breath. */
  function greet(): void {
    isGreeting = false;
    for (const [reader, choose] of choosing) {
      choose();
      quotes.greet(reader, outbox);
    }
    choosing.clear();
    outbox.send();
  }

  function greetSoon(): void {
    if (isGreeting) return;
    isGreeting = true;
    setImmediate(greet);
  }

  function subscribe(reader: Reader, language: Language): Subscriptions {
    const topics = new Set<string>();
    let accountId: AccountId | null = null;

    function chooseMarkets(): void {
      const codes = [...topics].flatMap((topic) => codeInTopic(TOPIC_QUOTES, topic) ?? []);
      if (topics.has(TOPIC_QUOTES)) quotes.follow(reader, null);
      else if (codes.length > 0) quotes.follow(reader, new Set(codes));
      else quotes.leave(reader);
    }

    /** Null: it exists and may be followed. */
    function refusalOf(topic: string): Reason | null {
      if (topic === TOPIC_QUOTES) return null;
      if (PRIVATE_TOPICS.has(topic)) return accountId === null ? "SESSION_EXPIRED" : null;
      const code = codeInTopic(TOPIC_QUOTES, topic) ?? codeInTopic(TOPIC_CANDLES, topic);
      return code !== null && candles.knows(code) ? null : "TOPIC_UNKNOWN";
    }

    function change(topic: string, act: "join" | "leave"): void {
      const secret = PRIVATE_TOPICS.get(topic);
      const code = codeInTopic(TOPIC_CANDLES, topic);
      if (code !== null) candles[act](code, reader);
      else if (!secret) {
        // At once, so that who leaves and comes back in one breath begins with a snapshot.
        if (act === "leave") quotes.leave(reader);
        choosing.set(reader, chooseMarkets);
      } else if (accountId !== null) accounts[act](secret, { accountId, language }, reader);
      greetSoon();
    }

    function unfollow(topic: string): void {
      if (topics.delete(topic)) change(topic, "leave");
    }

    return {
      follow(topic) {
        if (topics.has(topic)) return null;
        const refusal = refusalOf(topic);
        if (refusal) return refusal;
        if (topics.size >= topicsPerSocketMax) return "TOO_MANY";
        topics.add(topic);
        change(topic, "join");
        return null;
      },
      unfollow,
      own(next) {
        if (next === accountId) return;
        for (const topic of PRIVATE_TOPICS.keys()) unfollow(topic);
        accountId = next;
      },
      end() {
        for (const topic of topics) {
          if (codeInTopic(TOPIC_CANDLES, topic) !== null || PRIVATE_TOPICS.has(topic)) {
            change(topic, "leave");
          }
        }
        topics.clear();
        choosing.delete(reader);
        quotes.leave(reader);
      },
    };
  }

  return {
    subscribe,
    flush() {
      const changed = quotes.flush(outbox);
      candles.flush(changed);
      accounts.flush(changed.length > 0);
      outbox.send();
    },
    stop: accounts.stop,
  };
}
