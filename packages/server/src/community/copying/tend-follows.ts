// Tends follows beside the copying itself: finishes money that is under way, fires copy stop-losses,
// returns the cash of what has ended, and tells open screens what has changed. Made by copying.ts.
// Invariants: one round at a time; a round that breaks is logged and tried again; nothing here
// holds the engine up.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { lockPlace } from "../../trading/journal-follower.ts";
import type { Committed, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Copier } from "./copier.ts";
import { finishTransfers } from "./finish-transfers.ts";
import type { FollowBook } from "./follow-book.ts";
import { endFollows, endForsakenFollows, type StopReason } from "./follow-table.ts";
import { settleFollows } from "./settle-follows.ts";
import { reachedStops } from "./watch-losses.ts";

export type TendParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read" | "subscribe" | "followTape">;
  readonly book: FollowBook;
  readonly copier: Pick<Copier, "retryWaiting">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** For open screens; many changes of one follow are one. */
  readonly onChanged: (userId: number, followId: number) => void;
  /** Stopped, with everything closed and the cash returned. */
  readonly onStopped: (followIds: readonly number[]) => Promise<void>;
};

export type Tender = {
  /** A round now; whoever asks during one waits for the next. Never rejects. */
  readonly tend: () => Promise<void>;
  /** Ends those that have lost what they may. */
  readonly fireStops: () => Promise<void>;
  /** Money is under way whose answer nobody has heard. */
  readonly resume: () => void;
  readonly changed: (ids: readonly number[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Losses are looked at this often, at most; endings every fourth time. */
const LOOK_EVERY_MS = 250;
const LOOKS_PER_ROUND = 4;
const FORSAKEN_EVERY_MS = 3_600_000;

export function createTender(parts: TendParts): Tender {
  const { database, sequencer, book, copier, clock, log, onChanged, onStopped } = parts;
  /** Whose each is. */
  const touched = new Map<number, number>();
  let isMoved = true;
  let hasUnanswered = true;
  let isLooking = false;
  let looks = 0;
  let forsakenAtMs = 0;
  let round: Promise<void> = Promise.resolve();
  let looking: Promise<void> = Promise.resolve();

  function hear({ events }: Committed): void {
    for (const event of events) {
      if (!("accountId" in event)) continue;
      const follow = book.ofAccount(event.accountId);
      if (!follow) continue;
      touched.set(follow.id, follow.userId);
      isMoved = true;
    }
  }

  async function changed(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { id, userId } of await book.refresh(ids)) touched.set(id, userId);
    isMoved = true;
  }

  function tellChanged(): void {
    for (const [id, userId] of touched) onChanged(userId, id);
    touched.clear();
  }

  async function end(ids: readonly number[], reason: StopReason): Promise<void> {
    const ended = await database.transaction().execute(async (trx) => {
      await lockPlace(trx, "copy_cursor");
      return endFollows(trx, { ids, reason });
    });
    await changed(ended);
    await tend();
  }

  /** Those that have lost what they may; cheap enough for four times a second. */
  async function fireStops(): Promise<void> {
    if (!isMoved) return;
    isMoved = false;
    if (![...book.all()].some(({ stopPercent }) => stopPercent !== null)) return;
    const reached = await sequencer.read((books) => reachedStops(books, book.all()));
    if (reached.length > 0) await end(reached, "stop-loss");
  }

  async function settle(): Promise<void> {
    const ending = [...book.all()].filter(
      ({ status }) => status === "stopping" || status === "kept",
    );
    if (ending.length === 0) return;
    const due = await sequencer.read((books) =>
      ending.filter(
        ({ status, accountId }) => status === "stopping" || books.orders(accountId).length === 0,
      ),
    );
    await noteStopped(await settleFollows(parts, due));
  }

  async function noteStopped(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await changed(ids);
    await onStopped(ids);
  }

  /** What an earlier life, or a fault, left without an answer. */
  async function finishMoney(): Promise<void> {
    if (!hasUnanswered) return;
    hasUnanswered = false;
    const { moved, stopped, isUnanswered } = await finishTransfers(parts);
    if (isUnanswered) hasUnanswered = true;
    await changed(moved);
    await noteStopped(stopped);
  }

  /** A demo that was let go of is nobody's any more: its copies end, once in a while. */
  async function endForsaken(): Promise<void> {
    const nowMs = clock.now();
    if (nowMs < forsakenAtMs) return;
    forsakenAtMs = nowMs + FORSAKEN_EVERY_MS;
    await changed(
      await database.transaction().execute(async (trx) => {
        await lockPlace(trx, "copy_cursor");
        return endForsakenFollows(trx);
      }),
    );
  }

  async function runRound(): Promise<void> {
    try {
      await finishMoney();
      await endForsaken();
      await copier.retryWaiting();
      await settle();
      tellChanged();
    } catch (err) {
      hasUnanswered = true;
      log.warn({ err }, "follows were not tended; it is tried again");
    }
  }

  function tend(): Promise<void> {
    round = round.then(runRound);
    return round;
  }

  /** One at a time; a look that takes longer than the rhythm is the rhythm. */
  async function look(): Promise<void> {
    isLooking = true;
    try {
      await fireStops();
      looks += 1;
      if (looks % LOOKS_PER_ROUND === 0) await tend();
      else tellChanged();
    } catch (err) {
      isMoved = true;
      log.warn({ err }, "copy stop-losses were not looked at; it is tried again");
    } finally {
      isLooking = false;
    }
  }

  const unsubscribe = sequencer.subscribe(hear);
  sequencer.followTape(() => {
    isMoved = true;
  });
  const timer = setInterval(() => {
    if (!isLooking) looking = look();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    tend,
    fireStops,
    resume: () => {
      hasUnanswered = true;
    },
    changed,
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await looking;
      await round;
    },
  };
}
