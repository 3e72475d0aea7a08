// Looks at one account after a tick has moved its prices: margin call once per crossing, all-clear
// once per crossing back, stop-out. Its mark tells whether that is worth an exact look.
import { isLevelAtMost, marginLevel, ZERO_MONEY } from "@truetick/money";
import type { AccountDraft, Draft } from "./draft.ts";
import { markAccount } from "./mark.ts";
import { MARGIN_CALL_PERCENT, STOP_OUT_PERCENT, stopOut } from "./stop-out.ts";
import { type Valuation, valueAccount } from "./valuation.ts";

export function judgeAccount(draft: Draft, slot: number): void {
  const account = draft.account(slot);
  if (account.used === ZERO_MONEY) return;
  const valuation = valueAccount(draft, slot);
  if (valuation === null) return;
  tellMargin(draft, account, valuation);
  if (!isLevelAtMost(valuation.equity, account.used, STOP_OUT_PERCENT)) return;
  stopOut(draft, account, valuation);
  // The fewest lots may be so many that the account is clear again.
  const left = account.used === ZERO_MONEY ? null : valueAccount(draft, slot);
  if (left !== null) tellMargin(draft, account, left);
}

/** Whether the mark alone shows that no threshold is crossed, and nothing has happened to it. */
export function isClear(draft: Draft, slot: number): boolean {
  if (draft.isTouched(slot)) return false;
  const { accounts } = draft.state;
  const used = accounts.usedMark(slot);
  if (used === 0) return true;
  const { equity, tolerance } = markAccount(draft.state, slot, draft.prices);
  if (Number.isNaN(equity)) return true;
  const isCalled = accounts.isMarginCalled(slot);
  const below = equity - (isCalled ? used / 2 : used);
  const above = isCalled ? used - equity : Infinity;
  return Math.min(below, above) > 2 * tolerance;
}

function tellMargin(draft: Draft, account: AccountDraft, { equity }: Valuation): void {
  const isBelow = isLevelAtMost(equity, account.used, MARGIN_CALL_PERCENT);
  if (isBelow === account.isMarginCalled) return;
  account.isMarginCalled = isBelow;
  const told = {
    atMs: draft.atMs,
    accountId: account.accountId,
    book: account.book,
    equity,
    used: account.used,
  };
  const level = marginLevel(equity, account.used);
  if (isBelow && level !== null) draft.emit({ type: "MarginCalled", ...told, level });
  else draft.emit({ type: "MarginRestored", ...told });
}
