// The copy stop-loss: looks at the equity of every follow that has one, at most four times a
// second and only after a quote or a change of the follow itself. Made by the copier, which ends
// those it names. Invariant: it only looks; what it finds is decided under the lock of the place in
// the journal, as everything about a follow is.

import type { Money } from "@truetick/money";
import type { Books } from "../../trading/sequencer/sequencer.ts";
import type { StoredFollow } from "./follow-table.ts";

const PERCENT = 100n;

/** The equity at which it fires; null: it has no stop, or nothing of the owner's is left in it. */
export function stopEquityOf({
  amount,
  stopPercent,
}: Pick<StoredFollow, "amount" | "stopPercent">): bigint | null {
  if (stopPercent === null || amount <= 0n) return null;
  // Cut: a millionth more would stop before the percentage is lost.
  return (amount * (PERCENT - BigInt(stopPercent))) / PERCENT;
}

function isStopReached(
  follow: Pick<StoredFollow, "amount" | "stopPercent" | "status">,
  equity: Money,
): boolean {
  if (follow.status !== "copying" && follow.status !== "paused") return false;
  const level = stopEquityOf(follow);
  return level !== null && equity <= level;
}

/** Those of these follows that have lost what they may. */
export function reachedStops(books: Books, follows: Iterable<StoredFollow>): readonly number[] {
  const reached: number[] = [];
  for (const follow of follows) {
    if (follow.stopPercent === null) continue;
    const account = books.account(follow.accountId);
    if (account !== null && isStopReached(follow, account.equity)) reached.push(follow.id);
  }
  return reached;
}
