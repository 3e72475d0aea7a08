// The engine's state of one shard in memory, and what is needed to build it anew without the
// database: the last snapshot and every committed row since. Owned by the sequencer. Invariants:
// the state is the fold of the committed rows plus what was decided since; after `rebuild` it is
// the fold of the committed rows alone.

import {
  apply,
  type Command,
  createState,
  type Decision,
  decide,
  decodeEvents,
  decodeState,
  type Event,
  encodeState,
  type MarketId,
  type MarkStale,
  marketView,
  type Quote,
  type State,
  type TakeQuote,
} from "@truetick/engine";
import type { PackedEntry } from "../journal/batch.ts";
import { RowTail } from "./row-tail.ts";

/** What enters the engine and is not journalled by itself: the tape is its record. */
export type QuoteInput = GivenQuote | MarkStale;

/** With the time at which it stands on the tape, where it is decided here at another. */
type GivenQuote = TakeQuote & { readonly toldAtMs?: number };

/** Orders and movements of different shards never share a number. */
const IDS_PER_SHARD = 2 ** 40;
/** A snapshot is due when the tail is this share of it: starting again then takes as long. */
const TAIL_SHARE_MAX = 1 / 4;
/** Some 20,000 rows, half a second. */
const TAIL_BYTES_MIN = 2_097_152;

export class LiveState {
  readonly #shard: number;
  #state: State;
  /** Null: the empty state. */
  #snapshot: Uint8Array | null = null;
  readonly #tail = new RowTail();
  /** The newest quotes whose consequences are committed. */
  readonly #quotes = new Map<MarketId, TakeQuote>();
  readonly #stale = new Map<MarketId, MarkStale>();

  constructor(shard: number) {
    this.#shard = shard;
    this.#state = emptyState(shard);
  }

  get state(): State {
    return this.#state;
  }

  get isSnapshotDue(): boolean {
    const snapshotBytes = this.#snapshot?.length ?? 0;
    return this.#tail.byteLength > Math.max(TAIL_BYTES_MIN, TAIL_SHARE_MAX * snapshotBytes);
  }

  get hasTail(): boolean {
    return !this.#tail.isEmpty;
  }

  /** Decides and remembers. Throws where the engine does: the state is then not to be used. */
  run(command: Command): Decision {
    const decision = decide(this.#state, command);
    if (decision.isAccepted) for (const event of decision.events) apply(this.#state, event);
    return decision;
  }

  knowsMarket(marketId: MarketId): boolean {
    return marketView(this.#state, marketId) !== null;
  }

  /** The newest quote that the engine has seen. */
  newestQuote(marketId: MarketId): Quote | null {
    return marketView(this.#state, marketId)?.quote ?? null;
  }

  encode(): Uint8Array {
    return encodeState(this.#state);
  }

  /** Starts from a snapshot that was just read. */
  begin({ state, bytes }: { readonly state: State; readonly bytes: Uint8Array }): void {
    this.#state = state;
    this.rebase(bytes);
  }

  /** Starts from nothing, for who does not believe what it was told. */
  beginEmpty(): void {
    this.#state = emptyState(this.#shard);
    this.#snapshot = null;
    this.#tail.clear();
  }

  /** The tail up to here is in this snapshot. */
  rebase(bytes: Uint8Array): void {
    this.#snapshot = bytes;
    this.#tail.clear();
  }

  /** Committed rows of which the state knows already. */
  keep(entries: readonly PackedEntry[]): void {
    for (const { events } of entries) this.#tail.add(events);
  }

  /** Committed rows that the state is to learn; answers their events. */
  fold(entry: PackedEntry): readonly Event[] {
    const events = decodeEvents(entry.events);
    for (const event of events) apply(this.#state, event);
    this.keep([entry]);
    return events;
  }

  /** The consequences of this input are committed, or it had none; a newer one stays. */
  settleInput(input: QuoteInput): void {
    const { marketId } = input;
    const newest = this.#quotes.get(marketId);
    if (input.type === "MarkStale") {
      if (newest === undefined || newest.atMs <= input.atMs) this.#stale.set(marketId, input);
    } else if (newest === undefined || newest.seq < input.seq) {
      this.#quotes.set(marketId, input);
      this.#stale.delete(marketId);
    }
  }

  /** Marks to a quote without acting on it: nothing triggers, nothing is decided. */
  mark(input: QuoteInput): void {
    this.settleInput(input);
    if (this.knowsMarket(input.marketId)) apply(this.#state, eventOf(input));
  }

  rebuild(): void {
    this.#state = this.#snapshot ? decodeState(this.#snapshot) : emptyState(this.#shard);
    for (const row of this.#tail.rows()) {
      for (const event of decodeEvents(row)) apply(this.#state, event);
    }
    for (const input of [...this.#quotes.values(), ...this.#stale.values()]) {
      if (this.knowsMarket(input.marketId)) apply(this.#state, eventOf(input));
    }
  }
}

/** A shard before its first row. */
export function emptyState(shard: number): State {
  return createState({ firstId: shard * IDS_PER_SHARD + 1 });
}

/** As it stands on the tape. */
export function toldOf(input: QuoteInput): TakeQuote | MarkStale {
  if (input.type === "MarkStale" || input.toldAtMs === undefined) return input;
  const { toldAtMs: atMs, ...quote } = input;
  return { ...quote, atMs };
}

/** What the engine remembers of it, when nothing is decided. */
export function eventOf(input: QuoteInput): Event {
  return input.type === "MarkStale"
    ? { type: "MarketWentStale", atMs: input.atMs, marketId: input.marketId }
    : {
        type: "QuoteTaken",
        atMs: input.quotedAtMs ?? input.atMs,
        marketId: input.marketId,
        seq: input.seq,
        bid: input.bid,
        ask: input.ask,
      };
}
