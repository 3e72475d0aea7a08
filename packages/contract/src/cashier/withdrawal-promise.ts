// What the house promises about withdrawals and how it keeps it, for everybody to see (H11).
// Browser-safe: no schema library here; `withdrawal-promise.calls.ts` declares the call.

export type WithdrawalPromise = {
  /** Every request is decided within this time. */
  readonly reviewHours: number;
  /** Of those ended in the last 30 days, from the request to the money or the no; 0 without any. */
  readonly medianSec: number;
  readonly p95Sec: number;
  /** Neither paid nor refused now, and how many of them past their deadline. */
  readonly waiting: number;
  readonly overdue: number;
  /** In the last 30 days. */
  readonly paid: number;
  readonly rejectedByReason: readonly { readonly reason: string; readonly count: number }[];
};

export type WithdrawalPromiseWire = {
  review_hours: number;
  median_seconds: number;
  p95_seconds: number;
  waiting: number;
  overdue: number;
  paid: number;
  rejected_by_reason: { reason: string; count: number }[];
};

export function withdrawalPromiseToWire(promise: WithdrawalPromise): WithdrawalPromiseWire {
  return {
    review_hours: promise.reviewHours,
    median_seconds: promise.medianSec,
    p95_seconds: promise.p95Sec,
    waiting: promise.waiting,
    overdue: promise.overdue,
    paid: promise.paid,
    rejected_by_reason: promise.rejectedByReason.map((row) => ({ ...row })),
  };
}

export function withdrawalPromiseFromWire(wire: WithdrawalPromiseWire): WithdrawalPromise {
  return {
    reviewHours: wire.review_hours,
    medianSec: wire.median_seconds,
    p95Sec: wire.p95_seconds,
    waiting: wire.waiting,
    overdue: wire.overdue,
    paid: wire.paid,
    rejectedByReason: wire.rejected_by_reason,
  };
}
