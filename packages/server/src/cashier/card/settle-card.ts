// What a card payment became: the one place where the provider's webhook and the sandbox's test
// page end. Each event is heard once, and a payment counts only when amount and currency are what
// was asked for (T61, inv27). Nobody approves it: the provider's word, signed, is the approval.

import { MONEY_DECIMALS, powerOfTen } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import { type CreditParts, creditDeposit, tellDecided } from "../deposits/credit-deposit.ts";
import { referenceKey } from "../deposits/deposit-object.ts";
import type { DepositRecord, RemarkCode } from "../deposits/deposit-table.ts";
import { CARD_DECIMALS, type CardEvent } from "./card-provider.ts";

/** What is on record then; null: no payment of ours. */
export async function settleCard(
  parts: CreditParts,
  event: CardEvent,
): Promise<DepositRecord | null> {
  const { database, clock, log } = parts;
  const settled = await database.transaction().execute(async (trx) => {
    const row = await lockBySession(trx, event.sessionRef);
    const isNew = await keepEvent(trx, event, row);
    if (!row) {
      log.warn({ kind: event.kind }, "a card event about no payment of ours");
      return null;
    }
    return {
      row: isNew ? await change(trx, { row, event, nowMs: clock.now() }) : row,
      before: row,
    };
  });
  if (!settled) return null;
  const { row, before } = settled;
  const depositId = Number(row.id);
  if (row.state === "crediting") await creditDeposit(parts, depositId);
  if (row.state === "stuck") log.error({ depositId, problem: row.problem }, "a card payment stuck");
  if (row.state === "invalid" && before.state !== "invalid") await tellDecided(parts, row);
  return readById(database, row.id);
}

async function keepEvent(
  trx: Database,
  { eventId, kind }: CardEvent,
  row: DepositRecord | undefined,
): Promise<boolean> {
  const kept = await trx
    .insertInto("card_event")
    .values({ id: eventId, kind, deposit_id: row?.id ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

async function change(
  trx: Database,
  given: { readonly row: DepositRecord; readonly event: CardEvent; readonly nowMs: number },
): Promise<DepositRecord> {
  const { row, event, nowMs } = given;
  const values = event.kind === "paid" ? paidValues(row, event) : endedValues(row, event, nowMs);
  if (!values) return row;
  return await trx
    .updateTable("deposit")
    .set(values)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A page that we took for abandoned can still have been paid: the money is real. */
function paidValues(row: DepositRecord, event: CardEvent): Partial<DepositRecord> | null {
  if (row.state !== "unpaid" && row.state !== "invalid") return null;
  const open = {
    decided_at: null,
    remark: "",
    remark_code: null,
    reference: event.paymentRef,
    reference_key: referenceKey(event.paymentRef),
  };
  if (event.cents !== row.amount || event.currency !== row.currency_code) {
    return { ...open, state: "stuck", problem: "AMOUNT_DIFFERS" };
  }
  return {
    ...open,
    state: "crediting",
    rate_numerator: "1",
    rate_denominator: "1",
    credit_usd: event.cents * powerOfTen(MONEY_DECIMALS - CARD_DECIMALS),
  };
}

function endedValues(
  row: DepositRecord,
  { kind }: CardEvent,
  nowMs: number,
): Partial<DepositRecord> | null {
  if (row.state !== "unpaid" || kind === "paid") return null;
  const remark_code: RemarkCode = kind;
  return { state: "invalid", remark_code, decided_at: new Date(nowMs) };
}

function lockBySession(trx: Database, sessionRef: string): Promise<DepositRecord | undefined> {
  return trx
    .selectFrom("deposit")
    .selectAll()
    .where("session_ref", "=", sessionRef)
    .forUpdate()
    .executeTakeFirst();
}

function readById(database: Database, id: bigint): Promise<DepositRecord> {
  return database.selectFrom("deposit").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Pages that nobody paid on within their life, and of which nobody told us. */
export async function expireCards(parts: CreditParts, pageLifeMs: number): Promise<void> {
  const { database, clock } = parts;
  const rows = await database
    .updateTable("deposit")
    .set({ state: "invalid", remark_code: "expired", decided_at: new Date(clock.now()) })
    .where("state", "=", "unpaid")
    .where("created_at", "<", new Date(clock.now() - pageLifeMs))
    .returningAll()
    .execute();
  for (const row of rows) await tellDecided(parts, row);
}
