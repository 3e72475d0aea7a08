// The memory of everybody who asked for something: each attempt with its key, what was answered,
// and what could not be known. Answers to one key must be equal, however often and whenever it is
// asked (P01, T01).

import { hash } from "node:crypto";
import { encodeEvents } from "@truetick/engine";
import type { Outcome, Sequencer, UnstampedCommand } from "@truetick/server";
import { insist } from "../watch-quotes.ts";
import { nameOf } from "./memory-store.ts";

export type Attempt = {
  /** Owner and hash of the key, as a store has them. */
  readonly name: string;
  readonly ownerId: number;
  readonly key: string;
  readonly command: UnstampedCommand;
  /** Deliveries of this life without an answer yet. */
  waiting: number;
  /** A delivery ended without anybody knowing how. */
  isUncertain: boolean;
  /** The answer that counts, once there is one. */
  answer: { readonly outcome: Outcome; readonly text: string } | null;
};

const KEY_HASH_BYTES = 16;

export class Attempts {
  readonly #attempts: Attempt[] = [];
  readonly #log: (line: string) => void;
  #life = 0;
  #broken: Error | null = null;
  answers = 0;
  repeats = 0;

  /** `log` hears every answer, in the order of the answers. */
  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  get all(): readonly Attempt[] {
    return this.#attempts;
  }

  create(ownerId: number, command: UnstampedCommand): Attempt {
    const key = `attempt ${this.#attempts.length + 1}`;
    const keyHash = hash("sha256", `${ownerId}\0${key}`, "binary").slice(0, KEY_HASH_BYTES);
    const attempt: Attempt = {
      name: nameOf(ownerId, keyHash),
      ownerId,
      key,
      command,
      waiting: 0,
      isUncertain: false,
      answer: null,
    };
    this.#attempts.push(attempt);
    return attempt;
  }

  /** Delivers an attempt, for the first time or again. */
  deliver(sequencer: Sequencer, attempt: Attempt): void {
    const { ownerId, key, command } = attempt;
    const life = this.#life;
    attempt.waiting += 1;
    void sequencer
      .submit(command, { ownerId, key, payload: key })
      .then((outcome) => {
        if (life !== this.#life) return;
        attempt.waiting -= 1;
        this.#take(attempt, outcome);
      })
      .catch((error: unknown) => this.#note(error));
  }

  /** The same key with something else in it is never carried out. */
  deliverForged(sequencer: Sequencer, { ownerId, key, command }: Attempt): void {
    const life = this.#life;
    void sequencer
      .submit(command, { ownerId, key, payload: `not ${key}` })
      .then((outcome) => {
        if (life !== this.#life) return;
        const reason = outcome.isAccepted ? "accepted" : outcome.refusal.reason;
        const isKept = reason === "KEY_REUSED" || reason === "UNAVAILABLE";
        insist(isKept, `${key} with another payload is not ${reason}`);
        this.#log(`${key} forged: ${reason}`);
      })
      .catch((error: unknown) => this.#note(error));
  }

  /** Throws what was found wrong with an answer. */
  check(): void {
    if (this.#broken !== null) throw this.#broken;
  }

  #note(error: unknown): void {
    this.#broken ??= error instanceof Error ? error : new Error(String(error));
  }

  /** The process died: whoever waits will never hear. */
  die(): void {
    this.#life += 1;
    for (const attempt of this.#attempts) {
      if (attempt.waiting > 0) attempt.isUncertain = true;
      attempt.waiting = 0;
    }
  }

  #take(attempt: Attempt, outcome: Outcome): void {
    const text = textOf(outcome);
    this.#log(`${attempt.key}: ${text}`);
    if (!outcome.isAccepted) {
      const { refusal } = outcome;
      insist(refusal.reason !== "KEY_REUSED", `${attempt.key} came with one payload only`);
      if (refusal.reason === "OVERLOADED") return;
      if (refusal.reason === "UNAVAILABLE") {
        if (refusal.why === "outcome-unknown") attempt.isUncertain = true;
        return;
      }
    }
    this.answers += 1;
    if (attempt.answer) {
      this.repeats += 1;
      insist(attempt.answer.text === text, `${attempt.key} is answered the same again (P01)`);
    } else {
      attempt.answer = { outcome, text };
    }
  }
}

/** One spelling per answer: events packed, the fields of a refusal in order. */
function textOf(outcome: Outcome): string {
  if (outcome.isAccepted) {
    const events = Buffer.from(encodeEvents(outcome.events)).toString("base64");
    return `${outcome.seq} ${outcome.atMs} ${events}`;
  }
  const fields = Object.entries(outcome.refusal).sort(([left], [right]) => (left < right ? -1 : 1));
  return fields.map(([name, value]) => `${name}=${value}`).join(" ");
}
