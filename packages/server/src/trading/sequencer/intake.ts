// Where commands and quotes enter the engine: each is decided, and what it leaves behind goes into
// the batch that collects. Used by the sequencer. Invariants: the order of decisions is the order
// of the journal; whatever the engine throws passes through, and the state is then not to be used.

import { type Command, type Event, isDurable, type MarketId } from "@truetick/engine";
import { type KeyEntry, type RefusedEntry, rowsOf } from "../journal/batch.ts";
import { NamedQuotes } from "../journal/named-quotes.ts";
import { NO_PLAN, type SessionPlan } from "../sessions/session-plan.ts";
import type { ShardTape, TapeHead, TapePiece } from "../tape/tape.ts";
import type { CommitQueue, OpenBatch } from "./commit-queue.ts";
import type { KeyIdentity } from "./known-keys.ts";
import { type LiveState, type QuoteInput, toldOf } from "./live-state.ts";
import { HOUSE_OWNER, type Outcome } from "./outcome.ts";
import { refusalToText } from "./refusal-text.ts";
import type { IncomingQuote } from "./sequencer.ts";

export class Intake {
  readonly #live: LiveState;
  readonly #tape: ShardTape;
  readonly #queue: CommitQueue;
  readonly #named: NamedQuotes;
  readonly #sessions: SessionPlan;
  readonly #sessionOf = (id: MarketId) => this.#live.state.marketOf(id)?.session ?? null;
  readonly #followers: ((input: QuoteInput) => void)[] = [];
  #nextSeq: number;
  #isTapeDue = false;
  /** Markets whose tape the next batch takes with it. */
  readonly #dueMarkets = new Set<MarketId>();

  constructor(
    {
      live,
      tape,
      queue,
      sessions = NO_PLAN,
    }: { live: LiveState; tape: ShardTape; queue: CommitQueue; sessions?: SessionPlan | undefined },
    nextSeq: number,
  ) {
    this.#sessions = sessions;
    this.#live = live;
    this.#tape = tape;
    this.#queue = queue;
    this.#named = new NamedQuotes((marketId) => live.newestQuote(marketId));
    this.#nextSeq = nextSeq;
  }

  /**
   * Decides a command. Whoever waits for it joins the open batch before `touch` is told the rows,
   * and is not answered before that batch is durable.
   */
  decide(command: Command, key: KeyIdentity | null): { outcome: Outcome; rows: number } {
    const { atMs } = command;
    this.#keepSessions(atMs);
    const { open } = this.#queue;
    const decision = this.#live.run(command);
    if (changesSessions(command)) this.#sessions.lookAgain();
    if (!decision.isAccepted) {
      const { refusal } = decision;
      if (key) addRefusal(open, key, { command, refusal: refusalToText(refusal) });
      return { outcome: { isAccepted: false, refusal }, rows: key ? 2 : 0 };
    }
    const { events } = decision;
    const seq = events.length > 0 ? this.#record(open, command, events) : null;
    if (key) addKey(open, key, { atMs, seq, refusal: null });
    const rows = (seq === null ? 0 : rowsOf(events)) + (key ? 1 : 0);
    return { outcome: { isAccepted: true, seq, atMs, events }, rows };
  }

  /** Gives a quote its place on the tape; it is written when the engine has seen it. */
  announce(input: QuoteInput): void {
    const told = toldOf(input);
    if (told.type === "TakeQuote") this.#tape.announce(told.marketId, told);
  }

  /** Marks to an announced quote without deciding anything. */
  mark(input: QuoteInput): void {
    this.#write(input);
    this.#live.mark(input);
  }

  /** Decides a quote. False: the engine refuses it, and its number was not used. */
  decideInput(input: QuoteInput): boolean {
    this.#keepSessions(input.atMs);
    const decision = this.#live.run(input);
    if (!decision.isAccepted) return false;
    this.announce(input);
    this.#write(input);
    this.#collectInput(input, decision.events);
    return true;
  }

  /** Decides a quote that was announced before. */
  decideHeld(input: QuoteInput): void {
    this.#keepSessions(input.atMs);
    const decision = this.#live.run(input);
    this.#write(input);
    if (decision.isAccepted) this.#collectInput(input, decision.events);
  }

  /** Opens and closes what is due at this moment, before anything of it is decided. */
  #keepSessions(atMs: number): void {
    for (const command of this.#sessions.dueAt(atMs, this.#sessionOf)) {
      const decision = this.#live.run(command);
      if (!decision.isAccepted) throw new Error("Invariant: a market that is known has a session");
      this.#record(this.#queue.open, command, decision.events);
      this.#queue.touch(rowsOf(decision.events));
    }
  }

  #write(input: QuoteInput): void {
    const { marketId } = input;
    const told = toldOf(input);
    if (told.type === "TakeQuote" && !this.#tape.write(marketId, told)) return;
    // Decided anew, behind a quote that was told before: the quote is the last word.
    if (input.type === "MarkStale" && input.atMs < (this.#tape.newest(marketId)?.atMs ?? 0)) return;
    for (const listener of this.#followers) listener(told);
  }

  #collectInput(input: QuoteInput, all: readonly Event[]): void {
    const { open } = this.#queue;
    const isCalm = all.every((event) => !isDurable(event));
    if (isCalm && !this.#queue.hasUntold) {
      this.#live.settleInput(input);
      return;
    }
    open.inputs.push(input);
    const events = all.filter(isDurable);
    if (!isCalm) this.#record(open, input, events);
    this.#queue.touch(isCalm ? 0 : rowsOf(events));
  }

  #record(open: OpenBatch, command: Command, events: readonly Event[]): number {
    this.#named.collect(events, open.quotes);
    const seq = this.#nextSeq;
    this.#nextSeq += 1;
    const entry = { seq, command, events };
    open.entries.push(entry);
    open.rows.addEntry(entry);
    return seq;
  }

  /** Calls back for every quote as it is written on the tape, in order and once. */
  followTape(listener: (quote: IncomingQuote) => void): void {
    this.followInputs((input) => {
      if (input.type === "TakeQuote") listener(input);
    });
  }

  /** The same, and for every mark of staleness as it is decided. */
  followInputs(listener: (input: QuoteInput) => void): void {
    this.#followers.push(listener);
  }

  /** The next batch takes all of the tape with it. */
  storeTape(): void {
    this.#isTapeDue = true;
  }

  /** The next batch takes the tape of these markets with it. */
  storeTapeOf(marketIds: Iterable<MarketId>): void {
    for (const marketId of marketIds) this.#dueMarkets.add(marketId);
  }

  /** The part of the tape that a batch must store: at least up to the quotes it names. */
  takeTape(batch: OpenBatch): readonly TapePiece[] {
    const { quotes } = batch;
    batch.tapeEpoch = this.#tape.epochOf(quotes);
    quotes.push(...this.#tape.bring(quotes));
    const markets = new Set<MarketId>(this.#dueMarkets);
    this.#dueMarkets.clear();
    if (this.#isTapeDue) {
      this.#isTapeDue = false;
      return this.#tape.takeAll();
    }
    for (const { marketId } of quotes) markets.add(marketId);
    return [...markets].flatMap((marketId) => this.#tape.take(marketId));
  }

  /** Commits were lost: numbering goes on after what the database has. */
  rewind(heads: readonly TapeHead[], nextSeq: number): void {
    this.#tape.rewind(heads);
    this.#named.forget();
    this.#sessions.lookAgain();
    this.#nextSeq = nextSeq;
  }
}

function changesSessions({ type }: Command): boolean {
  return type === "SetMarketSession" || type === "DefineMarket";
}

function addKey(
  { keys, rows }: OpenBatch,
  { ownerId, keyHash, payloadHash }: KeyIdentity,
  { atMs, seq, refusal }: Pick<KeyEntry, "atMs" | "seq" | "refusal">,
): void {
  const entry = { ownerId, keyHash, payloadHash, atMs, seq, refusal };
  keys.push(entry);
  rows.addKey(entry);
}

function addRefusal(
  open: OpenBatch,
  key: KeyIdentity,
  { command, refusal }: Pick<RefusedEntry, "command" | "refusal">,
): void {
  addKey(open, key, { atMs: command.atMs, seq: null, refusal });
  // A key of the house's own only keeps a command from being carried out twice: no receipt.
  if (key.ownerId === HOUSE_OWNER) return;
  open.rows.addRefusal({ ownerId: key.ownerId, command, refusal });
}
