// The private topics: an account with its open orders (FOREX_TRADE), and orders that ended
// (FOREX_CLOSED). Accounts are looked at once per flush, all together, and only those that somebody
// has subscribed to and that an event or a price has touched: the cost is in the subscribers, not
// in the accounts. Invariants: a stream belongs to one account, and its readers are sockets logged
// into that account (T76); nothing is told before it is committed; an ending is told before any
// look at the account that no longer shows the order.

import type { Language } from "@truetick/contract";
import type { AccountId, Event } from "@truetick/engine";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import type { Books, Committed } from "../../trading/sequencer/sequencer.ts";
import { type AccountStream, createAccountStream, type Sight } from "./account-stream.ts";
import { type ClosedStream, createClosedStream } from "./closed-stream.ts";
import type { Outbox, Reader, StreamTiming } from "./topic-stream.ts";

/** The books, as these topics need them; the sequencer is one. */
export type AccountSource = {
  readonly isSimulated: boolean;
  readonly directory: MarketDirectory;
  /** See Sequencer.read: answers what is committed. */
  readonly read: <T>(look: (books: Pick<Books, "account" | "orders">) => T) => Promise<T>;
  /** See Sequencer.subscribe: tells what was committed, in order. */
  readonly subscribe: (listener: (committed: Committed) => void) => () => void;
};

/** Whose frames, and in which language. */
export type Owner = { readonly accountId: AccountId; readonly language: Language };

export type PrivateTopic = "trade" | "closed";

export type AccountTopics = {
  readonly join: (topic: PrivateTopic, owner: Owner, reader: Reader) => void;
  readonly leave: (topic: PrivateTopic, owner: Owner, reader: Reader) => void;
  /** `isQuoted`: some price has changed since the last flush. */
  readonly flush: (isQuoted: boolean) => void;
  readonly stop: () => void;
};

type Streams = {
  readonly trade: Map<string, AccountStream>;
  readonly closed: Map<string, ClosedStream>;
};

export function createAccountTopics({
  source,
  outbox,
  onBroken,
  ...timing
}: StreamTiming & {
  readonly source: AccountSource;
  readonly outbox: Outbox;
  readonly onBroken: (error: unknown) => void;
}): AccountTopics {
  const byAccount = new Map<AccountId, Streams>();
  let isLooking = false;
  let isQuoteDue = false;

  function streamsOf(accountId: AccountId): Streams {
    const known = byAccount.get(accountId);
    if (known) return known;
    const streams: Streams = { trade: new Map(), closed: new Map() };
    byAccount.set(accountId, streams);
    return streams;
  }

  function open(topic: PrivateTopic, owner: Owner): AccountStream | ClosedStream {
    const streams = streamsOf(owner.accountId);
    const parts = { ...timing, ...owner, source };
    if (topic === "trade") {
      const stream = streams.trade.get(owner.language.id) ?? createAccountStream(parts);
      streams.trade.set(owner.language.id, stream);
      return stream;
    }
    const stream = streams.closed.get(owner.language.id) ?? createClosedStream(parts);
    streams.closed.set(owner.language.id, stream);
    return stream;
  }

  function note(event: Event): void {
    for (const accountId of accountsOf(event)) {
      const streams = byAccount.get(accountId);
      if (!streams) continue;
      for (const stream of streams.trade.values()) stream.touch();
      for (const stream of streams.closed.values()) stream.note(event);
    }
  }

  function dueStreams(): AccountStream[] {
    const due: AccountStream[] = [];
    for (const { trade } of byAccount.values()) {
      for (const stream of trade.values()) if (stream.isDue(isQuoteDue)) due.push(stream);
    }
    return due;
  }

  async function look(due: readonly AccountStream[]): Promise<void> {
    isLooking = true;
    isQuoteDue = false;
    for (const stream of due) stream.begin();
    try {
      const sights = await source.read((books) => due.map((stream) => stream.look(books)));
      publish(due, sights);
    } catch (error) {
      for (const stream of due) stream.touch();
      onBroken(error);
    } finally {
      isLooking = false;
    }
  }

  function publish(due: readonly AccountStream[], sights: readonly (Sight | null)[]): void {
    for (const [at, stream] of due.entries()) {
      stream.publish(sights[at] ?? null);
      stream.deliver(outbox);
    }
    outbox.send();
  }

  const stopListening = source.subscribe(({ events }) => {
    if (byAccount.size > 0) for (const event of events) note(event);
  });

  return {
    join(topic, owner, reader) {
      const stream = open(topic, owner);
      stream.join(reader);
      stream.deliver(outbox, reader);
    },
    leave(topic, { accountId, language }, reader) {
      const streams = byAccount.get(accountId);
      const stream = streams?.[topic].get(language.id);
      stream?.leave(reader);
      if (stream?.readers() === 0) streams?.[topic].delete(language.id);
      if (streams && streams.trade.size + streams.closed.size === 0) byAccount.delete(accountId);
    },
    flush(isQuoted) {
      isQuoteDue ||= isQuoted;
      // What a look under way has seen must be told first: an order in it may have ended since.
      if (isLooking || byAccount.size === 0) return;
      for (const { trade, closed } of byAccount.values()) {
        for (const stream of closed.values()) {
          stream.publish();
          stream.deliver(outbox);
        }
        for (const stream of trade.values()) stream.deliver(outbox);
      }
      const due = dueStreams();
      if (due.length > 0) void look(due);
    },
    stop: stopListening,
  };
}

function accountsOf(event: Event): readonly AccountId[] {
  if ("accountId" in event) return [event.accountId];
  return event.type === "FundsTransferred" ? [event.fromAccountId, event.toAccountId] : [];
}
