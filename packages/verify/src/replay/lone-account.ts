// One account alone in an engine of its own: the same engine as the server's, fed with the public
// facts of the markets and with what this account asked for. Accounts do not touch each other, so
// what happens to it here is what must have happened to it there.

import {
  type AccountId,
  accountId as accountIdOf,
  accountOrders,
  accountView,
  apply,
  type Book,
  type Command,
  createState,
  decide,
  decodeState,
  type Event,
  encodeState,
  type LedgerAccount,
  type Movement,
  marketId as marketIdOf,
  marketView,
  orderView,
  type Posting,
  placeOfHouse,
  type State,
  type TakeQuote,
} from "@truetick/engine";
import { type Money, money } from "@truetick/money";
import { concerns } from "../evidence/opened-row.ts";

export type Trial = {
  readonly events: readonly Event[];
  /** Those about the account. */
  readonly own: readonly Event[];
  /** Why nothing happens; null when it was accepted. */
  readonly refusal: string | null;
};

export class LoneAccount {
  readonly accountId: AccountId;
  readonly #ownerId: number;
  readonly #book: Book;
  #state: State = createState();
  #others = 0;

  constructor(head: { accountId: number; ownerId: number; book: string }) {
    this.accountId = accountIdOf(head.accountId);
    this.#ownerId = head.ownerId;
    this.#book = head.book === "real" ? "real" : "demo";
  }

  /** What a command would cause; nothing is changed. */
  try(command: Command): Trial {
    const decision = decide(this.#state, command);
    if (!decision.isAccepted) {
      return { events: [], own: [], refusal: decision.refusal.reason };
    }
    const { events } = decision;
    return { events, own: events.filter((event) => this.isOwn(event)), refusal: null };
  }

  /** What is recorded, though nobody can say any more from which quotes it came. */
  keepRecorded(events: Iterable<Event>): void {
    for (const event of events) apply(this.#state, this.#asHere(event));
  }

  /**
   * Others' balances as they are in this engine, where their own movements are missing. The
   * account's are left: they must continue.
   */
  #asHere(event: Event): Event {
    if (!("movements" in event)) return event;
    const balances = new Map<LedgerAccount, bigint>();
    const move = (book: Book, posting: Posting): Posting => {
      const { account, amount } = posting;
      if (account === this.accountId) return posting;
      const balance = money((balances.get(account) ?? this.#balanceOf(book, account)) + amount);
      balances.set(account, balance);
      return { ...posting, balance };
    };
    const movements = event.movements.map((movement): Movement => {
      const [one, other] = movement.postings;
      const { book } = movement;
      return { ...movement, postings: [move(book, one), move(book, other)] };
    });
    return { ...event, movements };
  }

  #balanceOf(book: Book, account: LedgerAccount): bigint {
    if (typeof account === "number") return accountView(this.#state, account)?.cash ?? 0n;
    return this.#state.house[book][placeOfHouse(account)] ?? 0n;
  }

  /** What a quote does to its market alone: it is the newest, and levels trail it. */
  note(quote: TakeQuote): void {
    this.keep(this.try(quote).events.filter((event) => !this.isOwn(event)));
  }

  isOwn(event: Event): boolean {
    return concerns(event, this.accountId);
  }

  keep(events: Iterable<Event>): void {
    for (const event of events) apply(this.#state, event);
  }

  markStale(marketId: number, atMs: number): void {
    if (this.#state.marketOf(marketId) === null) return;
    apply(this.#state, { type: "MarketWentStale", atMs, marketId: marketIdOf(marketId) });
  }

  /** The other side of a transfer: an account of the same owner, with enough to give. */
  meetOther(id: number, amount: Money, atMs: number): void {
    const other = accountIdOf(id);
    if (!this.#state.hasAccount(id)) {
      const about = { atMs, accountId: other, book: this.#book, ownerId: this.#ownerId };
      apply(this.#state, { type: "AccountOpened", ...about });
    }
    // No adjustment of the account itself has such a number.
    const causeId = Number.MAX_SAFE_INTEGER - this.#others;
    this.#others += 1;
    const gift = { accountId: other, cause: "adjustment", causeId, amount } as const;
    this.keep(this.try({ type: "Credit", atMs, ...gift }).events);
  }

  get cash(): Money | null {
    return accountView(this.#state, this.accountId)?.cash ?? null;
  }

  /** Markets in which it has orders. */
  get liveMarkets(): ReadonlySet<number> {
    const ids = accountOrders(this.#state, this.accountId);
    return new Set(ids.flatMap((id) => orderView(this.#state, id)?.marketId ?? []));
  }

  /** Whether it has orders there, or the market may convert for one that it has. */
  needs(marketId: number): boolean {
    const live = this.liveMarkets;
    const terms = marketView(this.#state, marketId)?.terms;
    if (live.has(marketId)) return true;
    if (!terms || terms.baseCurrency === null) return false;
    return [...live].some((id) => {
      const other = marketView(this.#state, id)?.terms;
      const currencies = [other?.baseCurrency, other?.quoteCurrency, this.#state.accountCurrency];
      return currencies.includes(terms.baseCurrency) && currencies.includes(terms.quoteCurrency);
    });
  }

  /** Its positions whose stop trails the price. */
  get trailing(): ReadonlySet<number> {
    const ids = accountOrders(this.#state, this.accountId);
    return new Set(
      ids.filter((id) => (orderView(this.#state, id)?.trailingLevel ?? null) !== null),
    );
  }

  newestSeq(marketId: number): number {
    return marketView(this.#state, marketId)?.quote?.seq ?? 0;
  }

  /** To try something and take it back. */
  remember(): () => void {
    const bytes = encodeState(this.#state);
    const views = this.#state.markets.flatMap(
      ({ terms }) => marketView(this.#state, terms.marketId) ?? [],
    );
    return () => {
      this.#state = decodeState(bytes);
      for (const { terms, quote, isStale } of views) {
        const { marketId } = terms;
        if (quote) apply(this.#state, { type: "QuoteTaken", marketId, ...quote });
        if (isStale) this.markStale(marketId, quote?.atMs ?? 0);
      }
    };
  }
}
