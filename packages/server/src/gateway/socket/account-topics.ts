// The private topics: an account with its open orders (FOREX_TRADE), and orders that ended
// (FOREX_CLOSED). Accounts are looked at once per flush, a moment before it, so that figures and
// prices reach a screen in one piece; all together, and only those that somebody has subscribed to
// and that an event or a price has touched. Invariants: a stream belongs to one account, and its
// readers are sockets logged into that account (T76); nothing is told before it is committed; an
// ending is told before any look at the account that no longer shows the order.

import type { Language } from "@truetick/contract";
import type { AccountId, Event } from "@truetick/engine";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import type { FinancingBook } from "../../trading/orders/financing-book.ts";
import type { Books, Committed } from "../../trading/sequencer/sequencer.ts";
import { type AccountStream, createAccountStream } from "./account-stream.ts";
import { type ClosedStream, createClosedStream } from "./closed-stream.ts";
import type { Outbox } from "./outbox.ts";
import type { Reader, StreamTiming } from "./topic-stream.ts";

type Look = <T>(look: (books: Pick<Books, "account" | "orders">) => T) => Promise<T>;

/** The books, as these topics need them; the sequencer is one. */
export type AccountSource = {
  readonly isSimulated: boolean;
  readonly directory: MarketDirectory;
  /** What the nights of a position have cost so far. */
  readonly financingOf: FinancingBook["financingOf"];
  /** See Sequencer.read: answers what is committed. For the first look at an account. */
  readonly read: Look;
  /** See Sequencer.readHere. For every other: what is not here yet touches the account soon. */
  readonly readHere: Look;
  /** See Sequencer.subscribe: tells what was committed, in order. */
  readonly subscribe: (listener: (committed: Committed) => void) => () => void;
};

/** Whose frames, and in which language. */
export type Owner = { readonly accountId: AccountId; readonly language: Language };

export type PrivateTopic = "trade" | "closed";

export type AccountTopics = {
  readonly join: (topic: PrivateTopic, owner: Owner, reader: Reader) => void;
  readonly leave: (topic: PrivateTopic, owner: Owner, reader: Reader) => void;
  /** Looks at what is due. `isQuoted`: some price has changed since the last flush. */
  readonly prepare: (isQuoted: boolean) => void;
  /** What was seen by now. A look that is still under way is told as soon as it is done. */
  readonly deliver: () => void;
  readonly stop: () => void;
};

type Streams = {
  readonly trade: Map<string, AccountStream>;
  readonly closed: Map<string, ClosedStream>;
};

type Parts = StreamTiming & { readonly source: AccountSource };

export function createAccountTopics({
  outbox,
  onBroken,
  ...parts
}: Parts & {
  readonly outbox: Outbox;
  readonly onBroken: (error: unknown) => void;
}): AccountTopics {
  const { source } = parts;
  const byAccount = new Map<AccountId, Streams>();
  let looks = 0;
  let isQuoteDue = false;
  /** Something waits for the flush. */
  let isReady = false;

  function deliver(): void {
    if (!isReady) return;
    isReady = false;
    for (const { trade, closed } of byAccount.values()) {
      for (const stream of closed.values()) stream.deliver(outbox);
      for (const stream of trade.values()) stream.deliver(outbox);
    }
  }

  async function look(due: readonly AccountStream[], read: Look): Promise<void> {
    if (due.length === 0) return;
    looks += 1;
    isQuoteDue = false;
    for (const stream of due) stream.begin();
    try {
      const sights = await read((books) => due.map((stream) => stream.look(books)));
      for (const [at, stream] of due.entries()) stream.publish(sights[at] ?? null);
      if (isReady) return;
      for (const stream of due) stream.deliver(outbox);
      outbox.send();
    } catch (error) {
      for (const stream of due) stream.touch();
      onBroken(error);
    } finally {
      looks -= 1;
    }
  }

  const stopListening = source.subscribe(({ events }) => {
    if (byAccount.size > 0) for (const event of events) note(byAccount, event);
  });

  return {
    join(topic, owner, reader) {
      const stream = streamOf(byAccount, topic, { ...parts, ...owner });
      stream.join(reader);
      stream.deliver(outbox, reader);
    },
    leave: (topic, owner, reader) => leave(byAccount, { topic, owner, reader }),
    prepare(isQuoted) {
      isQuoteDue ||= isQuoted;
      // What a look under way has seen must be told first: an order in it may have ended since.
      if (looks > 0 || byAccount.size === 0) return;
      isReady = true;
      for (const { closed } of byAccount.values()) {
        for (const stream of closed.values()) stream.publish();
      }
      const due = dueOf(byAccount, isQuoteDue);
      void look(due.again, source.readHere);
      void look(due.first, source.read);
    },
    deliver,
    stop: stopListening,
  };
}

/** Those to be looked at, apart by whether they were before. */
function dueOf(byAccount: ReadonlyMap<AccountId, Streams>, isQuoteDue: boolean) {
  const due = { first: [] as AccountStream[], again: [] as AccountStream[] };
  for (const { trade } of byAccount.values()) {
    for (const stream of trade.values()) {
      if (stream.isDue(isQuoteDue)) due[stream.isShown() ? "again" : "first"].push(stream);
    }
  }
  return due;
}

/** The stream of one account in one language, made for its first reader. */
function streamOf(
  byAccount: Map<AccountId, Streams>,
  topic: PrivateTopic,
  parts: Parts & Owner,
): AccountStream | ClosedStream {
  const { accountId, language } = parts;
  const streams = byAccount.get(accountId) ?? { trade: new Map(), closed: new Map() };
  byAccount.set(accountId, streams);
  const known = streams[topic].get(language.id);
  if (known) return known;
  if (topic === "trade") {
    const stream = createAccountStream(parts);
    streams.trade.set(language.id, stream);
    return stream;
  }
  const stream = createClosedStream(parts);
  streams.closed.set(language.id, stream);
  return stream;
}

/** With its last reader a stream goes, and with its last stream an account. */
function leave(
  byAccount: Map<AccountId, Streams>,
  { topic, owner, reader }: { topic: PrivateTopic; owner: Owner; reader: Reader },
): void {
  const { accountId, language } = owner;
  const streams = byAccount.get(accountId);
  const stream = streams?.[topic].get(language.id);
  stream?.leave(reader);
  if (stream?.readers() === 0) streams?.[topic].delete(language.id);
  if (streams && streams.trade.size + streams.closed.size === 0) byAccount.delete(accountId);
}

function note(byAccount: ReadonlyMap<AccountId, Streams>, event: Event): void {
  for (const accountId of accountsOf(event)) {
    const streams = byAccount.get(accountId);
    if (!streams) continue;
    for (const stream of streams.trade.values()) stream.touch();
    for (const stream of streams.closed.values()) stream.note(event);
  }
}

function accountsOf(event: Event): readonly AccountId[] {
  if ("accountId" in event) return [event.accountId];
  return event.type === "FundsTransferred" ? [event.fromAccountId, event.toAccountId] : [];
}
