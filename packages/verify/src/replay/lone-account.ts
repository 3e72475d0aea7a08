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
  marketId as marketIdOf,
  marketView,
  orderView,
  type State,
} from "@truetick/engine";
import type { Money } from "@truetick/money";
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
