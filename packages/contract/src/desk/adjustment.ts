// Adjustments and what traders say against them, as staff see them. An adjustment is proposed as
// any proposal is (kind "adjustment"); what is listed here is booked. Browser-safe.

export const ADJUSTMENT_REASON_LENGTH_MAX = 500;
export const DISPUTE_ANSWER_LENGTH_MAX = 2_000;

/** What a proposal of the kind "adjustment" carries. */
export type AdjustmentPayload = {
  readonly user_id: string;
  /** USD, signed, at most 6 decimals. */
  readonly amount: string;
  /** The trader reads it. */
  readonly reason: string;
};

export type DeskAdjustment = {
  /** That of its proposal. */
  readonly id: string;
  readonly user_id: string;
  readonly uid: string;
  readonly amount: string;
  readonly reason: string;
  readonly proposed_by: string;
  readonly approved_by: string;
  readonly booked_at: number;
  readonly dispute: "none" | "open" | "answered";
};

export type DeskDispute = {
  readonly id: string;
  readonly adjustment_id: string;
  readonly user_id: string;
  readonly uid: string;
  readonly amount: string;
  readonly reason: string;
  readonly text: string;
  readonly at: number;
  /** Empty while it waits. */
  readonly answer: string;
  readonly answered_by: string;
  /** 0 while it waits. */
  readonly answered_at: number;
};
