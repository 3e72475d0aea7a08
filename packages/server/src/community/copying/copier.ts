// The copier: follows the journal, plans what leaders did for each of their followers, and submits
// it. Made by copying.ts. Invariants: a row of the journal is planned once; a plan is carried out
// once, whenever the program dies (F02); a copy is placed after its leader's fill was committed, so
// that it is never filled at an earlier row of the tape (inv39).

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { followJournal } from "../../trading/journal-follower.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { FollowBook } from "./follow-book.ts";
import { isTradable } from "./is-tradable.ts";
import { gatherDeeds } from "./leader-deeds.ts";
import { type Planned, planCopies } from "./plan-copies.ts";
import { type PlanAnswer, readPlanned, readWaiting } from "./plan-table.ts";
import { submitPlans } from "./submit-plans.ts";

export type CopierParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read" | "subscribe">;
  readonly book: FollowBook;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** What became of plans. */
  readonly onAnswers: (answers: readonly PlanAnswer[]) => Promise<void>;
  /** These copy no more: their leader has lost everything. */
  readonly onEnded: (followIds: readonly number[]) => Promise<void>;
};

export type Copier = {
  /** Copies everything that is committed now. */
  readonly catchUp: () => Promise<void>;
  /** Rows of the journal that leaders may have dealt in and nobody has looked at yet. */
  readonly lag: () => number;
  /** Tries again what waits for its market, where that is open. */
  readonly retryWaiting: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export function createCopier(parts: CopierParts): Copier {
  const { database, sequencer, book, clock, onAnswers, onEnded } = parts;
  const { submit, read } = sequencer;
  /** Whether there may be plans that nobody has carried out: of an earlier life, or of a fault. */
  let isUnsure = true;
  let hasWaiting = true;

  async function note(answers: readonly PlanAnswer[]): Promise<void> {
    if (answers.some(({ status }) => status === "waiting")) hasWaiting = true;
    await onAnswers(answers);
  }

  async function finishLeft(): Promise<void> {
    if (!isUnsure) return;
    const answers = await submitPlans({ database, submit }, await readPlanned(database));
    isUnsure = false;
    await note(answers);
  }

  async function carryOut({ plans, ended }: Planned): Promise<void> {
    isUnsure = true;
    const planned = plans.filter(({ status }) => status === "planned");
    const answers = await submitPlans({ database, submit }, planned);
    isUnsure = false;
    await note([...answers, ...plans.flatMap(skippedByRule)]);
    if (ended.length > 0) await onEnded(ended);
  }

  const journal = followJournal(parts, {
    cursor: "copy_cursor",
    name: "copies",
    concerns: book.concerns,
    gather: (rows) => gatherDeeds(book, rows),
    beforehand: finishLeft,
    write: (trx, deeds) => planCopies({ read, clock }, trx, deeds),
    afterwards: carryOut,
    isPrompt: true,
  });

  return {
    catchUp: journal.catchUp,
    lag: journal.lag,
    stop: journal.stop,
    async retryWaiting() {
      if (!hasWaiting) return;
      const waiting = await readWaiting(database);
      hasWaiting = waiting.length > 0;
      const due = await read((books) =>
        waiting.filter(({ orderId }) => {
          const order = orderId === null ? null : books.order(orderId);
          // One that is gone is answered at once.
          return order === null || isTradable(books.market(order.marketId), clock.now());
        }),
      );
      if (due.length > 0) await note(await submitPlans({ database, submit }, due));
    },
  };
}

function skippedByRule(plan: Planned["plans"][number]): readonly PlanAnswer[] {
  const { status, reason } = plan;
  return status === "skipped" ? [{ plan, status, orderId: null, reason }] : [];
}
