// The line between one life of the process and its store. Commits wait here until the run says
// what becomes of them: stored, refused, never arrived, or stored with the reply lost; one may wait
// behind another, sent ahead. When the process dies the line is cut, and nobody behind it hears
// anything any more.

import {
  type Batch,
  CommitFailed,
  type FilledRows,
  type JournalSession,
  type JournalStore,
  type Snapshot,
} from "@truetick/server";
import type { Chance } from "../chance.ts";

export type Fate = "stored" | "refused" | "no-room" | "never-arrived" | "reply-lost";

const FATES: readonly (readonly [Fate, number])[] = [
  ["stored", 90],
  ["reply-lost", 3],
  ["never-arrived", 3],
  ["refused", 2],
  ["no-room", 2],
];

export function drawFate(chance: Chance): Fate {
  let rest = chance.below(100);
  for (const [fate, share] of FATES) {
    if (rest < share) return fate;
    rest -= share;
  }
  return "stored";
}

type HeldCommit = {
  readonly batch: Batch;
  readonly store: () => Promise<FilledRows>;
  readonly resolve: (filled: FilledRows) => void;
  readonly reject: (error: Error) => void;
};

export class FaultyLine implements JournalStore {
  readonly #store: JournalStore;
  readonly #onStored: (batch: Batch) => void;
  readonly #answered: (() => void)[] = [];
  #lastAsked: Promise<unknown> = Promise.resolve();
  #unanswered = 0;
  #session: JournalSession | null = null;
  #onLost: (reason: Error) => void = () => undefined;
  /** By the order in which they were sent. */
  #held: HeldCommit[] = [];
  #isCut = false;
  /** So many of the next connections fail. */
  failingConnections = 0;
  /** So many of the next tries find the disk full. */
  fullTries = 0;
  isLosingSnapshots = false;
  /** Answers are given when the run says so, and a quick store gives them no sooner than a slow. */
  isPaced = false;

  constructor(store: JournalStore, onStored: (batch: Batch) => void) {
    this.#store = store;
    this.#onStored = onStored;
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** Whether one waits behind another. */
  get isAhead(): boolean {
    return this.#held.length > 1;
  }

  /** Whether the store is being asked something, other than to commit. */
  get isBusy(): boolean {
    return this.#unanswered > 0;
  }

  async connect(onLost: (reason: Error) => void): Promise<JournalSession> {
    if (this.failingConnections > 0) {
      this.failingConnections -= 1;
      throw new Error("the store cannot be reached");
    }
    const session = await this.#pass(() => this.#store.connect(onLost));
    this.#session = session;
    this.#onLost = onLost;
    return {
      ...session,
      commit: (batch) =>
        new Promise((resolve, reject) => {
          const store = () => session.commit(batch);
          if (!this.#isCut) this.#held.push({ batch, store, resolve, reject });
        }),
      readTail: (from, take) => this.#pass(() => session.readTail(from, take)),
      readTapeHeads: () => this.#pass(() => session.readTapeHeads()),
      readSnapshot: () => this.#pass(() => session.readSnapshot()),
      // Untracked, a slow store would still compare while the run goes on, and chance with it.
      findDisagreement: (state) =>
        this.#pass(async () => (await session.findDisagreement?.(state)) ?? null),
      tryRoom: () => this.#tryRoom(session),
      close: () => session.close(),
    };
  }

  async storeSnapshot(snapshot: Snapshot): Promise<void> {
    if (this.isLosingSnapshots) throw new Error("no room for a snapshot");
    await this.#pass(() => this.#store.storeSnapshot(snapshot));
  }

  findAnswer(ownerId: number, keyHash: string) {
    return this.#pass(() => this.#store.findAnswer(ownerId, keyHash));
  }

  countKeys(): Promise<number> {
    return this.#pass(() => this.#store.countKeys());
  }

  readKeys(take: (keyHash: string) => void): Promise<void> {
    return this.#pass(() => this.#store.readKeys(take));
  }

  /**
   * Decides what becomes of the commit that waits. One that waits behind it shares its fate, except
   * that of a reply that is lost: then it may be stored as well.
   */
  async settle(fate: Fate, isNextStored = false): Promise<void> {
    const held = this.#held.shift();
    if (!held) return;
    if (fate === "stored" || fate === "reply-lost") {
      const filled = await this.#keep(held).catch((error: Error) => error);
      if (filled instanceof Error) return held.reject(filled);
      if (fate === "stored") return held.resolve(filled);
    }
    const behind = this.#held.splice(0);
    if (fate === "reply-lost" && isNextStored) for (const next of behind) await this.#keep(next);
    const isKnown = fate === "refused" || fate === "no-room";
    if (isKnown) await insistOnRefusal(behind);
    const isShortOfRoom = fate === "no-room";
    const why = { isOutcomeKnown: isKnown, isShortOfRoom, isOurFault: false, isFenced: false };
    held.reject(new CommitFailed(new Error(fate), why));
  }

  /** The connection goes away by itself, whether or not a commit waits. */
  async lose(isStored: boolean, isNextStored: boolean): Promise<void> {
    if (this.isHolding) return this.settle(isStored ? "reply-lost" : "never-arrived", isNextStored);
    this.#session?.close();
    this.#onLost(new Error("the connection is gone"));
  }

  /** The process dies. Of what was under way so many may have reached the store. */
  async cut(stored: number): Promise<void> {
    this.#isCut = true;
    for (const held of this.#held.splice(0).slice(0, stored)) await this.#keep(held);
    await this.idle();
    this.#session?.close();
  }

  async #keep({ batch, store }: HeldCommit): Promise<FilledRows> {
    const filled = await store();
    this.#onStored(batch);
    return filled;
  }

  /** Resolves when the store's answers to everything but the commit that waits are given. */
  async idle(): Promise<void> {
    await this.#lastAsked.catch(() => undefined);
    for (const give of this.#answered.splice(0)) give();
  }

  async #tryRoom(session: JournalSession): Promise<void> {
    if (this.fullTries > 0) {
      this.fullTries -= 1;
      throw new Error("the disk is full");
    }
    await this.#pass(() => session.tryRoom());
  }

  /**
   * Asks the store, one question after the other: a database answers two at once in either order,
   * and what follows would not follow from the seed. A dead process never hears the answer.
   */
  async #pass<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isCut) return new Promise<T>(() => undefined);
    const asked = this.#lastAsked.then(ask, ask);
    this.#lastAsked = asked;
    this.#unanswered += 1;
    await asked.catch(() => undefined);
    if (this.isPaced) await new Promise<void>((give) => this.#answered.push(give));
    this.#unanswered -= 1;
    return this.#isCut ? new Promise<T>(() => undefined) : asked;
  }
}

/** What was sent behind a commit that is refused reaches the store, and is refused as well. */
async function insistOnRefusal(behind: readonly HeldCommit[]): Promise<void> {
  for (const { store } of behind) {
    const isStored = await store().then(
      () => true,
      () => false,
    );
    if (isStored) throw new Error("a commit was stored behind one that was refused");
  }
}
