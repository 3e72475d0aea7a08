// Tells that something of a member's has changed, so that whoever shows it looks again: the
// cashier, the desk and copy trading tell, the live socket follows, in whichever process. It
// carries no content: what there is to see is read by the call that everybody uses, with its own
// checks. Invariant: telling never fails and never waits; nobody is told about somebody else (T76).

import { CASHIER_KINDS, type CashierKind } from "@truetick/contract";
import type { News, Parse } from "./news/news.ts";
import { spreadOut } from "./news/spread-out.ts";

/** `What`: a kind of thing, or which of the member's things it is. */
export type MemberChanges<What = CashierKind> = {
  readonly tell: (userId: number, what: What) => void;
  /** Answers how to stop following. */
  readonly follow: (userId: number, listener: (what: What) => void) => () => void;
};

export type MemberChangesParts<What> = {
  readonly news: News;
  /** Of the channel. */
  readonly name: string;
  readonly isWhat: (said: unknown) => said is What;
  /** What is told when changes may have been missed: anything of these could be new. */
  readonly afterMiss: readonly What[];
};

type Change<What> = readonly [userId: number, what: What];

export function createMemberChanges<What>({
  news,
  name,
  isWhat,
  afterMiss,
}: MemberChangesParts<What>): MemberChanges<What> {
  const followers = new Map<number, Set<(what: What) => void>>();
  const channel = news.channel(name, parseChange(isWhat));
  const tellHere = (userId: number, what: What) => {
    for (const listener of followers.get(userId) ?? []) listener(what);
  };
  channel.follow(([userId, what]) => tellHere(userId, what));
  news.onMissed(() =>
    spreadOut([...followers.keys()], (userId) => {
      for (const what of afterMiss) tellHere(userId, what);
    }),
  );
  return {
    tell: (userId, what) => channel.tell([userId, what]),
    follow(userId, listener) {
      const own = followers.get(userId) ?? new Set();
      followers.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && followers.get(userId) === own) followers.delete(userId);
      };
    },
  };
}

/** The changes of a member's money and identity. */
export function createCashierChanges(news: News): MemberChanges {
  const isWhat = (said: unknown): said is CashierKind =>
    CASHIER_KINDS.some((kind) => kind === said);
  return createMemberChanges({ news, name: "cashier", isWhat, afterMiss: CASHIER_KINDS });
}

function parseChange<What>(isWhat: (said: unknown) => said is What): Parse<Change<What>> {
  return (said) => {
    const [userId, what] = Array.isArray(said) ? said : [];
    return typeof userId === "number" && isWhat(what) ? [userId, what] : null;
  };
}
