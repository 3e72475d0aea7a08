// Answers on their way back: gathered by gateway and sent together. Used by shard-server.ts.
// Invariants: every answer goes to the one who asked; a message that arrives twice is known by its
// number, so that nobody is told "nothing happened" about what a twin of it then did.

import { BUS_MESSAGE_BYTES_MAX, type Bus } from "../../platform/bus/bus.ts";
import { answersSubject } from "./subjects.ts";
import { type CommandsMessage, encodeAnswers, type SentAnswer } from "./wire.ts";

type Asker = { newestNumber: number; heardAtMs: number; answers: SentAnswer[]; bytes: number };

const FORGOTTEN_AFTER_MS = 60_000;
const ANSWER_FRAME_BYTES = 64;
/** Refusals are short texts. */
const REFUSAL_BYTES_MAX = 2_000;
const ANSWERS_BYTES_MAX = BUS_MESSAGE_BYTES_MAX - 1_000;

export class AnswerDesk {
  readonly #bus: Bus;
  readonly #shard: number;
  readonly #askers = new Map<string, Asker>();
  #isDue = false;

  constructor({ bus, shard }: { readonly bus: Bus; readonly shard: number }) {
    this.#bus = bus;
    this.#shard = shard;
  }

  /** False for one that was heard before. */
  isNew({ gateway, number }: CommandsMessage): boolean {
    const heardAtMs = performance.now();
    const asker = this.#askers.get(gateway);
    if (asker === undefined) {
      this.#askers.set(gateway, { newestNumber: number, heardAtMs, answers: [], bytes: 0 });
      return true;
    }
    asker.heardAtMs = heardAtMs;
    if (number <= asker.newestNumber) return false;
    asker.newestNumber = number;
    return true;
  }

  give(gateway: string, sent: SentAnswer): void {
    const asker = this.#askers.get(gateway);
    // Gone so long ago that it has given up.
    if (asker === undefined) return;
    const bytes = bytesOf(sent);
    if (asker.bytes + bytes > ANSWERS_BYTES_MAX) this.#send(gateway, asker);
    asker.answers.push(sent);
    asker.bytes += bytes;
    if (this.#isDue) return;
    this.#isDue = true;
    // After all answers of this commit.
    queueMicrotask(() => this.flush());
  }

  flush(): void {
    this.#isDue = false;
    for (const [gateway, asker] of this.#askers) {
      if (asker.answers.length > 0) this.#send(gateway, asker);
    }
  }

  forgetSilent(): void {
    const since = performance.now() - FORGOTTEN_AFTER_MS;
    for (const [gateway, { heardAtMs }] of this.#askers) {
      if (heardAtMs < since) this.#askers.delete(gateway);
    }
  }

  #send(gateway: string, asker: Asker): void {
    const { answers } = asker;
    asker.answers = [];
    asker.bytes = 0;
    this.#bus.publish(answersSubject(gateway), encodeAnswers({ shard: this.#shard, answers }));
  }
}

function bytesOf({ answer }: SentAnswer): number {
  if (answer.kind === "accepted") return ANSWER_FRAME_BYTES + (answer.events?.length ?? 0);
  return answer.kind === "refused" ? REFUSAL_BYTES_MAX : ANSWER_FRAME_BYTES;
}
