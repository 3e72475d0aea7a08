// The calls about statements. The account is always the session's (T74). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { cursorField } from "../desk/page.calls.ts";
import { decimal } from "../fields.calls.ts";
import { stream } from "../sent.calls.ts";

/** Unix seconds. */
const momentField = z.string().regex(/^\d{1,10}$/);
const period = { from: momentField, to: momentField };

const StatementInput = z.object({ ...period, cursor: cursorField });

export function statementFromFields(fields: z.output<typeof StatementInput>) {
  return { ...periodFromFields(fields), cursor: fields.cursor ?? "" };
}

export function periodFromFields(fields: { readonly from: string; readonly to: string }) {
  return { from: Number(fields.from), to: Number(fields.to) };
}

export const getStatement = call({
  method: "GET",
  path: "/v1/api/main/statement",
  effect: "read",
  audience: "trader",
  summary: "The caller's ledger for a period: balances before and after, totals by cause, lines.",
  input: StatementInput,
  output: z.object({
    from: z.int(),
    to: z.int(),
    opening: decimal,
    closing: decimal,
    currency: z.string(),
    total: z.int(),
    totals: z.array(
      z.object({ cause: z.string(), label: z.string(), amount: decimal, count: z.int() }),
    ),
    data: z.array(
      z.object({
        id: z.string(),
        amount: decimal,
        balance: decimal,
        cause: z.string(),
        cause_id: z.string(),
        memo: z.string(),
        reason: z.string(),
        at: z.number(),
      }),
    ),
    next: z.string(),
  }),
  reasons: ["PERIOD_INVALID", "ACCOUNT_UNKNOWN"],
});

export const downloadStatement = call({
  method: "GET",
  path: "/v1/api/main/statement/csv",
  effect: "read",
  audience: "trader",
  summary: "The same as CSV, all lines, oldest first.",
  input: z.object(period),
  output: stream(),
  reasons: ["PERIOD_INVALID", "ACCOUNT_UNKNOWN"],
});
