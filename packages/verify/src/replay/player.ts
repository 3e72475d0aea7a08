// Plays row after row. The order of quotes and rows is told by their times; within one millisecond
// by the quotes that a row names, and where that leaves a choice, by what comes out right. What the
// record does not hold (a source that was silent, a quote that came too late to act on) is assumed
// only where nothing else explains a row, and each time it is said. While the account has orders no
// quote of their markets may be missing, but for those of days that were let go of (unplayed.ts).

import type { Command, Event } from "@truetick/engine";
import type { Archive } from "../archive/read-archive.ts";
import { namedQuotes } from "../evidence/named-quotes.ts";
import { journalPlace, type OpenedRow } from "../evidence/opened-row.ts";
import type { Finding } from "../finding.ts";
import { bad } from "../findings.ts";
import { comparable, differenceOf, OrderNames } from "./compare-events.ts";
import { LoneAccount, type Trial } from "./lone-account.ts";
import { type Limits, QuoteBounds } from "./quote-bounds.ts";
import { QuoteLine, type TapeQuote } from "./quote-line.ts";
import { subsetsOf } from "./subsets.ts";
import { Unplayed } from "./unplayed.ts";

/** Quotes so close to the checkpoint may have acted in rows that it does not cover yet. */
const TAIL_MS = 10_000;

type Head = { readonly accountId: number; readonly ownerId: number; readonly book: string };

export class Player {
  readonly notes: Finding[] = [];
  events = 0;
  quotes = 0;
  readonly #archive: Archive;
  readonly #account: LoneAccount;
  readonly #names = new OrderNames();
  readonly #line: QuoteLine;
  readonly #bounds: QuoteBounds;
  /** Null: it plays. */
  #unplayed: Unplayed | null;

  constructor(archive: Archive, head: Head) {
    this.#archive = archive;
    this.#account = new LoneAccount(head);
    this.#line = new QuoteLine(archive.tape, archive.letGo?.ends ?? []);
    this.#unplayed = archive.letGo && new Unplayed(archive.letGo);
    this.#bounds = new QuoteBounds(archive.rows.map((row) => this.#limitsOf(row)));
  }

  #recordedIn(row: OpenedRow): readonly Event[] {
    return [...row.events.values()].filter((event) => this.#account.isOwn(event));
  }

  #limitsOf(row: OpenedRow): Limits {
    return limitsOf(row, this.#recordedIn(row));
  }

  get cash(): bigint | null {
    return this.#account.cash;
  }

  /** What is wrong with the row, or with a quote before it; null: nothing. */
  play(row: OpenedRow): Finding | null {
    this.#beginAt(row.atMs);
    const recorded = this.#recordedIn(row);
    const limits = limitsOf(row, recorded);
    const fault = this.#feedUntil(row.atMs, limits);
    if (fault) return fault;
    const found = this.#unplayed ? this.#take(row) : this.#decide(row, recorded, limits);
    this.#bounds.pass();
    return found;
  }

  /** Begins to play with the first row that can be. */
  #beginAt(atMs: number): void {
    if (!this.#unplayed || atMs <= this.#unplayed.untilMs) return;
    this.#feedUntil(this.#unplayed.untilMs + 1, new Map());
    if (!this.#unplayed.isOver(this.#account)) return;
    const note = this.#unplayed.noteUpTo(this.#unplayed.untilMs);
    if (note) this.notes.push(note);
    this.#unplayed = null;
  }

  #take(row: OpenedRow): Finding | null {
    const { command } = row;
    const gap = command?.type === "TakeQuote" ? this.#gapInShown(command) : null;
    if (gap) return gap;
    if (command) this.#meetOther(command);
    return this.#unplayed?.take(row, this.#account) ?? null;
  }

  /** What is not played is no excuse to leave out quotes that were not let go of. */
  #gapInShown(quote: Pick<TapeQuote, "marketId" | "seq" | "atMs">): Finding | null {
    return this.#unplayed?.isAmongGone(quote) ? null : this.#gapBefore(quote);
  }

  #decide(row: OpenedRow, recorded: readonly Event[], limits: Limits): Finding | null {
    const { command } = row;
    if (!command || (recorded.length === 0 && !this.#mayConcern(command))) {
      if (recorded.length > 0) return bad("replay", whereOf(row), "its command is not shown");
      this.#account.keep(row.events.values());
      return null;
    }
    const gap = command.type === "TakeQuote" ? this.#gapBefore(command) : null;
    if (gap) return gap;
    this.#meetOther(command);
    const difference = this.#settle(row, this.#names.translate(command), recorded, limits);
    if (command.type === "TakeQuote") this.#pass(command.marketId, command.seq);
    return difference === null ? null : bad("replay", whereOf(row), difference);
  }

  /** Everything that came after the last row must have left the account alone. */
  finish(): Finding | null {
    const untilMs = this.#archive.checkpointAtMs - TAIL_MS;
    this.#beginAt(untilMs);
    const note = this.#unplayed?.noteUpTo(this.#archive.checkpointAtMs);
    if (note) this.notes.push(note);
    return this.#feedUntil(untilMs, new Map());
  }

  /** Whether it must be decided even where nothing is recorded of it. */
  #mayConcern(command: Command): boolean {
    if (command.type === "StartDay") return this.#account.cash !== null;
    if (command.type === "ChargeFinancing" || command.type === "DelistMarket") {
      return this.#account.liveMarkets.has(command.marketId);
    }
    return false;
  }

  #meetOther(command: Command): void {
    if (command.type !== "Transfer") return;
    const { fromAccountId, toAccountId, amount, atMs } = command;
    const other = fromAccountId === this.#account.accountId ? toAccountId : fromAccountId;
    this.#account.meetOther(other, amount, atMs);
  }

  /** Feeds what came before a moment, and what the row names whenever it came. */
  #feedUntil(atMs: number, limits: Limits): Finding | null {
    for (;;) {
      const quote = this.#line.nextBefore(atMs, (next) => this.#bounds.holds(next));
      if (!quote) break;
      const fault = this.#feed(quote);
      if (fault) return fault;
    }
    for (const [market, seq] of limits) {
      for (;;) {
        const quote = this.#line.next(market);
        if (!quote || quote.seq > seq) break;
        const fault = this.#feed(quote);
        if (fault) return fault;
      }
    }
    return null;
  }

  /** A quote of which nothing is recorded: it must leave the account alone. */
  #feed(quote: TapeQuote): Finding | null {
    const gap = this.#gapInShown(quote);
    if (gap) return gap;
    if (this.#unplayed) {
      this.#account.note(quote);
      this.#line.take(quote.marketId);
      return null;
    }
    if (this.#takeCalmly(quote)) return null;
    const others = this.#tiedWith(quote.atMs).filter((tied) => tied !== quote);
    for (const tied of others) {
      if (this.#takeCalmly(tied) && this.#takeCalmly(quote)) return null;
    }
    const [caused] = this.#account.try(quote).own;
    for (const silent of subsetsOf([...this.#account.liveMarkets])) {
      const takeBack = this.#account.remember();
      for (const market of silent) this.#account.markStale(market, quote.atMs);
      if (this.#takeCalmly(quote)) {
        this.#noteSilent(silent, `quote ${quote.seq} of market ${quote.marketId}`);
        return null;
      }
      takeBack();
    }
    const where = `tape of market ${quote.marketId}, quote ${quote.seq}`;
    return bad("replay", where, `it should have caused ${caused?.type}, which is not recorded`);
  }

  /** Quotes that were there while the account needed them, and that the file leaves out. */
  #gapBefore({ marketId, seq }: Pick<TapeQuote, "marketId" | "seq">): Finding | null {
    const newest = this.#account.newestSeq(marketId);
    if (seq <= newest + 1 || !this.#account.needs(marketId)) return null;
    const where = `tape of market ${marketId}, quotes ${newest + 1} to ${seq - 1}`;
    return bad("tape", where, "the file leaves them out, and the account had orders by then");
  }

  #takeCalmly(quote: TapeQuote): boolean {
    const { events, own } = this.#account.try(quote);
    if (own.length > 0) return false;
    this.#account.keep(events);
    this.#line.take(quote.marketId);
    this.quotes += 1;
    return true;
  }

  /** The next quotes of markets that came in this very millisecond, and right after their last. */
  #tiedWith(atMs: number): TapeQuote[] {
    return this.#line.markets.flatMap((market) => {
      const quote = this.#line.next(market);
      return quote?.atMs === atMs && !this.#gapBefore(quote) ? [quote] : [];
    });
  }

  /** Decides the row's command until what comes out is what is recorded; null: it is. */
  #settle(
    row: OpenedRow,
    command: Command,
    recorded: readonly Event[],
    limits: Limits,
  ): string | null {
    const first = this.#match(command, recorded);
    if (first === null) return null;
    const tied = this.#tiedWith(row.atMs).filter(
      (quote) => !limits.has(quote.marketId) && !this.#bounds.holds(quote),
    );
    for (const some of subsetsOf(tied)) {
      const takeBack = this.#account.remember();
      const { events } = this;
      const isCalm = some.every((quote) => this.#account.try(quote).own.length === 0);
      if (isCalm) for (const quote of some) this.#account.keep(this.#account.try(quote).events);
      if (isCalm && this.#match(command, recorded) === null) {
        for (const { marketId } of some) this.#line.take(marketId);
        this.quotes += some.length;
        return null;
      }
      takeBack();
      this.events = events;
    }
    for (const silent of subsetsOf([...this.#account.liveMarkets])) {
      const takeBack = this.#account.remember();
      for (const market of silent) this.#account.markStale(market, row.atMs);
      if (this.#match(command, recorded) === null) {
        this.#noteSilent(silent, whereOf(row));
        return null;
      }
      takeBack();
    }
    return first;
  }

  /** Decides; keeps what comes out when it is what is recorded, else says what differs. */
  #match(command: Command, recorded: readonly Event[]): string | null {
    const trial = this.#account.try(command);
    const difference = this.#differenceOf(trial, recorded);
    if (difference !== null) return difference;
    this.#account.keep(trial.events);
    this.events += recorded.length;
    return null;
  }

  #differenceOf({ own, refusal }: Trial, recorded: readonly Event[]): string | null {
    if (refusal !== null) return `the engine refuses the command: ${refusal}`;
    if (own.length !== recorded.length) {
      const [here, there] = [own, recorded].map((list) => list.map(({ type }) => type).join(", "));
      return `replayed ${here || "nothing"}, recorded ${there || "nothing"}`;
    }
    for (const [at, real] of recorded.entries()) {
      const lone = own[at];
      if (!lone) return "an event is missing";
      this.#names.learn(lone, real);
      const { accountId } = this.#account;
      const here = comparable(lone, accountId, (id) => this.#names.realOf(id));
      const there = comparable(real, accountId, (id) => id);
      const difference = differenceOf(here, there);
      if (difference !== null) return `${real.type}, ${difference}`;
    }
    return null;
  }

  /** The quote that a row decided is no longer to be fed. */
  #pass(market: number, seq: number): void {
    if (this.#line.next(market)?.seq === seq) this.#line.take(market);
  }

  #noteSilent(markets: readonly number[], where: string): void {
    const detail = `only explained if the source of market ${markets.join(", ")} was silent then`;
    this.notes.push({ check: "replay", isGood: true, where, detail });
  }
}

function limitsOf({ command }: OpenedRow, recorded: readonly Event[]): Limits {
  const limits = new Map<number, number>();
  for (const event of recorded) {
    for (const { marketId, seq } of namedQuotes(event)) limits.set(marketId, seq);
    if ("seq" in event && "marketId" in event && event.seq) limits.set(event.marketId, event.seq);
  }
  // The tick itself is not there yet when it is decided.
  if (command?.type === "TakeQuote") limits.set(command.marketId, command.seq - 1);
  return limits;
}

function whereOf(row: OpenedRow): string {
  return journalPlace(row);
}
