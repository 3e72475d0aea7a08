// The copier: follows the journal, plans what leaders did for each of their followers, and submits
// it. Made by copying.ts. Invariants: a row of the journal is planned once; a plan is carried out
// once, whenever the program dies (F02); a copy is placed after its leader's fill was committed, so
// that it is never filled at an earlier row of the tape (inv39).

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { followJournal } from "../../trading/journal-follower.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { CopyNotices } from "./copy-notices.ts";
import type { FollowBook } from "./follow-book.ts";
import { gatherDeeds } from "./leader-deeds.ts";
import { type Planned, planCopies } from "./plan-copies.ts";
import { type PlanAnswer, readPlanned } from "./plan-table.ts";
import { submitPlans } from "./submit-plans.ts";
import { WaitingClosings } from "./waiting-plans.ts";

export type CopierParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read" | "subscribe">;
  readonly book: FollowBook;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** In the transaction that stores what became of plans. */
  readonly leaveSkipped: CopyNotices["leaveSkipped"];
  /** What became of plans. */
  readonly onAnswers: (answers: readonly PlanAnswer[]) => void;
  /** These copy no more: their leader has lost everything. */
  readonly onEnded: (followIds: readonly number[]) => Promise<void>;
};

export type Copier = {
  /** Copies everything that is committed now. */
  readonly catchUp: () => Promise<void>;
  /** Rows of the journal that leaders may have dealt in and nobody has looked at yet. */
  readonly lag: () => number;
  /** Has what waits for its market tried again where that is open, before the next step. */
  readonly retryWaiting: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** What was planned, and how who is to hear of it is told of its notice. */
type Step = Planned & { readonly announce: () => void };

export function createCopier(parts: CopierParts): Copier {
  const { database, sequencer, book, clock, log, leaveSkipped, onAnswers, onEnded } = parts;
  const { submit, read } = sequencer;
  const submitting = { database, submit, leaveSkipped };
  const waiting = new WaitingClosings({ ...submitting, read, clock });
  /** Whether a step may not be carried out whole: an earlier life's, or after a fault. */
  let isUnsure = true;
  let isStopped = false;
  let retrying: Promise<void> = Promise.resolve();

  function note(answers: readonly PlanAnswer[]): void {
    waiting.note(answers);
    onAnswers(answers);
  }

  async function finishLeft(): Promise<void> {
    if (isUnsure) {
      // Whom the step has ended was told to nobody.
      book.doubt();
      note(await submitPlans(submitting, await readPlanned(database)));
      isUnsure = false;
    }
    note(await waiting.retry());
  }

  async function carryOut({ plans, ended, announce }: Step): Promise<void> {
    announce();
    const planned = plans.filter(({ status }) => status === "planned");
    const answers = await submitPlans(submitting, planned);
    note([...answers, ...plans.flatMap(skippedByRule)]);
    if (ended.length > 0) await onEnded(ended);
    isUnsure = false;
  }

  const journal = followJournal(parts, {
    cursor: "copy_cursor",
    name: "copies",
    concerns: book.concerns,
    gather: (rows) => gatherDeeds(book, rows),
    beforehand: finishLeft,
    write: async (trx, deeds): Promise<Step> => {
      // It may be committed without an answer.
      isUnsure = true;
      const planned = await planCopies({ read, clock }, trx, deeds);
      const announce = await leaveSkipped(trx, planned.plans.flatMap(skippedByRule));
      return { ...planned, announce };
    },
    afterwards: carryOut,
    isPrompt: true,
  });

  return {
    catchUp: journal.catchUp,
    lag: journal.lag,
    async stop() {
      isStopped = true;
      await journal.stop();
      await retrying;
    },
    async retryWaiting() {
      if (isStopped || !(await waiting.look())) return;
      retrying = journal
        .catchUp()
        .catch((err) => log.warn({ err }, "what waits for its market is tried again"));
    },
  };
}

function skippedByRule(plan: Planned["plans"][number]): readonly PlanAnswer[] {
  const { status, reason } = plan;
  return status === "skipped" ? [{ plan, status, orderId: null, reason }] : [];
}
