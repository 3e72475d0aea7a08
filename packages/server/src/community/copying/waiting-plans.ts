// Closings that wait for their market. Held by the copier, which has them tried again between two
// of its steps, so that none is planned by what this is about to change. What each leaves of its
// copy was fixed when it was planned; how much that closes is told by the books of the moment.
// Invariant: however long it has waited and whatever came meanwhile, a part is closed once.

import { lots } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Books, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { CopyPlan } from "./copy-plan.ts";
import { isTradable } from "./is-tradable.ts";
import { answerPlans, type PlanAnswer, readWaiting, type WaitingPlan } from "./plan-table.ts";
import { type SubmitParts, submitPlans } from "./submit-plans.ts";

type WaitingParts = SubmitParts & {
  readonly read: Sequencer["read"];
  readonly clock: Pick<Clock, "now">;
};

export class WaitingClosings {
  readonly #parts: WaitingParts;
  /** Whether there may be any: of an earlier life, or noted since. */
  #mayBeSome = true;
  #isDue = false;

  constructor(parts: WaitingParts) {
    this.#parts = parts;
  }

  note(answers: readonly PlanAnswer[]): void {
    if (answers.some(({ status }) => status === "waiting")) this.#mayBeSome = true;
  }

  /** Whether `retry` has something to do that it had not before. */
  async look(): Promise<boolean> {
    if (!this.#mayBeSome || this.#isDue) return false;
    // One that begins to wait from here on says so itself.
    this.#mayBeSome = false;
    try {
      const { due, over } = await this.#sort();
      this.#isDue = due.length + over.length > 0;
      return this.#isDue;
    } catch (error) {
      this.#mayBeSome = true;
      throw error;
    }
  }

  /** What became of those that a look has found. */
  async retry(): Promise<readonly PlanAnswer[]> {
    if (!this.#isDue) return [];
    const { due, over } = await this.#sort();
    const done = over.map(
      (plan) => ({ plan, status: "done", orderId: null, reason: null }) as const,
    );
    await answerPlans(this.#parts.database, done);
    const tried = await submitPlans(this.#parts, due);
    this.#isDue = false;
    return [...done, ...tried];
  }

  async #sort(): Promise<SortedPlans> {
    const { database, read, clock } = this.#parts;
    const waiting = await readWaiting(database);
    if (waiting.length > 0) this.#mayBeSome = true;
    return read((books) => sortWaiting(books, waiting, clock.now()));
  }
}

type SortedPlans = {
  /** These can be carried out now. */
  readonly due: readonly CopyPlan[];
  /** Nothing is left to do about these. */
  readonly over: readonly CopyPlan[];
};

/** In the order of the journal; the rest goes on waiting. */
function sortWaiting(books: Books, waiting: readonly WaitingPlan[], nowMs: number): SortedPlans {
  const due: CopyPlan[] = [];
  const over: CopyPlan[] = [];
  const newest = new Map(waiting.map(({ plan }) => [plan.orderId, plan]));
  for (const { plan, isFollowing } of waiting) {
    const order = plan.orderId === null ? null : books.order(plan.orderId);
    // A later one of the same copy closes this part too.
    const isMeant = isFollowing && newest.get(plan.orderId) === plan;
    const sized = order !== null && isMeant ? sizeNow(plan, order.lots) : null;
    if (order === null || sized === null) over.push(plan);
    else if (isTradable(books.market(order.marketId), nowMs)) due.push(sized);
  }
  return { due, over };
}

/** Null: no more is open than is to be left. */
function sizeNow(plan: CopyPlan, open: number): CopyPlan | null {
  const { lotsLeft } = plan.details;
  if (plan.kind === "close" || lotsLeft === undefined) return plan;
  return open > lotsLeft ? { ...plan, lots: lots(open - lotsLeft) } : null;
}
