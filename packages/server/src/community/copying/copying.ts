// Copy trading as community.ts starts it: the copier over the journal, the tending of follows, and
// the calls about them. Invariant: what moves money is the engine alone; here is only decided what
// to ask of it, each thing once.

import type { MemberChanges } from "../../platform/member-changes.ts";
import type { News } from "../../platform/news/news.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import {
  type CopiedOrderHandlers,
  type CopiedOrderParts,
  createCopiedOrderHandlers,
} from "./copied-orders.routes.ts";
import { type Copier, createCopier } from "./copier.ts";
import { type CopyNoticeParts, type CopyNotices, createCopyNotices } from "./copy-notices.ts";
import { createFollowHandlers, type FollowHandlers, type FollowParts } from "./follow.routes.ts";
import { createFollowBook } from "./follow-book.ts";
import { askCopier, serveErrands } from "./follow-errands.ts";
import { noteLeaderRates } from "./leader-rate.ts";
import { createResetHandlers, type ResetHandlers, type ResetParts } from "./reset-demo.routes.ts";
import { createTender } from "./tend-follows.ts";

export type CopyingParts = CopyNoticeParts &
  Pick<FollowParts, "returnSince"> &
  Pick<CopiedOrderParts, "directory" | "financingOf"> & {
    readonly sequencer: Pick<Sequencer, "submit" | "read" | "subscribe" | "followTape">;
    /** Tells the open screens of a follow's owner that it has changed. */
    readonly copies: Pick<MemberChanges<number>, "tell">;
    readonly clock: ResetParts["clock"];
    readonly news: News;
    /** Whether this process copies; others ask the one that does. */
    readonly runsJobs: boolean;
  };

export type Copying = {
  readonly handlers: FollowHandlers & CopiedOrderHandlers & ResetHandlers;
  /** Everything that is committed now is copied, and what has ended is settled. */
  readonly settle: () => Promise<void>;
  readonly lag: Copier["lag"];
  /** Tells everybody who copies this account that its owner takes nobody new. */
  readonly tellLeft: CopyNotices["leaderLeft"];
  readonly stop: () => Promise<void>;
};

export async function startCopying(parts: CopyingParts): Promise<Copying> {
  return parts.runsJobs ? await copyHere(parts) : copyElsewhere(parts);
}

/** The calls alone: another process copies and tends. */
function copyElsewhere(parts: CopyingParts): Copying {
  const own = { ...parts, ...askCopier(parts.news) };
  return {
    handlers: {
      ...createFollowHandlers(own),
      ...createCopiedOrderHandlers(own),
      ...createResetHandlers(own),
    },
    settle: own.tender.tend,
    lag: () => 0,
    tellLeft: createCopyNotices(parts).leaderLeft,
    stop: async () => undefined,
  };
}

async function copyHere(parts: CopyingParts): Promise<Copying> {
  const { database, log, copies } = parts;
  const book = createFollowBook(database);
  await book.load();
  const watchLeader = async (followId: number) => {
    await book.refresh([followId]);
    return true;
  };
  const notices = createCopyNotices(parts);
  const copier = createCopier({
    ...parts,
    book,
    leaveSkipped: notices.leaveSkipped,
    onAnswers: (answers) => {
      for (const { plan } of answers) copies.tell(plan.userId, plan.followId);
    },
    onEnded: async (ids) => {
      await tender.changed(ids);
      await tender.tend();
    },
  });
  const tender = createTender({
    ...parts,
    book,
    watchLeader,
    copier,
    onChanged: copies.tell,
    leaveStopped: notices.leaveStopped,
    tellLeft: notices.leadersLeft,
    onStopped: (ids) => noteLeaderRates(parts, ids),
  });
  const stopErrands = serveErrands({ ...parts, book, tender });
  // What an earlier life has left is finished while the doors open; nothing waits for it.
  copier.catchUp().catch((err) => log.warn({ err }, "copies wait for the engine"));
  void tender.tend();
  return {
    handlers: {
      ...createFollowHandlers({ ...parts, watchLeader, tender }),
      ...createCopiedOrderHandlers({ ...parts, tender }),
      ...createResetHandlers({ ...parts, tender }),
    },
    async settle() {
      await copier.catchUp();
      await tender.fireStops();
      await tender.tend();
      // What a round has found due.
      await copier.catchUp();
    },
    lag: copier.lag,
    tellLeft: notices.leaderLeft,
    async stop() {
      stopErrands();
      await copier.stop();
      await tender.stop();
    },
  };
}
