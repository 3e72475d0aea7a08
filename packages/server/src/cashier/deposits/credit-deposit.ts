// Brings what was decided into the books, exactly once: the engine knows a deposit by its number
// and takes it one time, however often it is asked. Called when a deposit was decided, and by a job
// that finishes what a crash left between the decision and the books (inv27). Invariant: a deposit
// is "credited" only after the engine said so.

import { randomUUID } from "node:crypto";
import type { MessageKey } from "@truetick/contract";
import { accountId, type Refusal } from "@truetick/engine";
import { money } from "@truetick/money";
import type { NoticeFacts } from "../../members/inbox/notice-facts.ts";
import type { MemberLetters } from "../../members/notices/member-letters.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { Outcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { plainDecimal } from "../currencies/usd-rate.ts";
import type { DepositRecord } from "./deposit-table.ts";
import { amountText, remarkOf, remarkText, usdText } from "./describe-deposit.ts";

export type CreditParts = {
  readonly database: Database;
  readonly submit: Sequencer["submit"];
  readonly clock: Pick<Clock, "now">;
  readonly changes: Pick<MemberChanges, "tell">;
  readonly letters: MemberLetters;
  readonly log: Log;
};

type Refused = Extract<Outcome, { isAccepted: false }>["refusal"];

/** Null: it is in the books. Otherwise what the engine or the sequencer said. */
export async function creditDeposit(
  parts: CreditParts,
  depositId: number,
): Promise<Refused | null> {
  // Held while the books are asked: nobody decides otherwise on an older answer of theirs.
  const said = await parts.database.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("deposit")
      .selectAll()
      .where("id", "=", BigInt(depositId))
      .where("state", "=", "crediting")
      .forUpdate()
      .executeTakeFirst();
    return row ? await book(parts, trx, row) : null;
  });
  if (said?.finished) await tellCredited(parts, said.finished);
  return said?.refusal ?? null;
}

type Booked = { readonly finished: DepositRecord | null; readonly refusal: Refused | null };

async function book(parts: CreditParts, trx: Database, row: DepositRecord): Promise<Booked> {
  if (row.credit_usd === null) return { finished: null, refusal: null };
  const outcome = await parts.submit({
    type: "Credit",
    accountId: accountId(Number(row.account_id)),
    cause: "deposit",
    causeId: Number(row.id),
    amount: money(row.credit_usd),
  });
  if (outcome.isAccepted || outcome.refusal.reason === "ALREADY_SETTLED") {
    return { finished: await finish(parts, trx, row), refusal: null };
  }
  const { refusal } = outcome;
  if (isLasting(refusal)) {
    parts.log.error({ depositId: Number(row.id), problem: refusal.reason }, "the books refused");
    await markStuck(trx, row, refusal.reason);
  }
  return { finished: null, refusal };
}

/** The engine's own "no" stays; whatever else it was, the job asks again. */
function isLasting(refusal: Refused): refusal is Refusal {
  const { reason } = refusal;
  return reason !== "OVERLOADED" && reason !== "UNAVAILABLE" && reason !== "KEY_REUSED";
}

function finish(
  { clock }: CreditParts,
  trx: Database,
  { id }: DepositRecord,
): Promise<DepositRecord> {
  return trx
    .updateTable("deposit")
    .set({ state: "credited", decided_at: new Date(clock.now()), problem: "", question: "" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function tellCredited(
  { changes, letters }: CreditParts,
  finished: DepositRecord,
): Promise<void> {
  const userId = Number(finished.user_id);
  changes.tell(userId, "deposit");
  const key: MessageKey = "mail.depositCredited.text";
  const usd = usdText(finished.credit_usd) ?? "0";
  const facts = { kind: "depositCredited", ...noticeValues(finished), usd } as const;
  await letters.send(userId, { kind: facts.kind, key, notice: noticeOf(finished, facts) }, () => ({
    ...letterValues(finished),
    usd: plainDecimal(usd),
  }));
}

/** The money is decided but not booked: it waits for somebody, in plain sight. */
async function markStuck(trx: Database, { id }: DepositRecord, problem: string): Promise<void> {
  await trx.updateTable("deposit").set({ state: "stuck", problem }).where("id", "=", id).execute();
}

/** Tells the member that nothing was credited, and why. */
export async function tellDecided(
  { changes, letters }: Pick<CreditParts, "changes" | "letters">,
  row: DepositRecord,
): Promise<void> {
  const userId = Number(row.user_id);
  changes.tell(userId, "deposit");
  const key: MessageKey = "mail.depositRejected.text";
  const reason = remarkOf(row);
  const facts = { kind: "depositRejected", ...noticeValues(row), reason } as const;
  await letters.send(
    userId,
    { kind: facts.kind, key, notice: noticeOf(row, facts) },
    (language) => ({ ...letterValues(row), remark: remarkText(row, language) }),
  );
}

/** Tells the member that somebody has to know something first; each question is one of its own. */
export async function tellAsked(
  { changes, letters }: Pick<CreditParts, "changes" | "letters">,
  row: DepositRecord,
): Promise<void> {
  const userId = Number(row.user_id);
  const id = String(row.id);
  const { question } = row;
  changes.tell(userId, "deposit");
  const facts = { kind: "depositAsked", id, words: question } as const;
  const notice = { facts, source: "deposit-question", sourceId: randomUUID() };
  const letter = { kind: facts.kind, key: "mail.depositAsked.text", notice } as const;
  await letters.send(userId, letter, () => ({ id, question }));
}

/** One of each decision: a card payment that was given up may be paid later, and decided anew. */
function noticeOf({ id, decided_at }: DepositRecord, facts: NoticeFacts) {
  const sourceId = `${id}/${facts.kind}/${decided_at?.getTime() ?? 0}`;
  return { facts, source: "deposit", sourceId };
}

function noticeValues(row: DepositRecord) {
  return { id: String(row.id), amount: amountText(row), currency: row.currency_code };
}

function letterValues(row: DepositRecord) {
  return {
    id: String(row.id),
    amount: `${plainDecimal(amountText(row))} ${row.currency_code}`,
  };
}

const EVERY_MS = 5_000;

export type CreditJob = {
  /** Finishes what is decided and not booked; answers how many were tried. */
  readonly run: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** At the start and every few seconds, where jobs run. Never two runs at once. */
export function startCreditJob(parts: CreditParts, runsJobs: boolean): CreditJob {
  let underWay: Promise<number> | null = null;
  const runOnce = async () => {
    const rows = await parts.database
      .selectFrom("deposit")
      .select("id")
      .where("state", "=", "crediting")
      .orderBy("id")
      .execute();
    for (const { id } of rows) await creditDeposit(parts, Number(id));
    return rows.length;
  };
  const run = () => {
    underWay ??= runOnce().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const runQuietly = () =>
    void run().catch((err) => parts.log.error({ err }, "deposits could not be finished"));
  if (runsJobs) runQuietly();
  const timer = runsJobs ? setInterval(runQuietly, EVERY_MS) : undefined;
  return {
    run,
    stop: async () => {
      clearInterval(timer);
      await underWay?.catch(() => undefined);
    },
  };
}
