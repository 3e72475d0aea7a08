// The journal's store in memory: the twin of PostgreSQL for seeded runs. It keeps what a commit
// brings, whole or not at all, and refuses what the tables' constraints would refuse. It never
// fails by itself; faults are planted in front of it (faulty-line.ts).

import { createHash } from "node:crypto";
import { decodeState, encodeCommand, type MarketId } from "@truetick/engine";
import { CHAIN_GENESIS } from "@truetick/proof";
import {
  type Batch,
  CommitFailed,
  type FilledRows,
  JournalBroken,
  type JournalSession,
  type JournalStore,
  type KeyEntry,
  linkOf,
  type Snapshot,
  type TapePiece,
} from "@truetick/server";
import type { Evidence, StoredRow } from "./evidence.ts";

const SHARD = 0;

type StoredSnapshot = Snapshot & { readonly digest: string };

export class MemoryStore implements JournalStore {
  readonly #rows: StoredRow[] = [];
  readonly #keys = new Map<string, KeyEntry>();
  readonly #pieces = new Map<MarketId, TapePiece[]>();
  #snapshot: StoredSnapshot | null = null;
  /** Raised by every connection, so that no earlier one writes again. */
  #epoch = 0;

  async connect(): Promise<JournalSession> {
    this.#epoch += 1;
    const epoch = this.#epoch;
    return {
      epoch,
      commit: async (batch) => {
        if (epoch !== this.#epoch) throw failureOf(`epoch ${epoch} is over`, { isFenced: true });
        return this.#commit(batch);
      },
      readTail: async (from, take) => {
        const known = from.seq === 0 ? CHAIN_GENESIS : this.#rows[from.seq - 1]?.hash;
        if (!known || !isSame(known, from.hash)) throw new JournalBroken(`row ${from.seq} is gone`);
        let place = from;
        for (const { seq, atMs, command, events, hash } of this.#rows.slice(from.seq)) {
          const link = linkOf(place.hash, { shard: SHARD, seq, atMs, command, events });
          if (seq !== place.seq + 1 || !isSame(link, hash)) throw new JournalBroken(`row ${seq}`);
          place = { seq, atMs, hash };
          take({ seq, atMs, events });
        }
        return place;
      },
      readTapeHeads: async () =>
        [...this.#pieces].flatMap(([marketId, pieces]) => {
          const last = pieces.at(-1);
          return last ? [{ marketId, newest: last.newest, hash: last.hash }] : [];
        }),
      readSnapshot: async () => this.#readSnapshot(),
      tryRoom: async () => undefined,
      close: () => undefined,
    };
  }

  async storeSnapshot({ place, bytes }: Snapshot): Promise<void> {
    this.#snapshot = { place, bytes: bytes.slice(), digest: digestOf(bytes) };
  }

  async findAnswer(ownerId: number, keyHash: string) {
    const key = this.#keys.get(nameOf(ownerId, keyHash));
    if (!key) return null;
    const { payloadHash, atMs, seq, refusal } = key;
    const events = seq === null ? null : (this.#rows[seq - 1]?.events ?? null);
    const parsed: unknown = refusal === null ? null : JSON.parse(refusal);
    return { payloadHash, atMs, seq, refusal: parsed, events };
  }

  async countKeys(): Promise<number> {
    return this.#keys.size;
  }

  async readKeys(take: (keyHash: string) => void): Promise<void> {
    for (const { keyHash } of this.#keys.values()) take(keyHash);
  }

  async readEvidence(): Promise<Evidence> {
    const keys = [...this.#keys.values()].map(({ ownerId, keyHash, seq, refusal }) => ({
      name: nameOf(ownerId, keyHash),
      seq,
      isRefused: refusal !== null,
    }));
    return { rows: this.#rows, keys, pieces: [...this.#pieces.values()].flat() };
  }

  #commit(batch: Batch): FilledRows {
    const { previousHash } = batch.rows;
    const breach = this.#breachOf(batch, previousHash);
    if (breach !== null) throw failureOf(breach, { isOurFault: true });
    const filled = batch.rows;
    let hash = previousHash;
    for (const [index, { seq, command: given }] of batch.entries.entries()) {
      const command = encodeCommand(given).slice();
      const events = filled.packed[index]?.events.slice() ?? new Uint8Array();
      hash = linkOf(hash, { shard: SHARD, seq, atMs: given.atMs, command, events });
      this.#rows.push({ seq, atMs: given.atMs, command, events, hash });
    }
    if (!isSame(hash, filled.hash)) throw new Error("the rows are not those of the batch");
    for (const key of batch.keys) this.#keys.set(nameOf(key.ownerId, key.keyHash), key);
    for (const piece of batch.pieces) this.#strand(piece.marketId).push(piece);
    return filled;
  }

  /** What a constraint of the tables would say; null when they take it. */
  #breachOf({ entries, keys, pieces }: Batch, previousHash: Uint8Array): string | null {
    const last = this.#rows.at(-1);
    if (!isSame(previousHash, last?.hash ?? CHAIN_GENESIS)) {
      return "the batch does not follow the journal";
    }
    if (entries.some(({ seq }, index) => seq !== this.#rows.length + index + 1)) {
      return "a number of the journal is used twice or left out";
    }
    const names = new Set(keys.map(({ ownerId, keyHash }) => nameOf(ownerId, keyHash)));
    if (names.size < keys.length || [...names].some((name) => this.#keys.has(name))) {
      return "a key is stored twice";
    }
    const heads = new Map<MarketId, TapePiece | undefined>();
    for (const piece of pieces) {
      const { marketId, firstSeq, prevHash } = piece;
      const head = heads.get(marketId) ?? this.#strand(marketId).at(-1);
      const isNext = firstSeq === (head?.lastSeq ?? 0) + 1;
      if (!isNext || !isSame(prevHash, head?.hash ?? CHAIN_GENESIS)) return "the tape has a gap";
      heads.set(marketId, piece);
    }
    return null;
  }

  #strand(marketId: MarketId): TapePiece[] {
    const strand = this.#pieces.get(marketId) ?? [];
    this.#pieces.set(marketId, strand);
    return strand;
  }

  #readSnapshot() {
    const stored = this.#snapshot;
    if (!stored) return null;
    const { place, bytes, digest } = stored;
    const row = this.#rows[place.seq - 1];
    const isTrusted = digestOf(bytes) === digest && row && isSame(row.hash, place.hash);
    return isTrusted ? { place, bytes, state: decodeState(bytes) } : null;
  }
}

/** Nothing of it is stored. */
function failureOf(words: string, { isOurFault = false, isFenced = false }): CommitFailed {
  const why = { isOutcomeKnown: true, isShortOfRoom: false, isOurFault, isFenced };
  return new CommitFailed(new Error(words), why);
}

/** The hash is text of a character per byte. */
export function nameOf(ownerId: number, keyHash: string): string {
  return `${ownerId}/${Buffer.from(keyHash, "latin1").toString("hex")}`;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
