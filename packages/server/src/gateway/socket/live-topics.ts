// All topics of the live socket, flushed together: one flush asks each topic what is new and writes
// to every socket at most once. Made by live-socket.ts; a conversation has its own subscriptions.

import type { Language } from "@truetick/contract";
import type { SupportNewsSource } from "../../content/support/support-news.ts";
import type { InboxNewsSource } from "../../members/inbox/inbox-news.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { type AccountSource, createAccountTopics } from "./account-topics.ts";
import { type CandleSource, createCandleTopics } from "./candle-topics.ts";
import { createCashierTopic } from "./cashier-topic.ts";
import { createCopyTopic } from "./copy-topic.ts";
import { createNoticeTopic } from "./notice-topic.ts";
import { createOutbox } from "./outbox.ts";
import { createQuoteTopics, type QuoteSource } from "./quote-topics.ts";
import type { SendAll } from "./send-all.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";
import { createSupportTopic } from "./support-topic.ts";
import type { Reader, StreamTiming } from "./topic-stream.ts";

export type LiveSources = {
  readonly quotes: QuoteSource;
  readonly candles: CandleSource;
  readonly accounts: AccountSource;
  readonly changes: Pick<MemberChanges, "follow">;
  readonly inbox: InboxNewsSource;
  /** By the number of the follow. */
  readonly copies: Pick<MemberChanges<number>, "follow">;
  readonly support: SupportNewsSource;
};

export type LiveTopics = {
  readonly subscribe: (reader: Reader, language: Language) => Subscriptions;
  /** A moment before a flush: looks at what takes a moment to be known. */
  readonly prepare: () => void;
  readonly flush: () => void;
  readonly stop: () => void;
};

export function createLiveTopics({
  sources,
  topicsPerSocketMax,
  countFrame,
  sendAll,
  onBroken,
  ...timing
}: StreamTiming & {
  readonly sources: LiveSources;
  readonly topicsPerSocketMax: number;
  readonly countFrame: (bytes: number) => void;
  readonly sendAll?: SendAll | null;
  readonly onBroken: (error: unknown) => void;
}): LiveTopics {
  const outbox = createOutbox({ countFrame, sendAll });
  const quotes = createQuoteTopics({ source: sources.quotes, ...timing });
  const parts = { ...timing, outbox };
  const candles = createCandleTopics({ source: sources.candles, ...parts });
  const accounts = createAccountTopics({ source: sources.accounts, ...parts, onBroken });
  const cashier = createCashierTopic({ source: sources.changes, outbox });
  const copies = createCopyTopic({ source: sources.copies, outbox });
  const notices = createNoticeTopic({ source: sources.inbox, outbox });
  const support = createSupportTopic({ source: sources.support, outbox });
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

  const shared = { quotes, candles, accounts, cashier, copies, notices, support };
  const doors = { ...shared, topicsPerSocketMax, choosing, greetSoon };
  return {
    subscribe: (reader, language) => createSubscriptions(doors, reader, language),
    prepare: () => accounts.prepare(quotes.hasNews()),
    flush() {
      const changed = quotes.flush(outbox);
      candles.flush(changed);
      accounts.deliver();
      cashier.flush();
      copies.flush();
      notices.flush();
      support.flush();
      outbox.send();
    },
    stop: accounts.stop,
  };
}
