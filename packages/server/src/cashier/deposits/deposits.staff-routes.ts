// The calls of the desk about deposits: the queue, a case, and what can be decided about it.
// Whoever opens a case or decides is written down.

import {
  depositApprovalFromFields,
  depositCasesFromFields,
  depositIdFromFields,
  depositQuestionFromFields,
  depositRemarkFromFields,
  reversalLookFromFields,
} from "@truetick/contract/calls";
import { depositCaseToWire, depositRowToWire } from "@truetick/contract/desk";
import { accountId } from "@truetick/engine";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffContext,
} from "../../platform/handler.ts";
import { momentText } from "../../platform/moment-text.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { noteLook } from "../card/note-reversal.ts";
import type { UsdRates } from "../currencies/usd-rate.ts";
import { type CreditParts, creditDeposit, tellAsked, tellDecided } from "./credit-deposit.ts";
import { approveDeposit, askDeposit, refuseDeposit } from "./decide-deposit.ts";
import { listCases, readCase } from "./deposit-cases.ts";
import { DEPOSIT_OBJECT } from "./deposit-object.ts";
import type { DepositRecord } from "./deposit-table.ts";

export type DepositStaffHandlers = Handlers<
  | "listDepositCases"
  | "showDepositCase"
  | "approveDeposit"
  | "rejectDeposit"
  | "invalidateDeposit"
  | "askDeposit"
  | "lookAtReversals"
>;

export type DepositStaffParts = CreditParts & {
  readonly read: Sequencer["read"];
  readonly rates: UsdRates;
  readonly clock: Pick<Clock, "now">;
};

export function createDepositStaffHandlers(parts: DepositStaffParts): DepositStaffHandlers {
  const { database, clock } = parts;
  const shown = async (depositId: number) => {
    const found = await readCase(parts, depositId);
    return found ? depositCaseToWire(found) : refuse("DEPOSIT_UNKNOWN");
  };
  const refused =
    (state: "rejected" | "invalid"): DepositStaffHandlers["rejectDeposit"] =>
    async (fields, { staff }) => {
      const decision = { ...depositRemarkFromFields(fields), state, staff };
      const row = await refuseDeposit({ database, nowMs: clock.now() }, decision);
      if (isRefused(row)) return row;
      await tellDecided(parts, row);
      return shown(decision.depositId);
    };
  return {
    async listDepositCases(fields) {
      const { rows, next } = await listCases(parts, depositCasesFromFields(fields));
      return { data: rows.map(depositRowToWire), next };
    },
    async showDepositCase(fields, { staff }) {
      const depositId = depositIdFromFields(fields);
      const found = await shown(depositId);
      if (isRefused(found)) return found;
      await database.transaction().execute((trx) =>
        appendAudit(trx, {
          actor: staffActor(staff),
          action: "deposit.show",
          subject: { kind: DEPOSIT_OBJECT, id: depositId },
          detail: {},
        }),
      );
      return found;
    },
    async approveDeposit(fields, context) {
      const approval = depositApprovalFromFields(fields);
      const row = await approveAndCredit(parts, { ...approval, context });
      return isRefused(row) ? row : shown(approval.depositId);
    },
    rejectDeposit: refused("rejected"),
    invalidateDeposit: refused("invalid"),
    async askDeposit(fields, { staff }) {
      const asked = { ...depositQuestionFromFields(fields), staff };
      const row = await askDeposit(database, asked);
      if (isRefused(row)) return row;
      await tellAsked(parts, row);
      return shown(asked.depositId);
    },
    async lookAtReversals(fields, { staff }) {
      const look = reversalLookFromFields(fields);
      const refusal = await noteLook(database, { ...look, staff });
      return refusal ?? shown(look.depositId);
    },
  };
}

type Approval = {
  readonly depositId: number;
  readonly hash: string;
  readonly reference: string | null;
  readonly context: StaffContext;
};

/** What the books refuse for a while is finished by the job; what they refuse for good is told. */
async function approveAndCredit(
  parts: DepositStaffParts,
  { context, ...approval }: Approval,
): Promise<DepositRecord | Refused> {
  const excluded = await checkExclusion(parts, approval.depositId, context);
  if (excluded) return excluded;
  const row = await approveDeposit(parts, { ...approval, staff: context.staff });
  if (isRefused(row) || row.state !== "crediting") return row;
  const refusal = await creditDeposit(parts, approval.depositId);
  if (refusal === null || refusal.reason === "UNAVAILABLE" || refusal.reason === "OVERLOADED") {
    return row;
  }
  return refusalToReason(refusal, { language: context.language, pricePrecision: null });
}

/** Whoever has shut themselves out gets no money in, whoever agrees. */
async function checkExclusion(
  { database, read, clock }: DepositStaffParts,
  depositId: number,
  { language }: StaffContext,
): Promise<Refused | null> {
  const row = await database
    .selectFrom("deposit")
    .select("account_id")
    .where("id", "=", BigInt(depositId))
    .executeTakeFirst();
  if (!row) return null;
  const account = await read((books) => books.account(accountId(Number(row.account_id))));
  const untilMs = account?.limits.selfExcludedUntilMs ?? 0;
  if (untilMs <= clock.now()) return null;
  return refuse("SELF_EXCLUDED", { until: momentText(language, untilMs) });
}
