// Tends follows beside the copying itself: finishes money that is under way, fires copy
// stop-losses, returns the cash of what has ended, and tells open screens what has changed. Made by
// copying.ts. Invariants: one round at a time; a round that breaks is logged and tried again, with
// the follows as the table has them; nothing here holds the engine up.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { lockPlaces } from "../../trading/journal-place.ts";
import type { Committed, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Copier } from "./copier.ts";
import type { FillParts } from "./fill-follow.ts";
import { finishTransfers } from "./finish-transfers.ts";
import type { FollowBook } from "./follow-book.ts";
import { endFollows, endForsakenFollows, type StopReason } from "./follow-table.ts";
import { readPlannedTransfers } from "./move-money.ts";
import type { ReturnParts } from "./return-cash.ts";
import { settleFollows } from "./settle-follows.ts";
import { reachedStops } from "./watch-losses.ts";

export type TendParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read" | "subscribe" | "followTape">;
  readonly book: FollowBook;
  readonly watchLeader: FillParts["watchLeader"];
  readonly copier: Pick<Copier, "retryWaiting">;
  readonly leaveStopped: ReturnParts["leaveStopped"];
  /** Whoever was not told yet that a leader has left. Never rejects. */
  readonly tellLeft: () => Promise<void>;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** For open screens; many changes of one follow are one. */
  readonly onChanged: (userId: number, followId: number) => void;
  /** Stopped, with everything closed and the cash returned; their owners have been told. */
  readonly onStopped: (followIds: readonly number[]) => Promise<void>;
};

export type Tender = {
  /** A round now; whoever asks during one waits for the next. Never rejects. */
  readonly tend: () => Promise<void>;
  /** Ends those that have lost what they may; whoever asks meanwhile waits for that and looks. */
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
const LEFT_EVERY_MS = 60_000;

export function createTender(parts: TendParts): Tender {
  const tending = new Tending(parts);
  return {
    tend: () => tending.tend(),
    fireStops: () => tending.fireStops(),
    resume: () => tending.resume(),
    changed: (ids) => tending.changed(ids),
    stop: () => tending.stop(),
  };
}

class Tending {
  readonly #parts: TendParts;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  /** Changed and not yet told: whose each follow is. */
  readonly #touched = new Map<number, number>();
  #isMoved = true;
  #hasUnanswered = true;
  #isLooking = false;
  #looks = 0;
  #forsakenAtMs = 0;
  #leftAtMs = 0;
  #firing: Promise<unknown> = Promise.resolve();
  #round: Promise<void> = Promise.resolve();
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: TendParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.sequencer.subscribe((committed) => this.#hear(committed));
    parts.sequencer.followTape(() => {
      this.#isMoved = true;
    });
    this.#timer = setInterval(() => {
      if (!this.#isLooking) this.#looking = this.#look();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  resume(): void {
    this.#hasUnanswered = true;
  }

  #hear({ events }: Committed): void {
    for (const event of events) {
      if (!("accountId" in event)) continue;
      const follow = this.#parts.book.ofAccount(event.accountId);
      if (!follow) continue;
      this.#touched.set(follow.id, follow.userId);
      this.#isMoved = true;
    }
  }

  async changed(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await this.#parts.book.refresh(ids);
    for (const { id, userId } of found) this.#touched.set(id, userId);
    this.#isMoved = true;
  }

  #tellChanged(): void {
    for (const [id, userId] of this.#touched) this.#parts.onChanged(userId, id);
    this.#touched.clear();
  }

  fireStops(): Promise<void> {
    const fired = this.#firing.then(() => this.#fire());
    this.#firing = fired.catch(() => undefined);
    return fired;
  }

  /** Those that have lost what they may; cheap enough for four times a second. */
  async #fire(): Promise<void> {
    const { book, sequencer } = this.#parts;
    await this.#beSure();
    if (!this.#isMoved) return;
    this.#isMoved = false;
    if (![...book.all()].some(({ stopPercent }) => stopPercent !== null)) return;
    const reached = await sequencer.read((books) => reachedStops(books, book.all()));
    if (reached.length > 0) await this.#end(reached, "stop-loss");
  }

  /** After a fault all follows are looked at as they are stored. */
  async #beSure(): Promise<void> {
    if (await this.#parts.book.beSure()) this.#isMoved = true;
  }

  async #end(ids: readonly number[], reason: StopReason): Promise<void> {
    try {
      await this.#locked((trx) => endFollows(trx, { ids, reason }));
    } catch (error) {
      // They may have ended, and nobody was told.
      this.#parts.book.doubt();
      throw error;
    }
    await this.changed(ids);
    await this.tend();
  }

  /** Under the lock of the copier's place. */
  #locked<T>(act: (trx: Database) => Promise<T>): Promise<T> {
    return this.#parts.database.transaction().execute(async (trx) => {
      await lockPlaces(trx, "copy_cursor");
      return act(trx);
    });
  }

  /** What an earlier life, or a fault, left without an answer. */
  async #finishMoney(): Promise<void> {
    if (!this.#hasUnanswered) return;
    this.#hasUnanswered = false;
    const planned = await readPlannedTransfers(this.#parts.database);
    const { moved, stopped, unanswered } = await finishTransfers(this.#parts, planned);
    if (unanswered.length > 0) this.#hasUnanswered = true;
    await this.changed(moved);
    await this.#noteStopped(stopped);
  }

  /** A demo that was let go of is nobody's any more: its copies end, once in a while. */
  async #endForsaken(): Promise<void> {
    const nowMs = this.#parts.clock.now();
    if (nowMs < this.#forsakenAtMs) return;
    this.#forsakenAtMs = nowMs + FORSAKEN_EVERY_MS;
    await this.changed(await this.#locked(endForsakenFollows));
  }

  /** As a rule they were told at once; this is for after a fault, and for an earlier life. */
  async #tellLeft(): Promise<void> {
    const nowMs = this.#parts.clock.now();
    if (nowMs < this.#leftAtMs) return;
    this.#leftAtMs = nowMs + LEFT_EVERY_MS;
    await this.#parts.tellLeft();
  }

  async #settle(): Promise<void> {
    const { book, sequencer } = this.#parts;
    const ending = [...book.all()].filter(
      ({ status }) => status === "stopping" || status === "kept",
    );
    if (ending.length === 0) return;
    const due = await sequencer.read((books) =>
      ending.filter(
        ({ status, accountId }) => status === "stopping" || books.orders(accountId).length === 0,
      ),
    );
    await this.#noteStopped(await settleFollows(this.#parts, due));
  }

  async #noteStopped(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.changed(ids);
    await this.#parts.onStopped(ids);
  }

  async #runRound(): Promise<void> {
    try {
      await this.#beSure();
      await this.#finishMoney();
      await this.#endForsaken();
      await this.#parts.copier.retryWaiting();
      await this.#settle();
      this.#tellChanged();
      await this.#tellLeft();
    } catch (err) {
      this.#hasUnanswered = true;
      this.#parts.book.doubt();
      this.#parts.log.warn({ err }, "follows were not tended; it is tried again");
    }
  }

  tend(): Promise<void> {
    this.#round = this.#round.then(() => this.#runRound());
    return this.#round;
  }

  /** One at a time; a look that takes longer than the rhythm is the rhythm. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      await this.fireStops();
      this.#looks += 1;
      if (this.#looks % LOOKS_PER_ROUND === 0) await this.tend();
      else this.#tellChanged();
    } catch (err) {
      this.#isMoved = true;
      this.#parts.log.warn({ err }, "copy stop-losses were not looked at; it is tried again");
    } finally {
      this.#isLooking = false;
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#looking;
    await this.#round;
  }
}
