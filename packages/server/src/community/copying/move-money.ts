// Moves money between an owner's main account and a follow, by transfers of the engine under the
// number of a row, each once, whatever breaks. Called by starting, by the owner's adding and
// taking, and by settling. Invariant: the amount of a follow is what its transfers say; money that
// leaves is taken off before it goes, so that no copy stop-loss mistakes it for a loss.

import { assert, type Money, money } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { Outcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { StoredFollow } from "./follow-table.ts";

/** In: what a follow starts with, and what is added. Out: what is taken, and the rest at last. */
export type TransferKind = "start" | "add" | "take" | "return";

export type StoredTransfer = {
  readonly id: number;
  readonly followId: number;
  readonly kind: TransferKind;
  readonly amount: Money;
  readonly status: "planned" | "done" | "refused";
};

type Row = {
  id: bigint;
  follow_id: bigint;
  kind: TransferKind;
  amount: bigint;
  status: StoredTransfer["status"];
};

function transferOf(row: Row): StoredTransfer {
  return {
    id: Number(row.id),
    followId: Number(row.follow_id),
    kind: row.kind,
    amount: money(row.amount),
    status: row.status,
  };
}

export type NewTransfer = Pick<StoredTransfer, "followId" | "kind" | "amount"> & {
  readonly attempt: string | null;
};

/** KEY_REUSED when the client's name of the attempt stands for another transfer (T01). */
export async function planTransfer(
  trx: Database,
  wanted: NewTransfer,
  nowMs: number,
): Promise<(StoredTransfer & { readonly isNew: boolean }) | Refused> {
  const { followId, kind, amount, attempt } = wanted;
  const { rows } = await sql<Row>`
    insert into copy_transfer (follow_id, kind, amount, status, attempt, created_at)
    values (${followId}, ${kind}, ${amount}, 'planned', ${attempt}, ${new Date(nowMs)})
    on conflict (follow_id, attempt) do nothing
    returning id, follow_id, kind, amount, status`.execute(trx);
  if (rows[0]) return { ...transferOf(rows[0]), isNew: true };
  const known = (await findAttempted(trx, wanted)) ?? refuse("KEY_REUSED");
  return isRefused(known) ? known : { ...known, isNew: false };
}

/** The transfer that this attempt led to before, or KEY_REUSED; null: it is new. */
export async function findAttempted(
  trx: Database,
  { followId, kind, amount, attempt }: NewTransfer,
): Promise<StoredTransfer | Refused | null> {
  const { rows } = await sql<Row>`
    select id, follow_id, kind, amount, status from copy_transfer
    where follow_id = ${followId} and attempt = ${attempt}`.execute(trx);
  const [found] = rows.map(transferOf);
  if (!found) return null;
  return found.kind === kind && found.amount === amount ? found : refuse("KEY_REUSED");
}

/** What an earlier life has begun, and what has no answer yet. */
export async function readPlannedTransfers(database: Database): Promise<readonly StoredTransfer[]> {
  const { rows } = await sql<Row>`
    select id, follow_id, kind, amount, status from copy_transfer
    where status = 'planned' order by id`.execute(database);
  return rows.map(transferOf);
}

/** Of these follows only. */
export async function readPlannedTransfersOf(
  database: Database,
  followIds: readonly number[],
): Promise<readonly StoredTransfer[]> {
  const { rows } = await sql<Row>`
    select id, follow_id, kind, amount, status from copy_transfer
    where status = 'planned' and follow_id = any(${followIds}::bigint[])
    order by id`.execute(database);
  return rows.map(transferOf);
}

/** What is on its way into a follow and not in its amount yet, without this attempt's own. */
export async function sumPlannedAdds(
  trx: Database,
  { followId, attempt }: Pick<NewTransfer, "followId" | "attempt">,
): Promise<Money> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from copy_transfer
    where follow_id = ${followId} and kind = 'add' and status = 'planned'
      and attempt is distinct from ${attempt}::text`.execute(trx);
  return money(rows[0]?.sum ?? 0n);
}

/** The one that a follow begins with. */
export async function readFirstTransfer(
  database: Database,
  followId: number,
): Promise<StoredTransfer> {
  const { rows } = await sql<Row>`
    select id, follow_id, kind, amount, status from copy_transfer
    where follow_id = ${followId} order by id limit 1`.execute(database);
  assert(rows[0] !== undefined, "Invariant: a follow begins with money");
  return transferOf(rows[0]);
}

type Between = Pick<StoredFollow, "userId" | "mainAccountId" | "accountId">;

/** Under the transfer's own key: the same answer for ever. */
export function submitTransfer(
  submit: Sequencer["submit"],
  { id, kind, amount }: StoredTransfer,
  { userId, mainAccountId, accountId }: Between,
): Promise<Outcome> {
  const isIn = kind === "start" || kind === "add";
  const [fromAccountId, toAccountId] = isIn
    ? [mainAccountId, accountId]
    : [accountId, mainAccountId];
  return submit(
    {
      type: "Transfer",
      transferId: id,
      fromAccountId,
      toAccountId,
      amount,
      cause: "copy-transfer",
    },
    { ownerId: userId, key: `copy-transfer/${id}`, payload: "" },
  );
}

export function isAnswered(outcome: Outcome): boolean {
  if (outcome.isAccepted) return true;
  const { reason } = outcome.refusal;
  return reason !== "OVERLOADED" && reason !== "UNAVAILABLE";
}

/** Notes the answer of money that its owner has added or taken; once, whoever hears it first. */
export async function noteMoved(
  database: Database,
  { id, followId, kind, amount }: StoredTransfer,
  outcome: Outcome,
): Promise<void> {
  const isDone = outcome.isAccepted;
  const added = kind === "add" && isDone ? amount : 0n;
  // What was to leave was taken off when it was planned.
  const returned = kind === "take" && !isDone ? amount : 0n;
  await sql`
    with noted as (
      update copy_transfer set status = ${isDone ? "done" : "refused"}
      where id = ${id} and status = 'planned' returning follow_id
    )
    update follow set amount = amount + ${added + returned}, put_in = put_in + ${added}
    where id = ${followId} and id in (select follow_id from noted)`.execute(database);
}

/** Takes what is about to leave off the amount, with its plan. */
export async function takeOff(trx: Database, followId: number, amount: Money): Promise<void> {
  await sql`update follow set amount = amount - ${amount} where id = ${followId}`.execute(trx);
}
