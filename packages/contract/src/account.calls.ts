// The calls about the caller's own account: balance, detail, log, and the reset of a demo.
// The account is always the session's; no field can name another (T74). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { beforeField, beforeOf, decimal, pageField, pageOf } from "./fields.calls.ts";
import { ACCOUNT_REASONS } from "./order-reasons.ts";

/** A ratio, or a dash where there is none. */
const ratio = z.string().regex(/^(-|-?\d{1,19}(\.\d{1,12})?)$/);

const AccountSchema = z.object({
  balance: decimal,
  lock_balance: decimal,
  Cash: decimal,
  NetValue: decimal,
  UsedMargin: decimal,
  ReservedMargin: decimal,
  WithdrawalHold: decimal,
  FreeMargin: decimal,
  FactProfits: decimal,
  Available: decimal,
  HazardRate: ratio,
  RiskRate: ratio,
  MarginCall: z.int(),
  is_demo: z.int(),
  Currency: z.string(),
});

export const getBalance = call({
  method: "GET",
  path: "/v1/api/main/wallet/getBalance",
  effect: "read",
  audience: "trader",
  summary: "What the caller can spend.",
  input: z.object({}),
  output: z.object({ balance: decimal }),
  reasons: ["ACCOUNT_UNKNOWN"],
});

export const getAccount = call({
  method: "GET",
  path: "/v1/api/main/account/forexDetail",
  effect: "read",
  audience: "trader",
  summary: "The caller's account marked to the newest quotes.",
  input: z.object({}),
  output: AccountSchema,
  reasons: ["ACCOUNT_UNKNOWN"],
});

const AccountLogInput = z.object({ page: pageField, before: beforeField });

export function accountLogFromFields(fields: z.output<typeof AccountLogInput>) {
  return { page: pageOf(fields.page), before: beforeOf(fields.before) };
}

export const listAccountLog = call({
  method: "GET",
  path: "/v1/api/main/accountLog/forexChange",
  effect: "read",
  audience: "trader",
  summary: "Every movement of the caller's cash with the running balance, newest first.",
  input: AccountLogInput,
  output: z.object({
    data: z.array(
      z.object({
        Id: z.string(),
        Value: decimal,
        Balance: decimal,
        Cause: z.string(),
        CauseId: z.string(),
        MemoTran: z.string(),
        CreatedAt: z.number(),
        CreatedAtTran: z.string(),
      }),
    ),
    total: z.int(),
  }),
  reasons: ["ACCOUNT_UNKNOWN"],
});

export const resetDemoAccount = call({
  method: "GET",
  path: "/v1/api/main/user/resetForexDemoAccount",
  effect: "write",
  audience: "trader",
  summary: "Ends what a demo copies, closes everything at the market and brings it back to 10,000.",
  input: z.object({}),
  output: z.object({ balance: decimal }),
  reasons: [...ACCOUNT_REASONS, "ONLY_DEMO", "MARKET_CLOSED", "MARKET_HALTED", "QUOTE_STALE"],
});
