// A statement of a trader's own account for a period: what it held before and after, what moved it
// by cause, and every line with its running balance. It is the ledger and nothing else (H10).
// Browser-safe: no schema library here; `statement.calls.ts` declares the calls.

export type StatementTotal = {
  readonly cause: string;
  /** The cause for people, in their language. */
  readonly label: string;
  /** Signed; 6 decimals. */
  readonly amount: string;
  readonly count: number;
};

export type StatementLine = {
  readonly id: string;
  readonly amount: string;
  /** Cash after it. */
  readonly balance: string;
  readonly cause: string;
  readonly causeId: string;
  readonly memo: string;
  /** Of an adjustment, what it was booked for; else empty. */
  readonly reason: string;
  /** Unix seconds. */
  readonly at: number;
};

export type StatementLineWire = {
  id: string;
  amount: string;
  balance: string;
  cause: string;
  cause_id: string;
  memo: string;
  reason: string;
  at: number;
};

/** A page of it. Lines are oldest first; `from` counts, `to` does not. */
export type Statement = {
  readonly from: number;
  readonly to: number;
  readonly opening: string;
  readonly closing: string;
  readonly currency: string;
  readonly lineCount: number;
  readonly totals: readonly StatementTotal[];
  readonly lines: readonly StatementLine[];
  /** Where the next page begins; empty at the end. */
  readonly next: string;
};

export type StatementWire = {
  from: number;
  to: number;
  opening: string;
  closing: string;
  currency: string;
  total: number;
  totals: { cause: string; label: string; amount: string; count: number }[];
  data: StatementLineWire[];
  next: string;
};

export function statementToWire(statement: Statement): StatementWire {
  const { from, to, opening, closing, currency, totals, next } = statement;
  const data = statement.lines.map(({ causeId, ...line }) => ({ ...line, cause_id: causeId }));
  return {
    from,
    to,
    opening,
    closing,
    currency,
    total: statement.lineCount,
    totals: totals.map((total) => ({ ...total })),
    data,
    next,
  };
}

export function statementFromWire(wire: StatementWire): Statement {
  const { from, to, opening, closing, currency, totals, next } = wire;
  const lines = wire.data.map(({ cause_id, ...line }) => ({ ...line, causeId: cause_id }));
  return { from, to, opening, closing, currency, lineCount: wire.total, totals, lines, next };
}
