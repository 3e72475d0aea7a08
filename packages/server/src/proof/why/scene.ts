// One account at one moment, given to the engine again: its cash and positions, the quotes of that
// moment, the terms of their markets. Whatever is told about that moment is computed by the engine
// itself, with the formulas and the decisions that closed the order. Pure.
// Invariant: a scene knows one account, and no price but those it was given.

import {
  type AccountId,
  accountId,
  accountView,
  apply,
  type Book,
  createState,
  decide,
  type Event,
  type Fill,
  type MarketId,
  marketId,
  NO_LIMITS,
  type OrderPlaced,
  orderId,
  orderView,
  RULES_VERSION,
  type State,
  type StopOutOrder,
  type TakeQuote,
} from "@truetick/engine";
import { lots, type Money, money, price, type Rate, ZERO_MONEY } from "@truetick/money";
import type { HeldAccount, HeldPosition } from "./held-positions.ts";
import type { MarketThen } from "./market-terms.ts";
import type { TapeQuote } from "./tape-quotes.ts";

export type Scene = HeldAccount & {
  readonly accountId: AccountId;
  readonly book: Book;
  readonly markets: readonly MarketThen[];
  readonly quotes: readonly TapeQuote[];
};

export type SceneValue = {
  readonly cash: Money;
  readonly floating: Money;
  readonly equity: Money;
  readonly used: Money;
  readonly level: Rate | null;
  /** By order. */
  readonly profits: ReadonlyMap<number, Money>;
};

/** Null when a position cannot be valued by these quotes. */
export function valueScene(scene: Scene): SceneValue | null {
  const quoted = new Set(scene.quotes.map((quote) => quote.marketId));
  if (scene.positions.some((position) => !quoted.has(position.marketId))) return null;
  const state = stateOf(scene);
  const view = accountView(state, scene.accountId);
  if (!view) throw new Error("Invariant: a scene has its account");
  const profits = new Map<number, Money>();
  for (const { orderId: id } of scene.positions) {
    profits.set(id, orderView(state, orderId(id))?.profit ?? ZERO_MONEY);
  }
  const { cash, floating, equity, used, level } = view;
  return { cash, floating, equity, used, level, profits };
}

/** How the engine is to decide. */
export type Deciding = {
  readonly stopOutOrder: StopOutOrder;
  readonly isMarginCalled: boolean;
  /** Markets whose source was silent, which no row of the journal tells. */
  readonly silent: readonly number[];
  readonly pending: readonly OrderPlaced[];
};

/** Takes the quote once more; answers what happens to the account. */
export function decideAgain(scene: Scene, tick: TakeQuote, how: Deciding): readonly Event[] {
  const state = stateOf({ ...scene, quotes: quotesBefore(scene.quotes, tick) }, how);
  const decision = decide(state, tick);
  if (!decision.isAccepted) throw new Error("Invariant: a quote that was taken is taken again");
  return decision.events.filter(
    (event) => "accountId" in event && event.accountId === scene.accountId,
  );
}

/** The market of the tick stands where it will be, one number before. */
function quotesBefore(quotes: readonly TapeQuote[], tick: TakeQuote): TapeQuote[] {
  return quotes.map((quote) =>
    quote.marketId === tick.marketId ? { ...quote, seq: tick.seq - 1 } : quote,
  );
}

function stateOf(scene: Scene, how?: Deciding): State {
  const state = createState();
  for (const event of marketEvents(scene, how?.silent ?? [])) apply(state, event);
  for (const event of accountEvents(scene, how)) apply(state, event);
  for (const position of scene.positions) apply(state, openedEvent(scene, position));
  for (const event of how?.pending ?? []) apply(state, event);
  if (how?.isMarginCalled) {
    const { accountId: id, book } = scene;
    const called = { accountId: id, book, equity: ZERO_MONEY, used: ZERO_MONEY };
    apply(state, { type: "MarginCalled", atMs: 0, ...called, level: 0n as Rate });
  }
  return state;
}

function* marketEvents(scene: Scene, silent: readonly number[]): Generator<Event> {
  const atMs = 0;
  for (const { terms } of scene.markets) yield { type: "MarketDefined", atMs, terms };
  for (const { terms, session } of scene.markets) {
    yield { type: "MarketSessionChanged", atMs, marketId: terms.marketId, session };
  }
  for (const quote of scene.quotes) {
    if (quote.seq < 1) continue;
    const { seq } = quote;
    const id: MarketId = marketId(quote.marketId);
    const prices = { bid: price(quote.bid), ask: price(quote.ask) };
    yield { type: "QuoteTaken", atMs: quote.atMs, marketId: id, seq, ...prices };
  }
  for (const id of silent) yield { type: "MarketWentStale", atMs, marketId: marketId(id) };
}

/** Somebody without a past: opened, with exactly this much cash. */
function* accountEvents({ accountId: id, book, cash }: Scene, how?: Deciding): Generator<Event> {
  const owner = { atMs: 0, accountId: accountId(id) };
  yield { type: "AccountOpened", ...owner, ownerId: 1, book };
  const stopOutOrder = how?.stopOutOrder ?? NO_LIMITS.stopOutOrder;
  yield { type: "LimitsSet", ...owner, limits: { ...NO_LIMITS, stopOutOrder }, dayEquity: null };
  if (cash === ZERO_MONEY) return;
  const causeId = 1;
  const given = money(-cash);
  yield {
    type: "FundsCredited",
    ...owner,
    book,
    cause: "adjustment",
    causeId,
    amount: cash,
    movements: [
      {
        movementId: 1,
        book,
        cause: "adjustment",
        causeId,
        postings: [
          { account: id, amount: cash, balance: cash },
          { account: "adjustments", amount: given, balance: given },
        ],
      },
    ],
  };
}

/** Held as it stood; its stops are left off: what they would have done, they have not. */
function openedEvent({ accountId: id, book }: Scene, position: HeldPosition): Event {
  const openPrice = price(position.openPrice);
  const market = marketId(position.marketId);
  const fill: Fill = {
    marketId: market,
    seq: 1,
    bid: openPrice,
    ask: openPrice,
    price: openPrice,
    rule: "market",
    level: null,
    rulesVersion: RULES_VERSION,
    termsVersion: 1,
    quoteConversion: [],
    baseConversion: [],
  };
  return {
    type: "OrderOpened",
    atMs: 1,
    orderId: orderId(position.orderId),
    accountId: id,
    book,
    marketId: market,
    wasPending: false,
    side: position.side,
    lots: lots(position.lots),
    leverage: position.leverage,
    askedPrice: openPrice,
    openPrice,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    trailingLevel: null,
    margin: position.margin,
    fee: ZERO_MONEY,
    fill,
    movements: [],
  };
}
