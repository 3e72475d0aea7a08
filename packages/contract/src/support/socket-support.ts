// The frame of the live socket that says: something in the chat is new, look again. It carries no
// word of what was said; that is read by the calls, with their own checks (T28, T76). Browser-safe.

/** A member's own chat; at the desk, every chat. A visitor's is followed by its key. */
export const TOPIC_SUPPORT = "SUPPORT";

export function visitorTopicOf(key: string): `${typeof TOPIC_SUPPORT}.${string}` {
  return `${TOPIC_SUPPORT}.${key}`;
}

/** The visitor's key behind the dot; null when the topic is of another kind. */
export function keyInTopic(topic: string): string | null {
  const before = `${TOPIC_SUPPORT}.`;
  return topic.startsWith(before) ? topic.slice(before.length) : null;
}

/** Of `typing`: the other side, at this moment. */
export type SupportNewsKind = "message" | "typing" | "read" | "state";

/** Not numbered: a missed one is made good by reading again after every reconnect. */
export type SupportFrame = {
  readonly type: typeof TOPIC_SUPPORT;
  readonly data: readonly {
    /** Which one it is about, at the desk; empty for its owner, who has one. */
    readonly thread: string;
    readonly kinds: readonly SupportNewsKind[];
  }[];
};
