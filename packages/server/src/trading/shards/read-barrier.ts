// How a reader knows that a replica has everything that anybody was answered about: it asks the
// owner how far it has committed, and waits until the replica is there. Used by
// remote-sequencer.ts. Invariants: the question is asked after the reader came, and one question
// serves all who came before it; when the owner is silent, the journal itself is asked.

import { type Bus, BusSilent } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database.ts";
import { readHead } from "./load-state.ts";
import type { Replica } from "./replica.ts";
import { headSubject } from "./subjects.ts";
import { decodeNews } from "./wire.ts";

/** A crowd of readers asks so many times a second and no more. */
const ASKED_EVERY_MS = 3;
const ANSWERED_WITHIN_MS = 150;
const NOTHING = new Uint8Array(0);

type Waiter = { readonly resolve: () => void; readonly reject: (reason: unknown) => void };

export class ReadBarrier {
  readonly #bus: Bus;
  readonly #database: Database;
  readonly #replica: Replica;
  #waiters: Waiter[] = [];
  #isAsking = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The newest row that somebody in this process was answered about. */
  #answeredSeq = 0;

  constructor(parts: {
    readonly bus: Bus;
    readonly database: Database;
    readonly replica: Replica;
  }) {
    this.#bus = parts.bus;
    this.#database = parts.database;
    this.#replica = parts.replica;
  }

  /** This process was told of the row: whoever reads here from now on sees it. */
  noteAnswered(seq: number): void {
    if (seq > this.#answeredSeq) this.#answeredSeq = seq;
  }

  /** Resolves when the replica has all that was committed when this was called. */
  pass(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      if (this.#isAsking) return;
      this.#isAsking = true;
      void this.#askOn();
    });
  }

  async #askOn(): Promise<void> {
    while (this.#waiters.length > 0) {
      const waitMs = this.#askedAt + ASKED_EVERY_MS - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      this.#askedAt = performance.now();
      const waiters = this.#waiters;
      this.#waiters = [];
      try {
        const head = await this.#askHead();
        await this.#replica.reach(Math.max(head, this.#answeredSeq));
        for (const { resolve } of waiters) resolve();
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.#isAsking = false;
  }

  async #askHead(): Promise<number> {
    const { shard, isOwnerHeard } = this.#replica;
    // Whoever has been silent for long is not waited for once more by every reader.
    const head = isOwnerHeard ? await this.askOwner() : null;
    return head ?? readHead(this.#database, shard);
  }

  /** How far the owner says it has committed; null: it does not answer, or was overtaken. */
  async askOwner(): Promise<number | null> {
    try {
      const subject = headSubject(this.#replica.shard);
      const news = decodeNews(await this.#bus.request(subject, NOTHING, ANSWERED_WITHIN_MS));
      // One who was overtaken does not know what his successor has committed.
      return news.epoch >= this.#replica.epoch ? news.head : null;
    } catch (error) {
      if (error instanceof BusSilent || error instanceof RangeError) return null;
      throw error;
    }
  }
}
