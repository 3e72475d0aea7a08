// Pays what two people approved, exactly once, whatever crashes in between (T73, inv22): the
// intention is written down with a key before anything is sent; the provider is asked by that key
// before it is asked to send; the outcome is written down before the books settle it. Each step
// looks at the rows alone, so that any of them can be the first after a crash. Also finishes what
// other acts left: holds, releases, codes, requests that nobody confirmed.

import { hash } from "node:crypto";
import { sql } from "kysely";
import { freezeOf } from "../../members/freezes/freezes.ts";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { News } from "../../platform/news/news.ts";
import type { Destinations } from "../payout-methods/destination.ts";
import { receivedText } from "../withdrawals/payout-quote.ts";
import type { WithdrawalActs } from "../withdrawals/withdrawal-acts.ts";
import type { WithdrawalLetters } from "../withdrawals/withdrawal-letters.ts";
import {
  lockWithdrawal,
  moveWithdrawal,
  type PayoutRecord,
  type WithdrawalRecord,
} from "../withdrawals/withdrawal-table.ts";
import type { PaymentOutcome, PayoutCarrier, PayoutProvider } from "./payout-provider.ts";

export type PayoutWorkerParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly news: News;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly destinations: Destinations;
  readonly provider: PayoutProvider;
  readonly acts: WithdrawalActs;
  readonly letters: WithdrawalLetters;
  readonly changes: Pick<MemberChanges, "tell">;
};

export type PayoutWorker = {
  /** One round over everything that is open; answers when it is over. */
  readonly run: () => Promise<void>;
  /** Soon, behind the caller's back, wherever payouts are made. */
  readonly wake: () => void;
  /** Answers once no round is under way, as one that a call woke. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const EVERY_MS = 2_000;
const ROWS_PER_ROUND_MAX = 200;

export function createPayoutWorker(parts: PayoutWorkerParts): PayoutWorker {
  const { log } = parts;
  let underWay: Promise<void> | null = null;
  let isStopped = false;

  async function round(): Promise<void> {
    await endUnconfirmed(parts);
    await finishActs(parts);
    await sendMissingCodes(parts);
    await each(parts, "approved", (id) => begin(parts, id));
    await each(parts, "paying", (id) => pay(parts, id));
    await finishActs(parts);
  }

  /** One at a time; who comes meanwhile waits for one that began after. */
  async function run(): Promise<void> {
    while (underWay !== null) await underWay.catch(() => undefined);
    underWay = round().finally(() => {
      underWay = null;
    });
    await underWay;
  }

  function wake(): void {
    if (isStopped || underWay !== null) return;
    void run().catch((err) => log.warn({ err }, "payouts could not be looked at"));
  }

  const woken = parts.news.channel("payouts", (said) => (said === true ? said : null));
  if (parts.runsJobs) woken.follow(wake);
  const timer = parts.runsJobs ? setInterval(wake, EVERY_MS).unref() : undefined;
  return {
    run,
    wake: () => woken.tell(true),
    async settle() {
      while (underWay !== null) await underWay.catch(() => undefined);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underWay?.catch(() => undefined);
    },
  };
}

/** What breaks with one does not keep the others waiting. */
async function each(
  { database, log }: PayoutWorkerParts,
  status: "approved" | "paying",
  act: (id: number) => Promise<void>,
): Promise<void> {
  const rows = await database
    .selectFrom("withdrawal")
    .select("id")
    .where("status", "=", status)
    .orderBy("id")
    .limit(ROWS_PER_ROUND_MAX)
    .execute();
  for (const { id } of rows) {
    try {
      await act(Number(id));
    } catch (err) {
      log.error({ err, withdrawal: Number(id) }, "a payout is tried again");
    }
  }
}

/** Of the withdrawal and where it goes: another destination would be another payment. */
function payoutKey({ id, destination_hash }: WithdrawalRecord): string {
  return hash("sha256", `truetick.payout.v1/${id}/${destination_hash.toString("hex")}`, "hex");
}

/** First phase: what is going to be paid, under which key, is written down. */
async function begin(parts: PayoutWorkerParts, id: number): Promise<void> {
  const { database, clock, provider } = parts;
  const begun = await database.transaction().execute(async (trx) => {
    const row = await lockWithdrawal(trx, { id });
    if (row?.status !== "approved") return null;
    const userId = Number(row.user_id);
    // Stopped by staff, for at most three days and with a reason that the member reads.
    if (await freezeOf(trx, { userId, nowMs: clock.now() })) return null;
    await trx
      .insertInto("payout")
      .values({
        withdrawal_id: row.id,
        payout_key: payoutKey(row),
        provider: provider.name,
        destination_hash: row.destination_hash,
        received: row.received,
        begun_at: new Date(clock.now()),
      })
      .execute();
    return await moveWithdrawal(trx, row, { status: "paying" });
  });
  if (begun) parts.changes.tell(Number(begun.user_id), "withdrawal");
}

/** Second phase: ask, and send only what the provider has never heard of. */
async function pay(parts: PayoutWorkerParts, id: number): Promise<void> {
  const { carrier, name } = parts.provider;
  if (!carrier) return;
  await parts.database.transaction().execute(async (lock) => {
    // Two workers never ask and send at the same time; who comes second looks again later.
    const row = (await takeTurn(lock, id)) ? await findPaying(parts.database, id) : null;
    // What was begun with one provider is never sent by another.
    if (row?.payout.provider === name) await payFound(parts, carrier, row);
  });
}

/** Held until the transaction ends, or its process does. */
async function takeTurn(lock: Database, id: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('truetick.payout', ${id})) as taken`.execute(
    lock,
  );
  return rows[0]?.taken ?? false;
}

type Paying = { readonly withdrawal: WithdrawalRecord; readonly payout: PayoutRecord };

async function payFound(
  parts: PayoutWorkerParts,
  carrier: PayoutCarrier,
  { withdrawal, payout }: Paying,
): Promise<void> {
  const key = payoutKey(withdrawal);
  if (key !== payout.payout_key) throw new Error("Invariant: a payout is of its withdrawal");
  const outcome =
    (await carrier.find(key)) ??
    (await carrier.send({
      key,
      destination: parts.destinations.open(withdrawal),
      amount: receivedText(BigInt(withdrawal.received), withdrawal.decimals),
      memo: withdrawal.memo,
    }));
  await recordOutcome(parts, Number(withdrawal.id), outcome);
}

async function findPaying(database: Database, id: number): Promise<Paying | null> {
  const withdrawal = await database
    .selectFrom("withdrawal")
    .selectAll()
    .where("id", "=", BigInt(id))
    .where("status", "=", "paying")
    .executeTakeFirst();
  const payout = await database
    .selectFrom("payout")
    .selectAll()
    .where("withdrawal_id", "=", BigInt(id))
    .executeTakeFirst();
  return withdrawal && payout ? { withdrawal, payout } : null;
}

/** Third phase: what the provider said is written down; the books follow. */
async function recordOutcome(
  parts: PayoutWorkerParts,
  id: number,
  outcome: PaymentOutcome,
): Promise<void> {
  const { database, clock } = parts;
  const ended = await database.transaction().execute(async (trx) => {
    const row = await endPayout(trx, { id, outcome, at: new Date(clock.now()) });
    if (!row) return null;
    await appendAudit(trx, {
      actor: SYSTEM_ACTOR,
      action: outcome.isSent ? "withdrawal.paid" : "withdrawal.returned",
      subject: { kind: "withdrawal", id },
      detail: outcome.isSent ? { reference: outcome.reference } : { failure: outcome.failure },
    });
    return row;
  });
  if (ended) await settleEnded(parts, ended);
}

/** In the caller's transaction; null when it is not being paid. */
export async function endPayout(
  trx: Database,
  given: { readonly id: number; readonly outcome: PaymentOutcome; readonly at: Date },
): Promise<WithdrawalRecord | null> {
  const { id, outcome, at } = given;
  const row = await lockWithdrawal(trx, { id });
  if (row?.status !== "paying") return null;
  const said = outcome.isSent ? { reference: outcome.reference } : { failure: outcome.failure };
  await trx
    .updateTable("payout")
    .set({ ...said, ended_at: at })
    .where("withdrawal_id", "=", row.id)
    .execute();
  return await moveWithdrawal(trx, row, {
    ended_at: at,
    ...(outcome.isSent
      ? { status: "paid", due_act: "settle" }
      : { status: "returned", due_act: "release", remark: outcome.failure }),
  });
}

async function settleEnded(parts: PayoutWorkerParts, row: WithdrawalRecord): Promise<void> {
  const done = await parts.acts.carryOut(row.id);
  parts.changes.tell(Number(row.user_id), "withdrawal");
  // Whoever brought it into the books writes the letter, so that it is written once.
  if (done && !isRefused(done)) await parts.letters.tell(done);
}

/** Nobody confirmed them in time: the money returns. */
async function endUnconfirmed({ database, clock, changes }: PayoutWorkerParts): Promise<void> {
  const now = new Date(clock.now());
  const ended = await database.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable("withdrawal")
      .set({ status: "cancelled", due_act: "release", decided_at: now, ended_at: now })
      .where("status", "=", "unconfirmed")
      .where("confirm_by", "<=", now)
      .returning(["id", "user_id"])
      .execute();
    for (const { id } of rows) {
      const subject = { kind: "withdrawal", id: String(id) };
      await appendAudit(trx, {
        actor: SYSTEM_ACTOR,
        action: "withdrawal.expire",
        subject,
        detail: {},
      });
    }
    return rows;
  });
  for (const { user_id } of ended) changes.tell(Number(user_id), "withdrawal");
}

/** What was due when somebody crashed, or the books were not to be reached. */
async function finishActs(parts: PayoutWorkerParts): Promise<void> {
  const { database, acts, changes, letters, log } = parts;
  const due = await database
    .selectFrom("withdrawal")
    .select(["id", "user_id"])
    .where("due_act", "is not", null)
    .orderBy("id")
    .limit(ROWS_PER_ROUND_MAX)
    .execute();
  for (const { id, user_id } of due) {
    const done = await acts.carryOut(id);
    if (isRefused(done)) log.warn({ withdrawal: Number(id), reason: done.reason }, "still due");
    if (!done || isRefused(done)) continue;
    changes.tell(Number(user_id), "withdrawal");
    // Whoever asked was told that nobody knows yet.
    await (done.status === "unconfirmed" ? letters.sendCode(done) : letters.tell(done));
  }
}

async function sendMissingCodes({ database, letters, clock }: PayoutWorkerParts): Promise<void> {
  const waiting = await database
    .selectFrom("withdrawal")
    .selectAll()
    .where("status", "=", "unconfirmed")
    .where("code_hash", "is", null)
    .where("created_at", "<", new Date(clock.now() - MISSING_AFTER_MS))
    .limit(ROWS_PER_ROUND_MAX)
    .execute();
  for (const row of waiting) await letters.sendCode(row);
}

/** Before that, whoever took the request is about to send it. */
const MISSING_AFTER_MS = 10_000;
