// Tells that something of a member's has changed, so that whoever shows it looks again: the cashier
// and the desk tell, the live socket follows. It carries no content: what there is to see is read
// by the call that everybody uses, with its own checks. Invariant: telling never fails and never
// waits; nobody is told about somebody else (T76).

import type { CashierKind } from "@truetick/contract";

export type MemberChanges = {
  readonly tell: (userId: number, kind: CashierKind) => void;
  /** Answers how to stop following. */
  readonly follow: (userId: number, listener: (kind: CashierKind) => void) => () => void;
};

export function createMemberChanges(): MemberChanges {
  const followers = new Map<number, Set<(kind: CashierKind) => void>>();
  return {
    tell(userId, kind) {
      for (const listener of followers.get(userId) ?? []) listener(kind);
    },
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
