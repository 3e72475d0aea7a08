// Adjustments as the trader sees them: what was booked by hand, why, which two people agreed, and
// what came of a dispute; and what everybody sees, the sums of every month (H10). Browser-safe.

export const DISPUTE_TEXT_LENGTH_MAX = 2_000;

export type AdjustmentDispute = {
  readonly text: string;
  /** Unix seconds. */
  readonly at: number;
  /** Empty while nobody has answered. */
  readonly answer: string;
  readonly answeredAt: number | null;
};

export type Adjustment = {
  readonly id: string;
  /** USD, signed; 6 decimals. */
  readonly amount: string;
  readonly reason: string;
  /** How the two who agreed are called outside: "Staff 7". */
  readonly agreedBy: readonly string[];
  readonly bookedAt: number;
  /** Oldest first. */
  readonly disputes: readonly AdjustmentDispute[];
  /** False while an earlier dispute waits, and when there were too many. */
  readonly canDispute: boolean;
};

export type AdjustmentWire = {
  id: string;
  amount: string;
  reason: string;
  agreed_by: string[];
  booked_at: number;
  disputes: { text: string; at: number; answer: string; answered_at: number }[];
  can_dispute: number;
};

export function adjustmentToWire(adjustment: Adjustment): AdjustmentWire {
  return {
    id: adjustment.id,
    amount: adjustment.amount,
    reason: adjustment.reason,
    agreed_by: [...adjustment.agreedBy],
    booked_at: adjustment.bookedAt,
    disputes: adjustment.disputes.map(({ text, at, answer, answeredAt }) => {
      return { text, at, answer, answered_at: answeredAt ?? 0 };
    }),
    can_dispute: adjustment.canDispute ? 1 : 0,
  };
}

export function adjustmentFromWire(wire: AdjustmentWire): Adjustment {
  return {
    id: wire.id,
    amount: wire.amount,
    reason: wire.reason,
    agreedBy: wire.agreed_by,
    bookedAt: wire.booked_at,
    disputes: wire.disputes.map(({ text, at, answer, answered_at }) => {
      return { text, at, answer, answeredAt: answered_at === 0 ? null : answered_at };
    }),
    canDispute: wire.can_dispute === 1,
  };
}

/** What was booked by hand in one month (UTC), of all traders together. */
export type AdjustmentMonth = {
  /** "2026-11". */
  readonly month: string;
  readonly count: number;
  /** What traders were given and what was taken, both without sign; 6 decimals. */
  readonly given: string;
  readonly taken: string;
  /** How many of them were disputed. */
  readonly disputed: number;
};
