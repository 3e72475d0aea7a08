// What one client follows. Made by live-topics.ts for every socket. Invariants: a client follows a
// bounded number of topics (T76); a private topic is the logged-in user's own, whatever the client
// says.

import {
  codeInTopic,
  type Language,
  type Reason,
  TOPIC_CANDLES,
  TOPIC_CASHIER,
  TOPIC_CLOSED,
  TOPIC_QUOTES,
  TOPIC_TRADE,
} from "@truetick/contract";
import { TOPIC_COPY } from "@truetick/contract/copying";
import { TOPIC_NOTICE } from "@truetick/contract/notices";
import { TOPIC_SUPPORT } from "@truetick/contract/support";
import type { Caller } from "../../platform/handler.ts";
import type { AccountTopics, PrivateTopic } from "./account-topics.ts";
import type { CandleTopics } from "./candle-topics.ts";
import type { MemberTopic } from "./member-topic.ts";
import type { NoticeTopic } from "./notice-topic.ts";
import type { QuoteTopics } from "./quote-topics.ts";
import { createSupportFollowing } from "./support-following.ts";
import type { SupportTopic } from "./support-topic.ts";
import type { Reader } from "./topic-stream.ts";

type Owner = Pick<Caller, "accountId" | "userId">;

export type Subscriptions = {
  /** Refuses with TOPIC_UNKNOWN, TOO_MANY, or SESSION_EXPIRED for what needs a login. */
  readonly follow: (topic: string) => Reason | null;
  readonly unfollow: (topic: string) => void;
  /** Whose private topics these are from now on; those of another account end. */
  readonly own: (owner: Owner | null) => void;
  /** Whether somebody listens who may read every conversation with support. */
  readonly answer: (isAgent: boolean) => void;
  readonly end: () => void;
};

/** Where a client's wishes go. */
export type TopicDoors = {
  readonly quotes: QuoteTopics;
  readonly candles: CandleTopics;
  readonly accounts: AccountTopics;
  readonly cashier: MemberTopic;
  readonly copies: MemberTopic;
  readonly notices: NoticeTopic;
  readonly support: SupportTopic;
  readonly topicsPerSocketMax: number;
  /** Writes what a first subscription has to say once all of this breath was heard. */
  readonly greetSoon: () => void;
  /** Readers whose choice of markets has changed in this breath, and how to make it. */
  readonly choosing: Map<Reader, () => void>;
};

type OwnTopic = PrivateTopic | "cashier" | "copies" | "notices";

const PRIVATE_TOPICS: ReadonlyMap<string, OwnTopic> = new Map([
  [TOPIC_TRADE, "trade"],
  [TOPIC_CLOSED, "closed"],
  [TOPIC_CASHIER, "cashier"],
  [TOPIC_COPY, "copies"],
  [TOPIC_NOTICE, "notices"],
]);

export function createSubscriptions(
  doors: TopicDoors,
  reader: Reader,
  language: Language,
): Subscriptions {
  const { quotes, candles, choosing } = doors;
  const topics = new Set<string>();
  let owner: Owner | null = null;
  const talk = createSupportFollowing(doors.support, reader);

  function chooseMarkets(): void {
    const codes = [...topics].flatMap((topic) => codeInTopic(TOPIC_QUOTES, topic) ?? []);
    if (topics.has(TOPIC_QUOTES)) quotes.follow(reader, null);
    else if (codes.length > 0) quotes.follow(reader, new Set(codes));
    else quotes.leave(reader);
  }

  /** Null: it exists and may be followed. */
  function refusalOf(topic: string): Reason | null {
    if (topics.size >= doors.topicsPerSocketMax) return "TOO_MANY";
    if (topic === TOPIC_QUOTES) return null;
    if (PRIVATE_TOPICS.has(topic)) return owner === null ? "SESSION_EXPIRED" : null;
    if (talk.isOurs(topic)) return talk.refusalOf(topic);
    const code = codeInTopic(TOPIC_QUOTES, topic) ?? codeInTopic(TOPIC_CANDLES, topic);
    return code !== null && candles.knows(code) ? null : "TOPIC_UNKNOWN";
  }

  function change(topic: string, act: "join" | "leave"): void {
    const secret = PRIVATE_TOPICS.get(topic);
    const code = codeInTopic(TOPIC_CANDLES, topic);
    if (talk.isOurs(topic)) talk.change(topic, act);
    else if (code !== null) candles[act](code, reader);
    else if (!secret) {
      // At once, so that who leaves and comes back in one breath begins with a snapshot.
      if (act === "leave") quotes.leave(reader);
      choosing.set(reader, chooseMarkets);
    } else if (owner !== null)
      changeOwn(doors, { topic: secret, act, own: owner, reader, language });
    doors.greetSoon();
  }

  function unfollow(topic: string): void {
    if (topics.delete(topic)) change(topic, "leave");
  }

  return {
    follow(topic) {
      const refusal = topics.has(topic) ? null : refusalOf(topic);
      if (refusal || topics.has(topic)) return refusal;
      topics.add(topic);
      change(topic, "join");
      return null;
    },
    unfollow,
    own(next) {
      if (next?.accountId === owner?.accountId && next?.userId === owner?.userId) return;
      for (const topic of [...PRIVATE_TOPICS.keys(), TOPIC_SUPPORT]) unfollow(topic);
      owner = next;
      talk.own(next?.userId ?? null);
    },
    answer(isAgent) {
      if (isAgent !== talk.isAgent()) unfollow(TOPIC_SUPPORT);
      talk.answer(isAgent);
    },
    end() {
      for (const topic of [...topics]) unfollow(topic);
      choosing.delete(reader);
    },
  };
}

/** Joins or leaves a topic of the account that is logged in. */
function changeOwn(
  doors: TopicDoors,
  change: {
    readonly topic: OwnTopic;
    readonly act: "join" | "leave";
    readonly own: Owner;
    readonly reader: Reader;
    readonly language: Language;
  },
): void {
  const { topic, act, own, reader, language } = change;
  const { accountId, userId } = own;
  if (topic === "trade" || topic === "closed") {
    doors.accounts[act](topic, { accountId, language }, reader);
  } else if (act === "leave") doors[topic].leave(reader);
  else if (topic === "notices") doors.notices.join({ userId, language }, reader);
  else doors[topic].join(userId, reader);
}
