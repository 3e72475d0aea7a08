// What the desk decides about one withdrawal whose row is locked: approving, rejecting, asking, and
// ending a payment by hand. Called by its calls, each in one transaction with the line of the audit
// log that says so. Invariants: two different people approve the same hash (H08, inv26); a refusal
// undoes all of it.

import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import type { WithdrawalRejection } from "@truetick/contract/desk";
import { approve, objectHash } from "../../members/approvals/approvals.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import type { Destinations } from "../payout-methods/destination.ts";
import type { PaymentOutcome } from "../payouts/payout-provider.ts";
import { endPayout } from "../payouts/payout-worker.ts";
import { checkFreeze } from "./may-withdraw.ts";
import {
  moveWithdrawal,
  WITHDRAWAL_OBJECT,
  type WithdrawalRecord,
  withdrawalHash,
} from "./withdrawal-table.ts";

const APPROVALS_NEEDED = 2;
const RETURN_OBJECT = "payout_return";

/** Refuses: WITHDRAWAL_DECIDED, OBJECT_CHANGED, WITHDRAWALS_FROZEN, and as `approve` does. */
export async function approveLocked(
  {
    clock,
    destinations,
  }: { readonly clock: Pick<Clock, "now">; readonly destinations: Destinations },
  trx: Database,
  given: { readonly row: WithdrawalRecord; readonly hash: string; readonly staff: StaffCaller },
): Promise<WithdrawalRecord | Refused> {
  const { row, hash, staff } = given;
  if (row.status !== "reviewing") return refuse("WITHDRAWAL_DECIDED");
  if (withdrawalHash(row) !== hash) return refuse("OBJECT_CHANGED");
  // Throws when the sealed destination is not the one that the hash names.
  destinations.open(row);
  const userId = Number(row.user_id);
  const reader = { userId, language: languageOf(DEFAULT_LANGUAGE) };
  const frozen = await checkFreeze({ database: trx, clock }, reader);
  if (frozen) return frozen;
  const id = Number(row.id);
  const agreed = await approve(trx, {
    kind: WITHDRAWAL_OBJECT,
    id,
    hash,
    staffId: staff.staffId,
    permission: "withdrawals.decide",
    memberId: userId,
  });
  if (isRefused(agreed)) return agreed;
  const isAgreed = new Set(agreed.approvers).size >= APPROVALS_NEEDED;
  const moved = isAgreed
    ? await moveWithdrawal(trx, row, { status: "approved", decided_at: new Date(clock.now()) })
    : row;
  await noteAct(trx, { staff, action: "withdrawal.approve", id, detail: { hash } });
  return moved;
}

/** All of the money returns. Refuses: WITHDRAWAL_DECIDED. */
export async function rejectLocked(
  trx: Database,
  given: {
    readonly row: WithdrawalRecord;
    readonly rejection: WithdrawalRejection;
    readonly remark: string;
    readonly at: Date;
    readonly staff: StaffCaller;
  },
): Promise<WithdrawalRecord | Refused> {
  const { row, rejection, remark, at, staff } = given;
  if (row.status !== "reviewing") return refuse("WITHDRAWAL_DECIDED");
  const moved = await moveWithdrawal(trx, row, {
    status: "rejected",
    due_act: "release",
    rejection,
    remark,
    decided_at: at,
    ended_at: at,
  });
  const id = Number(row.id);
  await noteAct(trx, { staff, action: "withdrawal.reject", id, detail: { rejection, remark } });
  return moved;
}

/** The deadline stays. Refuses: WITHDRAWAL_DECIDED. */
export async function askLocked(
  trx: Database,
  given: {
    readonly row: WithdrawalRecord;
    readonly question: string;
    readonly staff: StaffCaller;
  },
): Promise<WithdrawalRecord | Refused> {
  const { row, question, staff } = given;
  if (row.status !== "reviewing") return refuse("WITHDRAWAL_DECIDED");
  const moved = await moveWithdrawal(trx, row, { question, answer: "" });
  const id = Number(row.id);
  await noteAct(trx, { staff, action: "withdrawal.ask", id, detail: { question } });
  return moved;
}

/**
 * Only what people pay; refuses WITHDRAWAL_DECIDED. That it was sent is one person's word, which
 * its reference proves; that it was not takes two, since the money comes back (H08).
 */
export async function endByHand(
  trx: Database,
  given: {
    readonly row: WithdrawalRecord;
    readonly outcome: PaymentOutcome;
    readonly at: Date;
    readonly staff: StaffCaller;
  },
): Promise<WithdrawalRecord | Refused> {
  const { row, outcome, at, staff } = given;
  const id = Number(row.id);
  const payout = await trx
    .selectFrom("payout")
    .select(["provider", "payout_key"])
    .where("withdrawal_id", "=", row.id)
    .executeTakeFirst();
  if (payout?.provider !== "manual" || row.status !== "paying") return refuse("WITHDRAWAL_DECIDED");
  if (!outcome.isSent) {
    const fields = { id, key: payout.payout_key };
    const agreed = await approve(trx, {
      kind: RETURN_OBJECT,
      id,
      hash: objectHash(RETURN_OBJECT, fields),
      staffId: staff.staffId,
      permission: "withdrawals.decide",
      memberId: Number(row.user_id),
    });
    if (isRefused(agreed)) return agreed;
    if (agreed.approvers.length < APPROVALS_NEEDED) {
      const remark = outcome.failure;
      await noteAct(trx, { staff, action: "withdrawal.propose_return", id, detail: { remark } });
      return await moveWithdrawal(trx, row, { remark });
    }
  }
  const ended = await endPayout(trx, { id, outcome, at });
  if (!ended) return refuse("WITHDRAWAL_DECIDED");
  const action = outcome.isSent ? "withdrawal.mark_paid" : "withdrawal.return";
  const detail = outcome.isSent ? { reference: outcome.reference } : { remark: outcome.failure };
  await noteAct(trx, { staff, action, id, detail });
  return ended;
}

export async function noteAct(
  trx: Database,
  given: {
    readonly staff: StaffCaller;
    readonly action: string;
    readonly id: number;
    readonly detail: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { staff, action, id, detail } = given;
  const subject = { kind: WITHDRAWAL_OBJECT, id };
  await appendAudit(trx, { actor: staffActor(staff), action, subject, detail });
}
