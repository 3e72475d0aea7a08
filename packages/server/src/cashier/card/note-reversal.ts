// Keeps what the card provider says about a payment after it was made, once, with a line of the
// audit log, and lets the open screens look again. Invariant: no money moves here; whoever works at
// the desk decides what follows (H08, H10).

import { isOwnAccount } from "../../members/approvals/approvals.ts";
import { appendAudit, SYSTEM_ACTOR, staffActor } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { CreditParts } from "../deposits/credit-deposit.ts";
import { DEPOSIT_OBJECT } from "../deposits/deposit-object.ts";
import { type DepositRecord, lockDeposit } from "../deposits/deposit-table.ts";
import { fitsDeposit } from "./describe-reversals.ts";
import type { Reversal } from "./reversal-table.ts";

type NoteParts = Pick<CreditParts, "database" | "changes" | "log">;

export async function noteReversal(
  { database, changes, log }: NoteParts,
  reversal: Reversal,
): Promise<void> {
  const { deposit, isNew } = await database.transaction().execute(async (trx) => {
    // Held: what is said about one payment is numbered in the order in which it can be seen.
    const deposit = await trx
      .selectFrom("deposit")
      .selectAll()
      .where("reference_key", "=", reversal.paymentKey)
      .where("kind", "=", "card")
      .forUpdate()
      .executeTakeFirst();
    const isNew = await keep(trx, reversal);
    if (isNew) await writeDown(trx, reversal, deposit?.id ?? null);
    return { deposit, isNew };
  });
  if (isNew) warn(log, reversal, deposit);
  // Each time: who kept it the first time may have died before anybody was told.
  if (deposit) changes.tell(Number(deposit.user_id), "deposit");
}

function warn(
  log: NoteParts["log"],
  { eventType, objectRef, cents, currency }: Reversal,
  deposit: DepositRecord | undefined,
): void {
  if (!deposit) {
    log.warn({ eventType, objectRef }, "a card event about no payment of ours");
    return;
  }
  const depositId = Number(deposit.id);
  const doesFit = fitsDeposit(deposit, { amount: cents, currencyCode: currency });
  if (doesFit) log.warn({ depositId, eventType }, "a card payment reversed");
  else log.error({ depositId, eventType }, "a card payment reversed by another amount");
}

/** False: it was told before. */
async function keep(trx: Database, reversal: Reversal): Promise<boolean> {
  const kept = await trx
    .insertInto("card_reversal")
    .values({
      event_id: reversal.eventId,
      event_type: reversal.eventType,
      payment_key: reversal.paymentKey,
      about: reversal.about,
      object_ref: reversal.objectRef,
      state: reversal.state,
      amount: reversal.cents,
      currency_code: reversal.currency,
      said_at: new Date(reversal.saidAtMs),
    })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

async function writeDown(
  trx: Database,
  reversal: Reversal,
  depositId: bigint | null,
): Promise<void> {
  const subject =
    depositId === null
      ? { kind: "payment", id: reversal.paymentKey }
      : { kind: DEPOSIT_OBJECT, id: Number(depositId) };
  await appendAudit(trx, {
    actor: SYSTEM_ACTOR,
    action: "deposit.reversal",
    subject,
    detail: {
      event: reversal.eventId,
      type: reversal.eventType,
      object: reversal.objectRef,
      state: reversal.state,
      cents: reversal.cents,
      currency: reversal.currency,
    },
  });
}

/**
 * Somebody has looked at everything up to what was shown; what came since still waits. Refuses
 * DEPOSIT_UNKNOWN, and OWN_PROPOSAL to whoever paid it: they would look away from it (T87).
 */
export async function noteLook(
  database: Database,
  look: { readonly depositId: number; readonly upTo: number; readonly staff: StaffCaller },
): Promise<Refused | null> {
  const { depositId, upTo, staff } = look;
  const done = await inTransaction(database, async (trx) => {
    const deposit = await lockDeposit(trx, depositId);
    if (deposit?.kind !== "card" || deposit.reference_key === null) {
      return refuse("DEPOSIT_UNKNOWN");
    }
    const memberId = Number(deposit.user_id);
    if (await isOwnAccount(trx, { staffId: staff.staffId, memberId })) {
      return refuse("OWN_PROPOSAL");
    }
    const seen = await trx
      .insertInto("card_reversal_look")
      .columns(["reversal_id", "staff_id"])
      .expression((eb) =>
        eb
          .selectFrom("card_reversal")
          .select(["id", eb.val(BigInt(staff.staffId)).as("staff_id")])
          .where("payment_key", "=", deposit.reference_key)
          .where("id", "<=", BigInt(upTo)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning("reversal_id")
      .execute();
    if (seen.length === 0) return null;
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "deposit.look_reversals",
      subject: { kind: DEPOSIT_OBJECT, id: depositId },
      detail: { count: seen.length, upTo },
    });
    return null;
  });
  return isRefused(done) ? done : null;
}
