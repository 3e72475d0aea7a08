// Which attempts were made before, and how they ended (T01). The sequencer asks here before it
// takes a keyed command. Those under way are in memory; those that have ended are looked up in the
// journal's store, and only when a few bits say that there may be one. Invariant: between two
// attempts with one key, however far apart, at most one is executed.

import { hash } from "node:crypto";
import { decodeEvents } from "@truetick/engine";
import type { Log } from "../../platform/log.ts";
import type { JournalStore } from "../journal/journal-store.ts";
import { BloomFilter } from "./bloom-filter.ts";
import type { CommandKey, Outcome } from "./outcome.ts";
import { refusalFromStored } from "./refusal-text.ts";

export type KeyIdentity = {
  readonly ownerId: number;
  /** Both as text of a character per byte. */
  readonly keyHash: string;
  readonly payloadHash: string;
};

/** One that is under way; its outcome is null once it has ended. */
export type Attempt = { readonly payloadHash: string; outcome: Promise<Outcome> | null };

const HASH_BYTES = 16;
const KEYS_TO_COME = 1_000_000;

const REUSED: Outcome = { isAccepted: false, refusal: { reason: "KEY_REUSED" } };
const UNREACHABLE: Outcome = {
  isAccepted: false,
  refusal: { reason: "UNAVAILABLE", why: "recovering" },
};

/** As text of a character per byte. */
export function keyHashOf(ownerId: number, key: string): string {
  return hash("sha256", `${ownerId}\0${key}`, "binary").slice(0, HASH_BYTES);
}

export class KnownKeys {
  readonly #store: JournalStore;
  readonly #log: Log;
  readonly #underWay = new Map<string, Attempt>();
  /** Null until it knows every stored key; until then the database is asked each time. */
  #filter: BloomFilter | null = null;
  #learning: BloomFilter | null = null;

  constructor({ store, log }: { readonly store: JournalStore; readonly log: Log }) {
    this.#store = store;
    this.#log = log;
  }

  identify({ ownerId, key, payload }: CommandKey): KeyIdentity {
    return {
      ownerId,
      keyHash: keyHashOf(ownerId, key),
      payloadHash: hash("sha256", payload, "binary").slice(0, HASH_BYTES),
    };
  }

  /** The answer of an attempt that is under way; null when none is. */
  recall({ keyHash, payloadHash }: KeyIdentity): Promise<Outcome> | null {
    const attempt = this.#underWay.get(keyHash);
    if (!attempt) return null;
    return attempt.payloadHash === payloadHash ? attempt.outcome : Promise.resolve(REUSED);
  }

  mayBeStored({ keyHash }: KeyIdentity): boolean {
    return this.#filter?.mayHave(keyHash) ?? true;
  }

  /** Until it is let go, everybody who repeats it shares its outcome. */
  follow({ keyHash, payloadHash }: KeyIdentity, outcome: Promise<Outcome>): Attempt {
    this.#learning?.add(keyHash);
    const attempt: Attempt = { payloadHash, outcome };
    this.#underWay.set(keyHash, attempt);
    return attempt;
  }

  /** Its outcome is there; from here on the store is asked. */
  letGo({ keyHash }: KeyIdentity, attempt: Attempt): void {
    if (this.#underWay.get(keyHash) === attempt) this.#underWay.delete(keyHash);
    // A map that is filled and emptied for ever wears out tables. They are old, so the quick
    // collector keeps what they held: every event of every order, until the slow one comes.
    attempt.outcome = null;
  }

  /** The stored answer; null when there is none, UNAVAILABLE when that cannot be known. */
  async lookUp({ ownerId, keyHash, payloadHash }: KeyIdentity): Promise<Outcome | null> {
    try {
      const stored = await this.#store.findAnswer(ownerId, keyHash);
      if (!stored) return null;
      if (payloadHash !== stored.payloadHash) return REUSED;
      if (stored.refusal !== null) {
        return { isAccepted: false, refusal: refusalFromStored(stored.refusal) };
      }
      const { seq, atMs } = stored;
      const events = stored.events === null ? [] : decodeEvents(stored.events);
      return { isAccepted: true, seq, atMs, events };
    } catch (err) {
      this.#log.warn({ err }, "could not look up an idempotency key");
      return UNREACHABLE;
    }
  }

  /** Before the first command: from here on every new key enters the filter. */
  async prepare(): Promise<void> {
    const keys = await this.#store.countKeys();
    this.#learning = new BloomFilter(keys + KEYS_TO_COME);
  }

  /** Reads every stored key into the filter; meanwhile the database is asked each time. */
  async learn(): Promise<void> {
    const filter = this.#learning;
    if (!filter) throw new Error("Invariant: keys are prepared before they are learnt");
    await this.#store.readKeys((keyHash) => filter.add(keyHash));
    this.#filter = filter;
  }
}
