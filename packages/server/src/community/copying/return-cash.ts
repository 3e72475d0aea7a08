// Returns the cash of follows in which nothing is open to their owners, to the last millionth, and
// notes that they are stopped by it. Called by settle-follows.ts, and by finish-transfers.ts for
// what was begun before. Invariants: what is told as returned is what the transfer has moved; who
// is told of it is told in the transaction that notes it (F02).

import { type Money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { CopyNotices } from "./copy-notices.ts";
import { readFollows, type StoredFollow } from "./follow-table.ts";
import { isAnswered, type StoredTransfer, submitTransfer } from "./move-money.ts";

export type ReturnParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit">;
  readonly clock: Pick<Clock, "now">;
  readonly leaveStopped: CopyNotices["leaveStopped"];
};

/** With nothing open, and no money under way. */
type Flat = { readonly follow: StoredFollow; readonly cash: Money };

type Return = { readonly follow: StoredFollow; readonly transfer: StoredTransfer };

/** Answers the follows that are stopped by it. */
export async function returnCash(
  parts: ReturnParts,
  flat: readonly Flat[],
): Promise<readonly number[]> {
  const { database, clock } = parts;
  const full = flat.filter(({ cash }) => cash > 0n);
  const { stopped } = await finishReturns(parts, await planReturns(database, full, clock.now()));
  const empty = flat.filter(({ cash }) => cash <= 0n).map(({ follow }) => follow.id);
  const ended = empty.map((id) => ({ id, cash: ZERO_MONEY }));
  if (ended.length > 0) {
    const announce = await database.transaction().execute((trx) => noteStopped(parts, trx, ended));
    announce();
  }
  return [...stopped, ...empty];
}

/** Also those that an earlier life has planned. */
export async function finishReturns(
  parts: ReturnParts,
  returns: readonly Return[],
): Promise<{ readonly stopped: readonly number[]; readonly unanswered: readonly number[] }> {
  const { database, sequencer } = parts;
  if (returns.length === 0) return { stopped: [], unanswered: [] };
  const outcomes = await Promise.all(
    returns.map(async ({ transfer, follow }) => {
      const outcome = await submitTransfer(sequencer.submit, transfer, follow);
      return { transfer, outcome };
    }),
  );
  const answered = outcomes.filter(({ outcome }) => isAnswered(outcome));
  const ids = (isDone: boolean) =>
    answered.flatMap(({ transfer, outcome }) =>
      outcome.isAccepted === isDone ? [transfer.id] : [],
    );
  const stopped = answered.flatMap(({ transfer, outcome }) =>
    outcome.isAccepted ? [{ id: transfer.followId, cash: transfer.amount }] : [],
  );
  const announce = await database.transaction().execute(async (trx) => {
    // Somebody took money meanwhile: what is left is returned by the next try.
    await sql`update copy_transfer set status = 'refused'
      where id = any(${ids(false)}::bigint[])`.execute(trx);
    await sql`update copy_transfer set status = 'done'
      where id = any(${ids(true)}::bigint[])`.execute(trx);
    return noteStopped(parts, trx, stopped);
  });
  announce();
  const unanswered = outcomes.filter(({ outcome }) => !isAnswered(outcome));
  return {
    stopped: stopped.map(({ id }) => id),
    unanswered: unanswered.map(({ transfer }) => transfer.followId),
  };
}

async function planReturns(
  database: Database,
  full: readonly Flat[],
  nowMs: number,
): Promise<readonly Return[]> {
  if (full.length === 0) return [];
  const { rows } = await sql<{ id: bigint; follow_id: bigint }>`
    insert into copy_transfer (follow_id, kind, amount, status, attempt, created_at)
    select w.follow_id, 'return', w.amount, 'planned', null, ${new Date(nowMs)}
    from unnest(
      ${full.map(({ follow }) => follow.id)}::bigint[],
      ${full.map(({ cash }) => cash)}::bigint[]
    ) as w (follow_id, amount)
    returning id, follow_id`.execute(database);
  const ids = new Map(rows.map((row) => [Number(row.follow_id), Number(row.id)]));
  return full.flatMap(({ follow, cash: amount }) => {
    const id = ids.get(follow.id);
    if (id === undefined) return [];
    const transfer = {
      id,
      followId: follow.id,
      kind: "return",
      amount,
      status: "planned",
    } as const;
    return [{ follow, transfer }];
  });
}

/** Answers what tells open screens, once it is committed. */
async function noteStopped(
  { clock, leaveStopped }: ReturnParts,
  trx: Database,
  stopped: readonly { readonly id: number; readonly cash: Money }[],
): Promise<() => void> {
  if (stopped.length === 0) return () => undefined;
  const { rows } = await sql<{ id: bigint }>`
    update follow f
    set status = 'stopped', stopped_at = ${new Date(clock.now())}, final_cash = s.cash
    from unnest(
      ${stopped.map(({ id }) => id)}::bigint[], ${stopped.map(({ cash }) => cash)}::bigint[]
    ) as s (id, cash)
    where f.id = s.id and f.status in ('stopping', 'kept')
    returning f.id`.execute(trx);
  const ids = rows.map(({ id }) => Number(id));
  return leaveStopped(trx, await readFollows(trx, ids));
}
