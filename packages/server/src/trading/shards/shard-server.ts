// A shard's owner on the bus: hears commands, gives them to its sequencer, answers in batches, and
// tells everybody what was committed and that it lives. Started by the engine role for every shard
// that it owns. Invariants: only what is committed is told; rows are told in order, before their
// answers; a message that came twice is carried out once, and a command that did by its key.

import { type Event, encodeEvents } from "@truetick/engine";
import { BUS_MESSAGE_BYTES_MAX, type Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/log.ts";
import type {
  CommandKey,
  Committed,
  Outcome,
  Sequencer,
  UnstampedCommand,
} from "../sequencer/sequencer.ts";
import { AnswerDesk } from "./answer-desk.ts";
import { commandsSubject, headSubject, newsSubject } from "./subjects.ts";
import {
  decodeCommands,
  decodeKeyed,
  encodeNews,
  type SentCommand,
  type WireAnswer,
  type WireRow,
} from "./wire.ts";

export type ShardServerOptions = {
  readonly bus: Bus;
  readonly shard: number;
  readonly sequencer: Pick<
    Sequencer,
    "submit" | "subscribe" | "status" | "figures" | "newestQuote"
  >;
  /** Of the lease under which the sequencer writes. */
  readonly epoch: number;
  /** False: somebody else may own the shard by now, so that our head may not be the newest. */
  readonly isSure: () => boolean;
  readonly log: Log;
  /** What a message carries of rows at most; more is read from the journal. */
  readonly rowsBytesMax?: number;
};

export type ShardServer = { readonly stop: () => void };

const HEARTBEAT_EVERY_MS = 250;
/** Leaves room for what stands around the rows. */
const ROWS_BYTES_MAX = BUS_MESSAGE_BYTES_MAX - 1_000;
const ROW_FRAME_BYTES = 12;
/** A quote is heard within milliseconds; while the tape changes hands, within seconds. */
const QUOTE_LOOK_EVERY_MS = 2;
const QUOTE_LOOKS_MAX = 1_000;

export function serveShard(options: ShardServerOptions): ShardServer {
  const { bus, shard } = options;
  const desk = new AnswerDesk({ bus, shard });
  const rowsBytesMax = options.rowsBytesMax ?? ROWS_BYTES_MAX;
  const teller = new RowTeller(options, rowsBytesMax);
  const stops = [
    options.sequencer.subscribe((committed) => teller.add(committed)),
    bus.subscribe(commandsSubject(shard), ({ bytes }) => {
      const message = decodeCommands(bytes);
      if (!desk.isNew(message)) return;
      for (const sent of message.commands) {
        carryOut(options, sent, (outcome) => {
          const answer = answerOf(outcome, (events) => teller.toldOrPacked(events));
          desk.give(message.gateway, { id: sent.id, sending: sent.sending, answer });
        });
      }
    }),
    bus.subscribe(headSubject(shard), ({ answer }) => {
      // Who is not sure keeps silent, and the gateway asks the database.
      if (options.isSure()) answer?.(teller.news());
    }),
  ];
  const heartbeat = setInterval(() => {
    desk.forgetSilent();
    teller.flush();
  }, HEARTBEAT_EVERY_MS);
  teller.flush();
  return {
    stop: () => {
      clearInterval(heartbeat);
      for (const stop of stops) stop();
      teller.flush();
      desk.flush();
    },
  };
}

/** One that cannot be read is of a newer gateway: sent again, the next owner may know it. */
function carryOut(
  { sequencer, log, shard }: ShardServerOptions,
  { keyed }: SentCommand,
  give: (outcome: Outcome) => void,
): void {
  let sent: ReturnType<typeof decodeKeyed>;
  try {
    sent = decodeKeyed(keyed);
  } catch (err) {
    log.error({ err, shard }, "a command on the bus cannot be read");
    give({ isAccepted: false, refusal: { reason: "UNAVAILABLE", why: "stopping" } });
    return;
  }
  const { command, key } = sent;
  const carried = isKnown(sequencer, key.after)
    ? sequencer.submit(command, key)
    : submitAfter(sequencer, command, key);
  void carried.then(give);
}

function isKnown({ newestQuote }: Pick<Sequencer, "newestQuote">, after: CommandKey["after"]) {
  return after === undefined || (newestQuote(after.marketId)?.seq ?? 0) >= after.seq;
}

/** A quote that somebody was filled at on another shard is under way to this one. */
async function submitAfter(
  sequencer: Pick<Sequencer, "newestQuote" | "submit">,
  command: UnstampedCommand,
  key: CommandKey,
): Promise<Outcome> {
  for (let looks = 0; looks < QUOTE_LOOKS_MAX; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, QUOTE_LOOK_EVERY_MS));
    if (isKnown(sequencer, key.after)) return sequencer.submit(command, key);
  }
  return { isAccepted: false, refusal: { reason: "UNAVAILABLE", why: "recovering" } };
}

function answerOf(
  outcome: Outcome,
  toldOrPacked: (events: readonly Event[]) => Uint8Array | null,
): WireAnswer {
  if (outcome.isAccepted) {
    const { seq, atMs } = outcome;
    return { kind: "accepted", seq, atMs, events: toldOrPacked(outcome.events) };
  }
  const { refusal } = outcome;
  const isLeaving = refusal.reason === "UNAVAILABLE" && refusal.why === "stopping";
  return isLeaving ? { kind: "not-mine" } : { kind: "refused", refusal };
}

/** Gathers the rows of a commit and tells them in as few messages as they fit. */
class RowTeller {
  readonly #options: ShardServerOptions;
  readonly #rowsBytesMax: number;
  /** So that an answer need not say again what everybody was told. */
  readonly #told = new WeakSet<readonly Event[]>();
  #rows: WireRow[] = [];
  #bytes = 0;
  #head: number;
  #isDue = false;

  constructor(options: ShardServerOptions, rowsBytesMax: number) {
    this.#options = options;
    this.#rowsBytesMax = rowsBytesMax;
    this.#head = options.sequencer.figures().journalSeq;
  }

  /** Null: told as a row already, or too large for any message. */
  toldOrPacked(events: readonly Event[]): Uint8Array | null {
    if (this.#told.has(events)) return null;
    const bytes = encodeEvents(events);
    return bytes.length > this.#rowsBytesMax ? null : bytes;
  }

  add({ seq, atMs, events: facts }: Committed): void {
    const events = encodeEvents(facts);
    this.#told.add(facts);
    const bytes = events.length + ROW_FRAME_BYTES;
    if (this.#bytes + bytes > this.#rowsBytesMax) this.flush();
    this.#head = seq;
    // Too large for any message: told by its number alone, and read from the journal.
    if (bytes > this.#rowsBytesMax) {
      this.flush();
      return;
    }
    this.#rows.push({ atMs, events });
    this.#bytes += bytes;
    if (this.#isDue) return;
    this.#isDue = true;
    // After all rows of this commit, before the answers to them.
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.#rows.length > 0) this.flush();
    });
  }

  flush(): void {
    const { bus, shard } = this.#options;
    bus.publish(newsSubject(shard), this.news());
    this.#rows = [];
    this.#bytes = 0;
  }

  /** Where the shard stands, with the rows that are not told yet. */
  news(): Uint8Array {
    const { shard, epoch, sequencer } = this.#options;
    const { queuedRows, heldQuotes, journalSeq } = sequencer.figures();
    const head = Math.max(this.#head, this.#rows.length > 0 ? 0 : journalSeq);
    const place = { head, firstSeq: this.#head - this.#rows.length + 1 };
    const status = sequencer.status();
    return encodeNews({ shard, epoch, status, queuedRows, heldQuotes, ...place, rows: this.#rows });
  }
}
