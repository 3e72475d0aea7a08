// The calls of the desk about withdrawals: looking, approving, rejecting, asking, and what people
// who pay by hand enter. Invariants: two different people approve exactly what is shown, and a row
// that changed in between is another thing (H08, inv26); every act and every look at a whole
// destination is written down (H07); rejecting returns all of the money (H11).

import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import {
  withdrawalApprovalFromFields,
  withdrawalCaseIdFromFields,
  withdrawalCasesFromFields,
  withdrawalPaymentFromFields,
  withdrawalQuestionFromFields,
  withdrawalRejectionFromFields,
  withdrawalReturnFromFields,
} from "@truetick/contract/calls";
import {
  payoutRailToWire,
  withdrawalCaseToWire,
  withdrawalRowToWire,
} from "@truetick/contract/desk";
import pg from "pg";
import { approve } from "../../members/approvals/approvals.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Background } from "../../platform/background.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
  type StaffContext,
} from "../../platform/handler.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { UsdRates } from "../currencies/usd-rate.ts";
import { inTransaction } from "../deposits/in-transaction.ts";
import { listRails } from "../payout-methods/payout-rails.ts";
import type { PaymentOutcome } from "../payouts/payout-provider.ts";
import { endPayout, type PayoutWorker } from "../payouts/payout-worker.ts";
import { checkFreeze } from "./may-withdraw.ts";
import type { WithdrawalActs } from "./withdrawal-acts.ts";
import { type CaseParts, describeRow, listCases, showCase } from "./withdrawal-cases.ts";
import type { WithdrawalLetters } from "./withdrawal-letters.ts";
import {
  lockWithdrawal,
  moveWithdrawal,
  WITHDRAWAL_OBJECT,
  type WithdrawalRecord,
  withdrawalHash,
} from "./withdrawal-table.ts";

export type WithdrawalDeskParts = CaseParts & {
  readonly clock: Clock;
  readonly acts: WithdrawalActs;
  readonly letters: WithdrawalLetters;
  readonly changes: Pick<MemberChanges, "tell">;
  readonly background: Background;
  readonly worker: Pick<PayoutWorker, "wake">;
  readonly rates: UsdRates;
};

export type WithdrawalDeskHandlers = Handlers<
  | "listWithdrawalCases"
  | "showWithdrawalCase"
  | "approveWithdrawal"
  | "rejectWithdrawal"
  | "markWithdrawalPaid"
  | "returnWithdrawal"
  | "askWithdrawal"
  | "listPayoutRails"
>;

const APPROVALS_NEEDED = 2;
const UNIQUE_VIOLATION = "23505";

type Move = (trx: Database, row: WithdrawalRecord) => Promise<WithdrawalRecord | Refused>;

export function createWithdrawalDesk(parts: WithdrawalDeskParts): WithdrawalDeskHandlers {
  const { database, clock, changes, background, letters, acts } = parts;

  /** Moves a locked row, writes it down, lets the books follow, and shows the case as it is now. */
  async function decide(id: number, { staff }: StaffContext, move: Move) {
    const moved = await inTransaction(database, async (trx) => {
      const row = await lockWithdrawal(trx, { id });
      return row ? await move(trx, row) : refuse("WITHDRAWAL_UNKNOWN");
    });
    if (isRefused(moved)) return moved;
    const refused = moved.due_act === null ? null : await acts.carryOut(moved.id);
    if (isRefused(refused)) return refused;
    changes.tell(Number(moved.user_id), "withdrawal");
    if (TOLD.has(moved.status)) background.run("tell of a withdrawal", () => letters.tell(moved));
    parts.worker.wake();
    return await show(parts, id, staff);
  }

  function end(id: number, outcome: PaymentOutcome, context: StaffContext) {
    return decide(id, context, (trx, row) =>
      endByHand(trx, { row, outcome, at: new Date(clock.now()), staff: context.staff }),
    );
  }

  return {
    async listWithdrawalCases(fields) {
      const { rows, next } = await listCases(database, withdrawalCasesFromFields(fields));
      return { data: rows.map((row) => withdrawalRowToWire(describeRow(row))), next };
    },
    async showWithdrawalCase(fields, { staff }) {
      const id = withdrawalCaseIdFromFields(fields);
      const shown = await show(parts, id, staff);
      if (!isRefused(shown)) {
        await database
          .transaction()
          .execute((trx) => note(trx, { staff, action: "withdrawal.look", id, detail: {} }));
      }
      return shown;
    },
    async approveWithdrawal(fields, context) {
      const { withdrawalId: id, hash } = withdrawalApprovalFromFields(fields);
      return await decide(id, context, (trx, row) =>
        approveLocked(parts, trx, { row, hash, staff: context.staff }),
      );
    },
    async rejectWithdrawal(fields, context) {
      const { withdrawalId: id, rejection, remark } = withdrawalRejectionFromFields(fields);
      return await decide(id, context, async (trx, row) => {
        if (row.status !== "reviewing") return refuse("WITHDRAWAL_DECIDED");
        const now = new Date(clock.now());
        const moved = await moveWithdrawal(trx, row, {
          status: "rejected",
          due_act: "release",
          rejection,
          remark,
          decided_at: now,
          ended_at: now,
        });
        const detail = { rejection, remark };
        await note(trx, { staff: context.staff, action: "withdrawal.reject", id, detail });
        return moved;
      });
    },
    async markWithdrawalPaid(fields, context) {
      const { withdrawalId, reference } = withdrawalPaymentFromFields(fields);
      try {
        return await end(withdrawalId, { isSent: true, reference }, context);
      } catch (error) {
        const isTaken = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
        if (isTaken) return refuse("PAYOUT_REFERENCE_USED");
        throw error;
      }
    },
    async returnWithdrawal(fields, context) {
      const { withdrawalId, remark } = withdrawalReturnFromFields(fields);
      return await end(withdrawalId, { isSent: false, failure: remark }, context);
    },
    async askWithdrawal(fields, context) {
      const { withdrawalId: id, question } = withdrawalQuestionFromFields(fields);
      return await decide(id, context, async (trx, row) => {
        if (row.status !== "reviewing") return refuse("WITHDRAWAL_DECIDED");
        const moved = await moveWithdrawal(trx, row, { question, answer: "" });
        const detail = { question };
        await note(trx, { staff: context.staff, action: "withdrawal.ask", id, detail });
        return moved;
      });
    },
    async listPayoutRails() {
      return { data: (await listRails(parts)).map(payoutRailToWire) };
    },
  };
}

/** What is worth a letter: the end of it. */
const TOLD = new Set<WithdrawalRecord["status"]>(["rejected", "paid", "returned"]);

async function show(parts: CaseParts, id: number, staff: StaffCaller) {
  const found = await showCase(parts, id);
  if (!found) return refuse("WITHDRAWAL_UNKNOWN");
  const may = staff.can("withdrawals.decide");
  return withdrawalCaseToWire({ ...found, canMarkPaid: may && found.canMarkPaid });
}

/** Refuses: WITHDRAWAL_DECIDED, OBJECT_CHANGED, WITHDRAWALS_FROZEN, and as `approve` does. */
async function approveLocked(
  { clock, destinations }: WithdrawalDeskParts,
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
  const agreed = await approve(trx, { kind: WITHDRAWAL_OBJECT, id, hash, staffId: staff.staffId });
  if (isRefused(agreed)) return agreed;
  const isAgreed = new Set(agreed.approvers).size >= APPROVALS_NEEDED;
  const moved = isAgreed
    ? await moveWithdrawal(trx, row, { status: "approved", decided_at: new Date(clock.now()) })
    : row;
  await note(trx, { staff, action: "withdrawal.approve", id, detail: { hash } });
  return moved;
}

/** Only what people pay; refuses WITHDRAWAL_DECIDED. */
async function endByHand(
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
    .select("provider")
    .where("withdrawal_id", "=", row.id)
    .executeTakeFirst();
  if (payout?.provider !== "manual") return refuse("WITHDRAWAL_DECIDED");
  const ended = await endPayout(trx, { id, outcome, at });
  if (!ended) return refuse("WITHDRAWAL_DECIDED");
  const action = outcome.isSent ? "withdrawal.mark_paid" : "withdrawal.return";
  const detail = outcome.isSent ? { reference: outcome.reference } : { remark: outcome.failure };
  await note(trx, { staff, action, id, detail });
  return ended;
}

async function note(
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
