// Which conversations with support one client follows: the own as a member, a visitor's by its key,
// or all of them at the desk. Used by subscriptions.ts beside its other topics. Invariant: whose it
// is follows from the session or from the key, never from what a client calls it (T76).

import type { Reason } from "@truetick/contract";
import { keyInTopic, TOPIC_SUPPORT } from "@truetick/contract/support";
import type { SupportReader } from "../../content/support/support-news.ts";
import { hashVisitorKey } from "../../content/support/visitor-key.ts";
import type { SupportTopic } from "./support-topic.ts";
import type { Reader } from "./topic-stream.ts";

export type SupportFollowing = {
  /** Whether a topic is one of these. */
  readonly isOurs: (topic: string) => boolean;
  /** Refuses with SESSION_EXPIRED when nobody is logged in whose conversation it could be. */
  readonly refusalOf: (topic: string) => Reason | null;
  readonly change: (topic: string, act: "join" | "leave") => void;
  /** The member who is logged in; null: nobody. */
  readonly own: (userId: number | null) => void;
  readonly isAgent: () => boolean;
  readonly answer: (isAgent: boolean) => void;
};

export function createSupportFollowing(support: SupportTopic, reader: Reader): SupportFollowing {
  let userId: number | null = null;
  let isAgent = false;

  /** Undefined: the topic is none of these; null: it is, and nobody is there to follow it. */
  function whoIn(topic: string): SupportReader | null | undefined {
    const key = keyInTopic(topic);
    if (key !== null) {
      const keyHash = hashVisitorKey(key);
      return keyHash === null ? undefined : { keyHash };
    }
    if (topic !== TOPIC_SUPPORT) return undefined;
    if (isAgent) return "desk";
    return userId === null ? null : { userId };
  }

  return {
    isOurs: (topic) => whoIn(topic) !== undefined,
    refusalOf: (topic) => (whoIn(topic) === null ? "SESSION_EXPIRED" : null),
    change(topic, act) {
      const who = whoIn(topic);
      if (act === "leave") support.leave(topic, reader);
      else if (who) support.join(topic, who, reader);
    },
    own: (next) => {
      userId = next;
    },
    isAgent: () => isAgent,
    answer: (next) => {
      isAgent = next;
    },
  };
}
