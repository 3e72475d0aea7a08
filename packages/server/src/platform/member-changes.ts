// Tells that something of a member's has changed, so that whoever shows it looks again: the
// cashier, the desk and copy trading tell, the live socket follows. It carries no content: what
// there is to see is read by the call that everybody uses, with its own checks. Invariant: telling
// never fails and never waits; nobody is told about somebody else (T76).

import type { CashierKind } from "@truetick/contract";

/** `What`: a kind of thing, or which of the member's things it is. */
export type MemberChanges<What = CashierKind> = {
  readonly tell: (userId: number, what: What) => void;
  /** Answers how to stop following. */
  readonly follow: (userId: number, listener: (what: What) => void) => () => void;
};

export function createMemberChanges<What = CashierKind>(): MemberChanges<What> {
  const followers = new Map<number, Set<(what: What) => void>>();
  return {
    tell(userId, what) {
      for (const listener of followers.get(userId) ?? []) listener(what);
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
