// Commands on their way to the owners of their shards, and their answers. Used by
// remote-sequencer.ts. Several go in one message; what is not answered in time is sent again, to
// whoever owns the shard by then, under its key. Invariants: everyone is answered once; nobody is
// told "nothing happened" while any sending of his may yet be carried out.

import { decodeEvents, type Event } from "@truetick/engine";
import { BUS_MESSAGE_BYTES_MAX, type Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/log.ts";
import type { CommandKey, Outcome, SequencerRefusal } from "../sequencer/outcome.ts";
import type { UnstampedCommand } from "../sequencer/sequencer.ts";
import { answersSubject, commandsSubject } from "./subjects.ts";
import { decodeAnswers, encodeCommands, encodeKeyed, type SentAnswer } from "./wire.ts";

export type CourierOptions = {
  readonly bus: Bus;
  /** A name of its own, never used before. */
  readonly gateway: string;
  readonly log: Log;
  readonly onAnswered: (shard: number, seq: number) => void;
  /** The events of a row that was told a moment ago; null: it has not come, or long ago. */
  readonly recall: (shard: number, seq: number) => readonly Event[] | null;
  /** The events of any row. */
  readonly readEvents: (shard: number, seq: number) => Promise<readonly Event[]>;
};

/** Commands that wait for an answer; with more, new ones are refused. */
const UNDER_WAY_MAX = 20_000;
/** Longer than a new owner needs to take over. */
const ANSWERED_WITHIN_MS = 8_000;
const AGAIN_FIRST_MS = 300;
const AGAIN_MAX_MS = 1_000;
/** After an answer that says: not now, or not here. */
const SOON_FIRST_MS = 30;
const LOOKED_AT_EVERY_MS = 25;
/** After a turn with so many, the next ones gather: a message for each few costs more than they. */
const CROWD_COMMANDS = 4;
const GATHER_MS = 3;
const COMMANDS_BYTES_MAX = BUS_MESSAGE_BYTES_MAX / 2;

type UnderWay = {
  readonly id: number;
  readonly shard: number;
  readonly keyed: Uint8Array;
  readonly resolve: (outcome: Outcome) => void;
  readonly untilMs: number;
  sendings: number;
  /** Sendings of which nobody has said that nothing came of them. */
  readonly open: Set<number>;
  refusal: SequencerRefusal | null;
  nextAtMs: number;
  soonMs: number;
};

export class CommandCourier {
  readonly #options: CourierOptions;
  readonly #underWay = new Map<number, UnderWay>();
  readonly #due = new Map<number, UnderWay[]>();
  readonly #stops: (() => void)[];
  #newestId = 0;
  #messages = 0;
  #isScheduled = false;
  /** So many went together the last time. */
  #wentTogether = 0;

  constructor(options: CourierOptions) {
    this.#options = options;
    const timer = setInterval(() => this.#look(), LOOKED_AT_EVERY_MS);
    this.#stops = [
      () => clearInterval(timer),
      options.bus.subscribe(answersSubject(options.gateway), ({ bytes }) => this.#take(bytes)),
      options.bus.onBack(() => this.sendAgain(null)),
    ];
  }

  get count(): number {
    return this.#underWay.size;
  }

  submit(shard: number, command: UnstampedCommand, key: CommandKey): Promise<Outcome> {
    if (this.#underWay.size >= UNDER_WAY_MAX) {
      const refusal = { reason: "OVERLOADED", queuedRows: this.#underWay.size } as const;
      return Promise.resolve({ isAccepted: false, refusal });
    }
    const keyed = encodeKeyed(command, key);
    return new Promise((resolve) => {
      const now = performance.now();
      this.#newestId += 1;
      const one: UnderWay = {
        id: this.#newestId,
        shard,
        keyed,
        resolve,
        untilMs: now + ANSWERED_WITHIN_MS,
        sendings: 0,
        open: new Set(),
        refusal: null,
        nextAtMs: now,
        soonMs: SOON_FIRST_MS,
      };
      this.#underWay.set(one.id, one);
      this.#send(one);
    });
  }

  /** The shard has another owner, or the line is back: nobody is waited for. */
  sendAgain(shard: number | null): void {
    for (const one of this.#underWay.values()) {
      if (shard === null || one.shard === shard) this.#send(one);
    }
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    for (const one of this.#underWay.values()) this.#giveUp(one, "stopping");
  }

  #send(one: UnderWay): void {
    const due = this.#due.get(one.shard);
    if (due) due.push(one);
    else this.#due.set(one.shard, [one]);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // After this turn of the event loop, so that all it brings goes together; see decision 0041.
    if (this.#wentTogether < CROWD_COMMANDS) setImmediate(() => this.#sendDue());
    else setTimeout(() => this.#sendDue(), GATHER_MS);
  }

  #sendDue(): void {
    this.#isScheduled = false;
    this.#wentTogether = 0;
    const now = performance.now();
    for (const [shard, all] of this.#due) {
      const wanted = all.filter(({ id }) => this.#underWay.has(id));
      this.#wentTogether += wanted.length;
      if (!this.#options.bus.isUp()) {
        // Nothing leaves: it is looked at again, and sent when the line is back.
        for (const one of wanted) one.nextAtMs = now + AGAIN_FIRST_MS;
        continue;
      }
      for (let from = 0; from < wanted.length; ) from = this.#publish(shard, wanted, from);
    }
    this.#due.clear();
  }

  /** Sends as many as fit; answers where the next message begins. */
  #publish(shard: number, all: readonly UnderWay[], from: number): number {
    const commands = [];
    const now = performance.now();
    let at = from;
    for (let bytes = 0; at < all.length; at += 1) {
      const one = all[at];
      if (one === undefined) break;
      bytes += one.keyed.length;
      if (bytes > COMMANDS_BYTES_MAX && at > from) break;
      one.sendings += 1;
      one.open.add(one.sendings);
      one.nextAtMs = now + Math.min(AGAIN_FIRST_MS * one.sendings, AGAIN_MAX_MS);
      commands.push({ id: one.id, sending: one.sendings, keyed: one.keyed });
    }
    this.#messages += 1;
    const { bus, gateway } = this.#options;
    const message = encodeCommands({ gateway, number: this.#messages, commands });
    bus.publish(commandsSubject(shard), message);
    return at;
  }

  #look(): void {
    const now = performance.now();
    for (const one of this.#underWay.values()) {
      if (now >= one.untilMs) this.#giveUp(one, "recovering");
      else if (now >= one.nextAtMs) {
        one.nextAtMs = now + AGAIN_MAX_MS;
        this.#send(one);
      }
    }
  }

  #giveUp(one: UnderWay, why: "recovering" | "stopping"): void {
    const isKnown = one.open.size === 0;
    const refusal: SequencerRefusal = isKnown
      ? (one.refusal ?? { reason: "UNAVAILABLE", why })
      : { reason: "UNAVAILABLE", why: "outcome-unknown" };
    this.#end(one, { isAccepted: false, refusal });
  }

  #end(one: UnderWay, outcome: Outcome): void {
    this.#underWay.delete(one.id);
    one.resolve(outcome);
  }

  #take(bytes: Uint8Array): void {
    const { shard, answers } = decodeAnswers(bytes);
    for (const sent of answers) {
      const one = this.#underWay.get(sent.id);
      if (one !== undefined && one.shard === shard) this.#settle(one, sent);
    }
  }

  #settle(one: UnderWay, { sending, answer }: SentAnswer): void {
    switch (answer.kind) {
      case "not-mine":
        one.open.delete(sending);
        this.#soon(one);
        break;
      case "refused": {
        const { refusal } = answer;
        if (refusal.reason !== "UNAVAILABLE" && refusal.reason !== "OVERLOADED") {
          this.#end(one, { isAccepted: false, refusal });
        } else this.#waver(one, sending, refusal);
        break;
      }
      case "accepted": {
        const { seq, atMs, events } = answer;
        if (seq !== null) this.#options.onAnswered(one.shard, seq);
        const known = events ? decodeEvents(events) : this.#options.recall(one.shard, seq ?? 0);
        if (known) this.#end(one, { isAccepted: true, seq, atMs, events: known });
        else this.#fetch(one, seq ?? 0, atMs);
      }
    }
  }

  /** A sending came to nothing, or nobody knows: what the others came to decides. */
  #waver(one: UnderWay, sending: number, refusal: SequencerRefusal): void {
    const isUnknown = refusal.reason === "UNAVAILABLE" && refusal.why === "outcome-unknown";
    if (!isUnknown) {
      one.open.delete(sending);
      one.refusal = refusal;
    }
    if (one.open.size > 0) this.#soon(one);
    else this.#end(one, { isAccepted: false, refusal });
  }

  #soon(one: UnderWay): void {
    one.nextAtMs = performance.now() + one.soonMs;
    one.soonMs = Math.min(2 * one.soonMs, AGAIN_MAX_MS);
  }

  #fetch(one: UnderWay, seq: number, atMs: number): void {
    this.#underWay.delete(one.id);
    this.#options.readEvents(one.shard, seq).then(
      (events) => one.resolve({ isAccepted: true, seq, atMs, events }),
      (err) => {
        this.#options.log.warn({ err, seq }, "could not read the row of an answer");
        const refusal = { reason: "UNAVAILABLE", why: "outcome-unknown" } as const;
        one.resolve({ isAccepted: false, refusal });
      },
    );
  }
}
