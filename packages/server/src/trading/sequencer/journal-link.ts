// The sequencer's end of the line to the journal: the writer that is connected now, and where the
// journal is known to end. Connects anew after a failure and finds out what became of the last
// commit. Invariant: `place` is the newest row that is known to be durable.

import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { FilledRows } from "../journal/commit-rows.ts";
import { JournalWriter } from "../journal/journal-writer.ts";
import { JournalBroken, type JournalPlace, readTapeHeads } from "../journal/read-journal.ts";
import type { TapeHead } from "../tape/tape.ts";
import type { OpenBatch } from "./commit-queue.ts";
import type { LiveState } from "./live-state.ts";
import type { Committed } from "./outcome.ts";
import { JOURNAL_START, recoverLost } from "./recovery.ts";

export type LinkOptions = {
  readonly shard: number;
  readonly address: DatabaseAddress;
  readonly commitTimeoutMs: number;
  readonly log: Log;
};

export type RecoverOptions = {
  /** The disk was full: it must take something before we go on. */
  readonly needsRoom: boolean;
  readonly onFound: (found: readonly Committed[]) => void;
};

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;

export class JournalLink {
  readonly #options: LinkOptions;
  #writer: JournalWriter | null = null;
  #place = JOURNAL_START;
  #isClosed = false;
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

  async connect(): Promise<JournalWriter> {
    const writer: JournalWriter = await JournalWriter.connect({
      ...this.#options,
      onLost: (reason) => {
        if (this.#writer === writer) this.#onLost(reason);
      },
    });
    if (this.#isClosed) {
      writer.close();
      throw new Error("closed while connecting");
    }
    this.#writer = writer;
    return writer;
  }

  begin(place: JournalPlace): void {
    this.#place = place;
  }

  async commit(batch: OpenBatch): Promise<FilledRows> {
    if (!this.#writer) throw new Error("Invariant: commits wait for a connection");
    return this.#writer.commit(batch, this.#place.hash);
  }

  /** The commit of these rows was answered. */
  advance({ packed, hash }: FilledRows): void {
    const last = packed.at(-1);
    if (last) this.#place = { seq: last.seq, atMs: last.atMs, hash };
  }

  drop(): void {
    this.#writer?.close();
    this.#writer = null;
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
  }

  /**
   * Connects anew and folds what a lost commit left behind, trying until it succeeds. Rejects only
   * when the journal itself is broken; answers null when closed meanwhile.
   */
  async recover(
    live: LiveState,
    { needsRoom, onFound }: RecoverOptions,
  ): Promise<readonly TapeHead[] | null> {
    const { shard, log } = this.#options;
    for (let waitMs = RETRY_FIRST_MS; !this.#isClosed; ) {
      try {
        const writer = await this.connect();
        const { client } = writer;
        if (needsRoom) await writer.tryRoom();
        const { place, found } = await recoverLost({ client, live, shard, from: this.#place });
        this.#place = place;
        onFound(found);
        return await readTapeHeads(client);
      } catch (err) {
        this.drop();
        if (err instanceof JournalBroken || err instanceof TypeError) throw err;
        log.warn({ err, shard, waitMs }, "cannot reach the journal");
      }
      await sleep(waitMs);
      waitMs = Math.min(2 * waitMs, RETRY_MAX_MS);
    }
    return null;
  }
}
