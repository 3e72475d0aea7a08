// One who waits for the commit of what he submitted. Made by the sequencer for every command it
// takes, so it is one object and one promise. Invariant: he is answered once, after the commit.

import type { WhyFailed } from "./commit-queue.ts";
import type { Attempt, KeyIdentity, KnownKeys } from "./known-keys.ts";
import type { Outcome } from "./outcome.ts";

type Resolve = (outcome: Outcome) => void;

/** The executor of every promise below: hands its resolver out without a closure of its own. */
let handedOut: Resolve = () => undefined;
function handOut(resolve: Resolve): void {
  handedOut = resolve;
}

export class CommandWaiter {
  readonly answer: Promise<Outcome>;
  readonly #outcome: Outcome;
  readonly #resolve: Resolve;
  readonly #keys: KnownKeys;
  readonly #key: KeyIdentity | null;
  readonly #attempt: Attempt | null;

  /** The outcome is given once it is durable; until then, who repeats the key shares it. */
  constructor(outcome: Outcome, keys: KnownKeys, key: KeyIdentity | null) {
    this.#outcome = outcome;
    this.answer = new Promise(handOut);
    this.#resolve = handedOut;
    this.#keys = keys;
    this.#key = key;
    this.#attempt = key === null ? null : keys.follow(key, this.answer);
  }

  settle(): void {
    this.#end(this.#outcome);
  }

  fail(why: WhyFailed): void {
    this.#end({ isAccepted: false, refusal: { reason: "UNAVAILABLE", why } });
  }

  #end(outcome: Outcome): void {
    if (this.#key && this.#attempt) this.#keys.letGo(this.#key, this.#attempt);
    this.#resolve(outcome);
  }
}
