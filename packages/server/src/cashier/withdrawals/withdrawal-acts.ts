// What the books have to do for a withdrawal: hold at the request, release when it ends without a
// payment, settle when it was paid. Each is written down as due before it is done, done while the
// row is locked, and the same command a second time changes nothing; so a crash anywhere is made
// good by doing it again (inv21, T73). Invariant: it stays due until the books themselves said yes
// or no. Called by whoever moves a withdrawal, and by the job.

import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import {
  type CommandKey,
  HOUSE_OWNER,
  type RefusedOutcome,
} from "../../trading/sequencer/outcome.ts";
import type { Sequencer, UnstampedCommand } from "../../trading/sequencer/sequencer.ts";
import { noteMemberStep } from "../member-step.ts";
import { moveWithdrawal, type WithdrawalRecord } from "./withdrawal-table.ts";

export type WithdrawalActs = {
  /**
   * Does what is due. The row as it is afterwards when this call did it; null when nothing was due
   * any more; a refusal of the books, or OUTCOME_UNKNOWN: it stays due and the job asks again.
   */
  readonly carryOut: (id: bigint) => Promise<WithdrawalRecord | Refused | null>;
};

export function createWithdrawalActs(parts: {
  readonly database: Database;
  readonly submit: Sequencer["submit"];
}): WithdrawalActs {
  const { database, submit } = parts;

  async function carryOutLocked(
    trx: Database,
    row: WithdrawalRecord,
  ): Promise<WithdrawalRecord | Refused> {
    const outcome = await submit(commandOf(row), keyOf(row));
    if (outcome.isAccepted) return await note(trx, row);
    const { refusal } = outcome;
    // It was done before, and only the note of it is missing.
    if (refusal.reason === "ALREADY_SETTLED") return await note(trx, row);
    if (!isDecided(refusal)) return refuse("OUTCOME_UNKNOWN");
    const refused = refusalToReason(refusal, READER);
    if (row.due_act === "hold") await moveWithdrawal(trx, row, refusedHold(refused));
    return refused;
  }

  return {
    carryOut: (id) =>
      database.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom("withdrawal")
          .selectAll()
          .where("id", "=", id)
          .where("due_act", "is not", null)
          .forUpdate()
          .executeTakeFirst();
        return row ? await carryOutLocked(trx, row) : null;
      }),
  };
}

/** Numbers of refusals about money are the same in every language. */
const READER = { language: languageOf(DEFAULT_LANGUAGE), pricePrecision: null };

function commandOf(row: WithdrawalRecord): UnstampedCommand {
  const withdrawalId = Number(row.id);
  switch (row.due_act) {
    case "hold":
      return {
        type: "Hold",
        accountId: accountId(Number(row.account_id)),
        withdrawalId,
        amount: money(row.amount),
      };
    case "release":
      return { type: "Release", withdrawalId };
    case "settle":
      return { type: "Settle", withdrawalId, fee: money(row.fee) };
    case null:
      throw new Error("Invariant: only what is due is done");
  }
}

/**
 * A hold that was asked for twice ends as the one that the books saw first: after their "no" its
 * row is closed, and one that arrives late must not be held (F08). The others stay due until they
 * are done, whatever was said before.
 */
function keyOf({ due_act, id }: WithdrawalRecord): CommandKey | undefined {
  if (due_act !== "hold") return undefined;
  return { ownerId: HOUSE_OWNER, key: `withdrawal/${id}/hold`, payload: "" };
}

async function note(trx: Database, row: WithdrawalRecord): Promise<WithdrawalRecord> {
  const held = row.needs_code ? "unconfirmed" : "reviewing";
  const isRequest = row.due_act === "hold";
  const moved = await moveWithdrawal(trx, row, {
    due_act: null,
    ...(isRequest && { status: held }),
  });
  if (isRequest) {
    const { user_id: userId, id } = row;
    const detail = { amount: String(row.amount), fee: String(row.fee) };
    await noteMemberStep(trx, { userId, of: "withdrawal", id, step: "request", detail });
  }
  return moved;
}

/**
 * The books themselves said no. Everything else is "not now", of this asking alone: an earlier one,
 * of another call or of the job, may have been carried out or may be yet.
 */
function isDecided({ reason }: RefusedOutcome["refusal"]): boolean {
  return reason !== "OVERLOADED" && reason !== "UNAVAILABLE" && reason !== "KEY_REUSED";
}

function refusedHold({ reason, numbers }: Refused) {
  const refusal = { reason, numbers: { ...numbers } };
  return { status: "refused", due_act: null, refusal } as const;
}

/** What the books said when nothing was held, to whoever asks again. */
export function keptRefusal({ refusal }: WithdrawalRecord): Refused {
  if (!refusal) throw new Error("Invariant: what was refused has its reason");
  // Written by `refusedHold`, from a reason.
  return refuse(refusal.reason as Refused["reason"], refusal.numbers);
}
