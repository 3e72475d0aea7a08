// What a check found. Every check of this package answers with a list of these, good ones too, so
// that a reader sees what was looked at. Invariant: a bad finding says where.

/** What was looked at. */
export type Check =
  | "form"
  | "signature"
  | "checkpoint"
  | "inclusion"
  | "tape"
  | "terms"
  | "fill"
  | "amounts"
  | "ledger"
  | "remembered"
  | "balance"
  | "replay";

export type Finding = {
  readonly check: Check;
  readonly isGood: boolean;
  /** Such as "journal/0 row 4711" or "tape of market 3, quote 8812"; null: all of the file. */
  readonly where: string | null;
  readonly detail: string | null;
};

export type Verdict = {
  readonly isGood: boolean;
  readonly findings: readonly Finding[];
};
