// Submits plans and notes what became of them. Called by the copier for what it has just planned,
// for what an earlier life left behind, and for what waited for its market. Invariants: a plan goes
// with its own key, so that it is carried out once however often it is submitted; an opening goes
// after the closings that stand before it in its account are answered, since they free its margin;
// who is to hear of a skipped one has a notice once that is noted (F02).

import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database.ts";
import type { CommandKey, Outcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { CopyNotices } from "./copy-notices.ts";
import { type CopyPlan, commandOfPlan, keyOfPlan, withOwnLoss } from "./copy-plan.ts";
import { answerPlans, type PlanAnswer } from "./plan-table.ts";

export type SubmitParts = {
  readonly database: Database;
  readonly submit: Sequencer["submit"];
  /** Absent where the follows have ended: their owners are told that. */
  readonly leaveSkipped?: CopyNotices["leaveSkipped"];
};

/** So many wait for the disk: others have their turns between, and the queue stays short. */
const UNDER_WAY_MAX = 1_000;
/** So many answers are noted in one statement. */
const NOTED_TOGETHER = 1_000;
const RETRY_AFTER_MS = 50;
/** Then it is left to the next step, or to the next start. */
const RETRIES_MAX = 200;

/** In their order; answers what became of each. Throws when nothing is taken for long. */
export async function submitPlans(
  parts: SubmitParts,
  plans: readonly CopyPlan[],
): Promise<readonly PlanAnswer[]> {
  const answers: PlanAnswer[] = [];
  let noted: Promise<void> = Promise.resolve();
  let notedCount = 0;
  let next = 0;
  const hasOpenings = plans.some(({ kind }) => kind === "open");
  /** Of each account: when those are answered that have gone. Never rejects. */
  const closings = new Map<number, Promise<unknown>>();

  /** While others are under way. */
  function noteSoon(): void {
    const some = answers.slice(notedCount);
    notedCount = answers.length;
    noted = noted.then(() => noteAnswers(parts, some));
    noted.catch(() => undefined);
  }

  /** The order alone does not do: one may be refused for now, or wait for a quote (inv39). */
  async function submitInTurn(plan: CopyPlan): Promise<PlanAnswer | null> {
    const before = closings.get(plan.accountId);
    if (before !== undefined && plan.kind === "open") await before;
    const answer = submitPlan(parts, plan);
    if (hasOpenings && isClosing(plan)) {
      closings.set(plan.accountId, Promise.allSettled([before, answer]));
    }
    return answer;
  }

  async function submitOn(): Promise<void> {
    for (let plan = plans[next]; plan !== undefined; plan = plans[next]) {
      next += 1;
      const answer = await submitInTurn(plan);
      if (answer !== null) answers.push(answer);
      if (answers.length - notedCount >= NOTED_TOGETHER) noteSoon();
    }
  }

  const lanes = Math.min(UNDER_WAY_MAX, plans.length);
  await Promise.all(Array.from({ length: lanes }, submitOn));
  noteSoon();
  await noted;
  return answers;
}

/** What was skipped is told with it: both are stored, or neither. */
async function noteAnswers(
  { database, leaveSkipped }: SubmitParts,
  answers: readonly PlanAnswer[],
): Promise<void> {
  if (!leaveSkipped || !answers.some(({ status }) => status === "skipped")) {
    return answerPlans(database, answers);
  }
  const announce = await database.transaction().execute(async (trx) => {
    await answerPlans(trx, answers);
    return leaveSkipped(trx, answers);
  });
  announce();
}

/** Null: one that waits is not taken now, and waits on. */
async function submitPlan(parts: SubmitParts, plan: CopyPlan): Promise<PlanAnswer | null> {
  const key = keyOfPlan(plan);
  const answer = await submitUnder(parts, plan, key);
  if (plan.kind !== "limits" || answer?.status !== "skipped") return answer;
  // Pauses and all else hold for the copies, though their own loss of the day keeps its limit.
  const rest = { ...key, key: `${key.key}/rest` };
  const answerToRest = await submitUnder(parts, withOwnLoss(plan), rest);
  return answerToRest && { ...answerToRest, plan };
}

async function submitUnder(
  { submit }: SubmitParts,
  plan: CopyPlan,
  key: CommandKey,
): Promise<PlanAnswer | null> {
  const command = commandOfPlan(plan);
  for (let tries = 0; tries < RETRIES_MAX; tries += 1) {
    const outcome = await submit(command, key);
    const answer = answerOf(plan, outcome);
    // Its shard may stand still for long; the others are not to wait for it.
    if (answer !== null || plan.status === "waiting") return answer;
    await sleep(RETRY_AFTER_MS);
  }
  throw new Error("the sequencer takes no copies now");
}

/** Null: nobody knows yet; the same key will tell. */
function answerOf(plan: CopyPlan, outcome: Outcome): PlanAnswer | null {
  if (outcome.isAccepted) {
    const opened = outcome.events.find((event) => event.type === "OrderOpened");
    const orderId = plan.kind === "open" ? (opened?.orderId ?? null) : null;
    return { plan, status: "done", orderId, reason: null };
  }
  const { refusal } = outcome;
  switch (refusal.reason) {
    case "OVERLOADED":
    case "UNAVAILABLE":
      return null;
    case "KEY_REUSED":
      throw new Error("Invariant: a plan's key is its own");
    default:
      break;
  }
  // A stop of its own, or its owner, was there first: there is nothing left to do.
  const isGone = refusal.reason === "ORDER_UNKNOWN" || refusal.reason === "ORDER_NOT_HOLDING";
  if (plan.kind !== "open" && isGone) return { plan, status: "done", orderId: null, reason: null };
  if (isClosing(plan) && isPassing(refusal.reason)) {
    return { plan, status: "waiting", orderId: null, reason: null };
  }
  return { plan, status: "skipped", orderId: null, reason: refusal };
}

function isClosing({ kind }: CopyPlan): boolean {
  return kind === "close" || kind === "reduce";
}

/** It will open, or be quoted again: what must be closed is closed then. */
function isPassing(reason: string): boolean {
  return ["MARKET_CLOSED", "MARKET_HALTED", "QUOTE_STALE", "CONVERSION_MISSING"].includes(reason);
}
