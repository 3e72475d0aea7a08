// What a run of quotes does to open positions and waiting orders, by the real engine: the events
// after the first quote. Two runs of quotes that are equal in everything that matters give equal
// events; tests of feeds compare broken runs with clean ones by it.

import {
  accountId,
  apply,
  type Command,
  createState,
  decide,
  type Event,
  marketId,
  type PlaceOrder,
  type State,
} from "@truetick/engine";
import { lots, money, price, rate } from "@truetick/money";
import type { RecordedQuote } from "../quote-intake.ts";

const ACCOUNT = accountId(1);
const MARKET = marketId(1);

function act(state: State, command: Command): readonly Event[] {
  const decision = decide(state, command);
  if (!decision.isAccepted) throw new Error(`refused: ${decision.refusal.reason}`);
  for (const event of decision.events) apply(state, event);
  return decision.events;
}

function openMarket(state: State, pricePrecision: number, atMs: number): void {
  const terms = {
    marketId: MARKET,
    version: 1,
    baseCurrency: null,
    quoteCurrency: "USD",
    pricePrecision,
    unitsPerLot: 10,
    lotsMin: lots(100),
    lotsMax: lots(1_000_000),
    lotStep: lots(100),
    leverages: [1, 30],
    marginMode: "floating",
    feeType: "notional",
    feeRate: rate(3_000n),
    priceAgeMaxMs: 30_000,
    longRate: rate(0n),
    shortRate: rate(0n),
    tripleDay: null,
  } as const;
  act(state, { type: "DefineMarket", terms, atMs });
  act(state, { type: "SetMarketSession", marketId: MARKET, session: "open", atMs });
  act(state, { type: "OpenAccount", accountId: ACCOUNT, ownerId: 1, book: "real", atMs });
  const amount = money(10_000_000_000_000n);
  act(state, {
    type: "Credit",
    accountId: ACCOUNT,
    cause: "deposit",
    causeId: 1,
    amount,
    atMs,
  });
}

function order(own: Partial<PlaceOrder>, atMs: number): PlaceOrder {
  return {
    type: "PlaceOrder",
    atMs,
    accountId: ACCOUNT,
    marketId: MARKET,
    side: "buy",
    lots: lots(100),
    leverage: 1,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
    ...own,
  };
}

/** Orders that wait on both sides of the first quote, in steps of a few points. */
function placeAround({ bid, ask, atMs }: RecordedQuote, step: number): PlaceOrder[] {
  return Array.from({ length: 20 }, (_, i) => (i + 1) * step).flatMap((distance) => [
    order({ side: "buy", stopLoss: price(bid - distance) }, atMs),
    order({ side: "sell", stopLoss: price(ask + distance) }, atMs),
    order({ side: "buy", takeProfit: price(bid + distance) }, atMs),
    order({ side: "sell", target: price(bid + distance) }, atMs),
    order({ side: "buy", target: price(ask + distance), trailingDistance: step }, atMs),
  ]);
}

/** Everything the quotes cause, but for their being taken. */
export function fillsOf(
  quotes: readonly RecordedQuote[],
  { pricePrecision, step }: { pricePrecision: number; step: number },
): readonly Event[] {
  const [first, ...rest] = quotes;
  if (!first) return [];
  const state = createState();
  const take = ({ seq, bid, ask, atMs }: RecordedQuote) =>
    act(state, {
      type: "TakeQuote",
      marketId: MARKET,
      seq,
      bid: price(bid),
      ask: price(ask),
      atMs,
    });
  openMarket(state, pricePrecision, first.atMs);
  take(first);
  for (const command of placeAround(first, step)) act(state, command);
  return rest.flatMap(take).filter(({ type }) => type !== "QuoteTaken");
}
