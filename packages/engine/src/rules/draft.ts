// The working copy of one decision: it reads the state, remembers what the events so far have
// changed, and collects them. The state itself stays untouched, so that deciding is pure even
// when one tick closes, opens and stops out in the same account.
import { assert, type Money, money, ZERO_MONEY } from "@truetick/money";
import type { AccountId, Book } from "../account.ts";
import type { Event } from "../event.ts";
import { type HouseAccount, type Movement, type MovementCause, placeOfHouse } from "../ledger.ts";
import { type OrderId, orderId } from "../order.ts";
import { f64, i32, i64, NONE } from "../state/columns.ts";
import type { OrderTable } from "../state/order-table.ts";
import type { State } from "../state/state.ts";
import type { Prices } from "./prices.ts";

/** An account as the events so far have left it. */
export type AccountDraft = {
  readonly slot: number;
  readonly accountId: AccountId;
  readonly book: Book;
  cash: Money;
  used: Money;
  reserved: Money;
  holdingCount: number;
  isMarginCalled: boolean;
};

/** An order as the events so far have left it. */
export type OrderDraft = {
  readonly slot: number;
  status: "pending" | "holding" | "gone";
  lots: number;
  openPrice: number;
  margin: Money;
  fee: Money;
};

/** An order as the state has it. */
export function draftOrder(orders: OrderTable, slot: number): OrderDraft {
  return {
    slot,
    status: orders.isPending(slot) ? "pending" : "holding",
    lots: f64(orders.lots, slot),
    openPrice: f64(orders.openPrice, slot),
    margin: money(i64(orders.margin, slot)),
    fee: money(i64(orders.fee, slot)),
  };
}

export class Draft {
  readonly state: State;
  readonly prices: Prices;
  /** Most decisions cause one event: a list made with it needs no room to grow. */
  private emitted: Event[] | null = null;
  private nextOrderId: number;
  private nextMovementId: number;
  /** Most decisions touch one account; the map is for the others. */
  private onlyAccount: AccountDraft | null = null;
  private accounts: Map<number, AccountDraft> | null = null;
  private onlyOrder: OrderDraft | null = null;
  private orders: Map<number, OrderDraft> | null = null;
  private realHouse: bigint[] | null = null;
  private demoHouse: bigint[] | null = null;

  constructor(state: State, prices: Prices) {
    this.state = state;
    this.prices = prices;
    this.nextOrderId = state.nextOrderId;
    this.nextMovementId = state.nextMovementId;
  }

  get events(): readonly Event[] {
    return this.emitted ?? [];
  }

  emit(event: Event): void {
    if (this.emitted === null) this.emitted = [event];
    else this.emitted.push(event);
  }

  get atMs(): number {
    return this.prices.atMs;
  }

  takeOrderId(): OrderId {
    const taken = orderId(this.nextOrderId);
    this.nextOrderId += this.state.idStep;
    return taken;
  }

  account(slot: number): AccountDraft {
    if (this.onlyAccount?.slot === slot) return this.onlyAccount;
    const known = this.accounts?.get(slot);
    if (known !== undefined) return known;
    const { accounts } = this.state;
    const draft: AccountDraft = {
      slot,
      accountId: accounts.accountId(slot),
      book: accounts.book(slot),
      cash: accounts.cash(slot),
      used: accounts.used(slot),
      reserved: accounts.reserved(slot),
      holdingCount: accounts.holdingCount(slot),
      isMarginCalled: accounts.isMarginCalled(slot),
    };
    this.keepAccount(draft);
    return draft;
  }

  private keepAccount(draft: AccountDraft): void {
    if (this.accounts === null) {
      if (this.onlyAccount === null) {
        this.onlyAccount = draft;
        return;
      }
      this.accounts = new Map([[this.onlyAccount.slot, this.onlyAccount]]);
    }
    this.accounts.set(draft.slot, draft);
  }

  /** Accounts that events of this decision have changed. */
  touchedAccounts(): number[] {
    if (this.accounts !== null) return [...this.accounts.keys()];
    return this.onlyAccount === null ? [] : [this.onlyAccount.slot];
  }

  isTouched(slot: number): boolean {
    return this.onlyAccount?.slot === slot || (this.accounts?.has(slot) ?? false);
  }

  order(slot: number): OrderDraft {
    if (this.onlyOrder?.slot === slot) return this.onlyOrder;
    const known = this.orders?.get(slot);
    if (known !== undefined) return known;
    const draft = draftOrder(this.state.orders, slot);
    this.keepOrder(draft);
    return draft;
  }

  private keepOrder(draft: OrderDraft): void {
    if (this.orders === null) {
      if (this.onlyOrder === null) {
        this.onlyOrder = draft;
        return;
      }
      this.orders = new Map([[this.onlyOrder.slot, this.onlyOrder]]);
    }
    this.orders.set(draft.slot, draft);
  }

  /** Live orders of an account, oldest first, as the events so far have left them. */
  liveOrders(account: number): OrderDraft[] {
    const { accounts, orders } = this.state;
    const live: OrderDraft[] = [];
    let slot = accounts.firstOrder(account);
    for (; slot !== NONE; slot = i32(orders.nextInAccount, slot)) {
      const order = this.order(slot);
      if (order.status !== "gone") live.push(order);
    }
    return live.sort((left, right) => {
      return f64(orders.orderId, left.slot) - f64(orders.orderId, right.slot);
    });
  }

  /** Moves money from a house account to an account (back, when negative). */
  moveFromHouse(
    account: AccountDraft,
    from: HouseAccount,
    amount: Money,
    why: { cause: MovementCause; causeId: number },
  ): Movement {
    account.cash = money(account.cash + amount);
    const opposite = money(-amount);
    const houseBalance = this.moveHouse(account.book, from, opposite);
    return {
      movementId: this.takeMovementId(),
      book: account.book,
      cause: why.cause,
      causeId: why.causeId,
      postings: [
        { account: account.accountId, amount, balance: account.cash },
        { account: from, amount: opposite, balance: houseBalance },
      ],
    };
  }

  /** Moves money between two accounts of one book. */
  moveBetween(
    from: AccountDraft,
    to: AccountDraft,
    amount: Money,
    why: { cause: MovementCause; causeId: number },
  ): Movement {
    assert(from.book === to.book, "Invariant: no movement touches two books (inv05)");
    from.cash = money(from.cash - amount);
    to.cash = money(to.cash + amount);
    return {
      movementId: this.takeMovementId(),
      book: from.book,
      cause: why.cause,
      causeId: why.causeId,
      postings: [
        { account: from.accountId, amount: money(-amount), balance: from.cash },
        { account: to.accountId, amount, balance: to.cash },
      ],
    };
  }

  /** Moves money between two house accounts of one book. */
  moveInHouse(
    book: Book,
    move: { from: HouseAccount; to: HouseAccount; amount: Money },
    why: { cause: MovementCause; causeId: number },
  ): Movement {
    const { from, to, amount } = move;
    return {
      movementId: this.takeMovementId(),
      book,
      cause: why.cause,
      causeId: why.causeId,
      postings: [
        { account: from, amount: money(-amount), balance: this.moveHouse(book, from, -amount) },
        { account: to, amount, balance: this.moveHouse(book, to, amount) },
      ],
    };
  }

  /** The house pays the difference when an account is flat below zero: never a silent clamp. */
  protect(account: AccountDraft): void {
    if (account.holdingCount > 0 || account.cash >= 0n) return;
    const amount = money(-account.cash);
    const why = { cause: "protection", causeId: account.accountId } as const;
    const movement = this.moveFromHouse(account, "protection", amount, why);
    assert(account.cash === ZERO_MONEY, "Invariant: protection ends at exactly zero");
    this.emit({
      type: "BalanceProtected",
      atMs: this.atMs,
      accountId: account.accountId,
      book: account.book,
      amount,
      movements: [movement],
    });
  }

  private moveHouse(book: Book, account: HouseAccount, amount: bigint): Money {
    const balances = this.houseOf(book);
    const at = placeOfHouse(account);
    const balance = (balances[at] ?? 0n) + amount;
    balances[at] = balance;
    return money(balance);
  }

  private houseOf(book: Book): bigint[] {
    if (book === "real") {
      this.realHouse ??= this.state.house.real.slice();
      return this.realHouse;
    }
    this.demoHouse ??= this.state.house.demo.slice();
    return this.demoHouse;
  }

  private takeMovementId(): number {
    const taken = this.nextMovementId;
    this.nextMovementId += this.state.idStep;
    return taken;
  }
}
