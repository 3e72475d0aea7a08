// The sequencer's end of the line to the journal: the session that is connected now, and where the
// journal is known to end. Connects anew after a failure and finds out what became of the last
// commit. Invariant: `place` is the newest row that is known to be durable.

import type { Log } from "../../platform/log.ts";
import type { FilledRows } from "../journal/commit-rows.ts";
import {
  isFence,
  JournalBroken,
  type JournalPlace,
  type JournalSession,
  type JournalStore,
} from "../journal/journal-store.ts";
import type { TapeHead } from "../tape/tape.ts";
import type { OpenBatch } from "./commit-queue.ts";
import type { LiveState } from "./live-state.ts";
import type { Committed } from "./outcome.ts";
import type { Pace } from "./pace.ts";
import { JOURNAL_START, recoverLost } from "./recovery.ts";

export type LinkOptions = {
  readonly shard: number;
  readonly store: JournalStore;
  readonly pace: Pace;
  readonly log: Log;
};

export type RecoverOptions = {
  /** The disk was full: it must take something before we go on. */
  readonly needsRoom: boolean;
  /** The commits whose answers were lost: the only ones that may be found. */
  readonly lost: readonly OpenBatch[];
  readonly onFound: (found: readonly Committed[]) => void;
};

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;

export class JournalLink {
  readonly #options: LinkOptions;
  #session: JournalSession | null = null;
  #place = JOURNAL_START;
  #isClosed = false;
  #isBroken = false;
  #onLost: (reason: Error) => void = () => undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Hears when the connection goes away by itself. */
  watch(onLost: (reason: Error) => void): void {
    this.#onLost = onLost;
  }

  get place(): JournalPlace {
    return this.#place;
  }

  /** What is stored is not what we stored: nothing is added to it, until the next start. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Where the next row goes, and under which epoch. */
  get end(): { readonly hash: Uint8Array; readonly epoch: number } {
    return { hash: this.#place.hash, epoch: this.#session?.epoch ?? 0 };
  }

  async connect(): Promise<JournalSession> {
    // It may be lost before it is ours: then nobody waits for it but `connect`, which rejects.
    let session: JournalSession | null = null;
    session = await this.#options.store.connect((reason) => {
      if (session !== null && this.#session === session) this.#onLost(reason);
    });
    if (this.#isClosed) {
      session.close();
      throw new Error("closed while connecting");
    }
    this.#session = session;
    return session;
  }

  begin(place: JournalPlace): void {
    this.#place = place;
  }

  async commit(batch: OpenBatch): Promise<FilledRows> {
    if (!this.#session) throw new Error("Invariant: commits wait for a connection");
    return this.#session.commit(batch);
  }

  /** The commit of these rows was answered. */
  advance({ packed, hash }: FilledRows): void {
    const last = packed.at(-1);
    if (last) this.#place = { seq: last.seq, atMs: last.atMs, hash };
  }

  drop(): void {
    this.#session?.close();
    this.#session = null;
  }

  /** See isBroken. */
  giveUp(): void {
    this.#isBroken = true;
    this.drop();
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
  }

  /**
   * Connects anew and folds what lost commits left behind, trying until it succeeds. Rejects only
   * when the journal itself is broken or somebody else wrote into it, or the shard has another
   * owner; answers null when closed meanwhile.
   */
  async recover(
    live: LiveState,
    { needsRoom, lost, onFound }: RecoverOptions,
  ): Promise<readonly TapeHead[] | null> {
    const { shard, pace, log } = this.#options;
    const ends = lost.map(({ rows }) => rows.hash);
    for (let waitMs = RETRY_FIRST_MS; !this.#isClosed; ) {
      try {
        const session = await this.connect();
        if (needsRoom) await session.tryRoom();
        const from = this.#place;
        const { place, found } = await recoverLost({ session, live, shard, from, ends });
        this.#place = place;
        onFound(found);
        return await session.readTapeHeads();
      } catch (err) {
        this.drop();
        if (err instanceof JournalBroken || err instanceof TypeError || isFence(err)) throw err;
        log.warn({ err, waitMs }, "cannot reach the journal");
      }
      await pace.wait(waitMs);
      waitMs = Math.min(2 * waitMs, RETRY_MAX_MS);
    }
    return null;
  }
}
