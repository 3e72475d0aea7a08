// Ends follows: closes what is open, waits for closed markets, returns the cash to the last
// millionth. Called by the copier for those that were stopped, and for kept ones whose last
// position is gone; one at a time, many together. Invariants: nothing that was planned for a follow
// is left when it is closed; every step can be repeated; a stopped follow has no cash.

import type { OrderView } from "@truetick/engine";
import { type Money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Books, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { StoredFollow } from "./follow-table.ts";
import { isTradable } from "./is-tradable.ts";
import { isAnswered, type StoredTransfer, submitTransfer } from "./move-money.ts";
import { readPlannedOf } from "./plan-table.ts";
import { submitPlans } from "./submit-plans.ts";

export type SettleParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly clock: Pick<Clock, "now">;
};

/** So many together: others have their turns between. */
const TOGETHER_MAX = 500;

/** Of stopping and kept ones; answers those that are stopped now. */
export async function settleFollows(
  parts: SettleParts,
  follows: readonly StoredFollow[],
): Promise<readonly number[]> {
  const settled: number[] = [];
  for (let at = 0; at < follows.length; at += TOGETHER_MAX) {
    settled.push(...(await settleSome(parts, follows.slice(at, at + TOGETHER_MAX))));
  }
  return settled;
}

async function settleSome(
  parts: SettleParts,
  follows: readonly StoredFollow[],
): Promise<readonly number[]> {
  const { database, sequencer } = parts;
  const ids = follows.map(({ id }) => id);
  const { submit } = sequencer;
  await submitPlans({ database, submit }, await readPlannedOf(database, ids));
  await closeStopping(parts, follows);
  const flat = await sequencer.read((books) =>
    follows.flatMap((follow) => {
      const isFlat = books.orders(follow.accountId).length === 0;
      return isFlat ? [{ follow, cash: books.account(follow.accountId)?.cash ?? ZERO_MONEY }] : [];
    }),
  );
  return returnCash(parts, flat);
}

const CLOSE_REASONS = {
  owner: "copy-stopped",
  "stop-loss": "copy-stop-loss",
  "leader-blown": "copy-stopped",
} as const;

/** Without a key: closing what is closed already does nothing, and a refusal here passes. */
async function closeStopping(
  { sequencer, clock }: SettleParts,
  follows: readonly StoredFollow[],
): Promise<void> {
  const nowMs = clock.now();
  const canClose = (books: Books, orders: readonly OrderView[]) =>
    orders.some(({ marketId }) => isTradable(books.market(marketId), nowMs));
  const closing = await sequencer.read((books) =>
    follows.filter(
      ({ status, accountId }) => status === "stopping" && canClose(books, books.orders(accountId)),
    ),
  );
  await Promise.all(
    closing.map(({ accountId, stopReason }) =>
      sequencer.submit({
        type: "CloseAll",
        accountId,
        marketId: null,
        reason: CLOSE_REASONS[stopReason ?? "owner"],
        isCancellingPending: true,
      }),
    ),
  );
}

type Flat = { readonly follow: StoredFollow; readonly cash: Money };
type Return = { readonly follow: StoredFollow; readonly transfer: StoredTransfer };

async function returnCash(parts: SettleParts, flat: readonly Flat[]): Promise<readonly number[]> {
  const { database, clock } = parts;
  const full = flat.filter(({ cash }) => cash > 0n);
  const returned = await finishReturns(parts, await planReturns(database, full, clock.now()));
  const empty = flat.filter(({ cash }) => cash <= 0n).map(({ follow }) => follow.id);
  const stopped = empty.map((id) => ({ id, cash: ZERO_MONEY }));
  await noteStopped(database, { stopped, nowMs: clock.now() });
  return [...returned, ...empty];
}

/** Also those that an earlier life has planned. Answers the follows that are stopped by it. */
export async function finishReturns(
  { database, sequencer, clock }: SettleParts,
  returns: readonly Return[],
): Promise<readonly number[]> {
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
  await database.transaction().execute(async (trx) => {
    // Somebody took money meanwhile: what is left is returned by the next try.
    await sql`update copy_transfer set status = 'refused'
      where id = any(${ids(false)}::bigint[])`.execute(trx);
    await sql`update copy_transfer set status = 'done'
      where id = any(${ids(true)}::bigint[])`.execute(trx);
    await noteStopped(trx, { stopped, nowMs: clock.now() });
  });
  return stopped.map(({ id }) => id);
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

async function noteStopped(
  trx: Database,
  {
    stopped,
    nowMs,
  }: {
    readonly stopped: readonly { readonly id: number; readonly cash: Money }[];
    readonly nowMs: number;
  },
): Promise<void> {
  if (stopped.length === 0) return;
  await sql`
    update follow f
    set status = 'stopped', stopped_at = ${new Date(nowMs)}, final_cash = s.cash
    from unnest(
      ${stopped.map(({ id }) => id)}::bigint[], ${stopped.map(({ cash }) => cash)}::bigint[]
    ) as s (id, cash)
    where f.id = s.id and f.status in ('stopping', 'kept')`.execute(trx);
}
