// The calls of the desk about withdrawals: looking, approving, rejecting, asking, and what people
// who pay by hand enter. Invariants: two different people approve exactly what is shown, and a row
// that changed in between is another thing (H08, inv26); every act and every look at a whole
// destination is written down (H07); rejecting returns all of the money (H11).

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
import { inTransaction } from "../../platform/in-transaction.ts";
import { createLines } from "../../platform/in-turn.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { UsdRates } from "../currencies/usd-rate.ts";
import { listRails } from "../payout-methods/payout-rails.ts";
import type { PaymentOutcome } from "../payouts/payout-provider.ts";
import type { PayoutWorker } from "../payouts/payout-worker.ts";
import { approveLocked, askLocked, endByHand, noteAct, rejectLocked } from "./decide-withdrawal.ts";
import type { WithdrawalActs } from "./withdrawal-acts.ts";
import { type CaseParts, describeRow, listCases, showCase } from "./withdrawal-cases.ts";
import type { WithdrawalLetters } from "./withdrawal-letters.ts";
import { lockWithdrawal, type WithdrawalRecord } from "./withdrawal-table.ts";

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

const UNIQUE_VIOLATION = "23505";

type Move = (trx: Database, row: WithdrawalRecord) => Promise<WithdrawalRecord | Refused>;

/** Moves a locked row, writes it down, lets the books follow, and shows the case as it is now. */
function createDecide(parts: WithdrawalDeskParts) {
  const { database, changes, background, letters, acts } = parts;
  /** Whoever decides one case waits here, not on a connection that the first still needs. */
  const inLine = createLines();

  async function decideNow(id: number, { staff }: StaffContext, move: Move) {
    const moved = await inTransaction(database, async (trx) => {
      const row = await lockWithdrawal(trx, { id });
      return row ? await move(trx, row) : refuse("WITHDRAWAL_UNKNOWN");
    });
    if (isRefused(moved)) return moved;
    const done = moved.due_act === null ? moved : await acts.carryOut(moved.id);
    changes.tell(Number(moved.user_id), "withdrawal");
    // It is decided, whenever the books follow: if not now, the job has them do it and writes the
    // letter, as where it was quicker.
    if (done && !isRefused(done) && TOLD.has(moved.status)) {
      background.run("tell of a withdrawal", () => letters.tell(moved));
    }
    parts.worker.wake();
    return await show(parts, id, staff);
  }

  return (id: number, context: StaffContext, move: Move) =>
    inLine(`${id}`, () => decideNow(id, context, move));
}

export function createWithdrawalDesk(parts: WithdrawalDeskParts): WithdrawalDeskHandlers {
  const { clock, background, letters } = parts;
  const decide = createDecide(parts);

  function end(id: number, outcome: PaymentOutcome, context: StaffContext) {
    return decide(id, context, (trx, row) =>
      endByHand(trx, { row, outcome, at: new Date(clock.now()), staff: context.staff }),
    );
  }

  return {
    ...createReaders(parts),
    async approveWithdrawal(fields, context) {
      const { withdrawalId: id, hash } = withdrawalApprovalFromFields(fields);
      const { staff } = context;
      return decide(id, context, (trx, row) => approveLocked(parts, trx, { row, hash, staff }));
    },
    async rejectWithdrawal(fields, context) {
      const { withdrawalId: id, rejection, remark } = withdrawalRejectionFromFields(fields);
      const at = new Date(clock.now());
      const how = { rejection, remark, at, staff: context.staff };
      return decide(id, context, (trx, row) => rejectLocked(trx, { row, ...how }));
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
      return end(withdrawalId, { isSent: false, failure: remark }, context);
    },
    async askWithdrawal(fields, context) {
      const { withdrawalId: id, question } = withdrawalQuestionFromFields(fields);
      const { staff } = context;
      const shown = await decide(id, context, (trx, row) =>
        askLocked(trx, { row, question, staff }),
      );
      if (!isRefused(shown)) {
        const asked = { id, userId: Number(shown.user_id), question };
        background.run("tell of a question", () => letters.tellAsked(asked));
      }
      return shown;
    },
  };
}

/** The calls that change nothing; a look at a whole destination is written down. */
function createReaders(
  parts: WithdrawalDeskParts,
): Pick<WithdrawalDeskHandlers, "listWithdrawalCases" | "showWithdrawalCase" | "listPayoutRails"> {
  const { database } = parts;
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
          .execute((trx) => noteAct(trx, { staff, action: "withdrawal.look", id, detail: {} }));
      }
      return shown;
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
