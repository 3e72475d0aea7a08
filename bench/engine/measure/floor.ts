// The engine under test: a state with markets and accounts, driven only through decide and apply.
import {
  accountId,
  apply,
  type Command,
  createState,
  decide,
  type Event,
  type MarketTerms,
  marketId,
  type PlaceOrder,
  type State,
} from "@truetick/engine";
import { lots, money, price, rate } from "@truetick/money";

export const AT_MS = 1_760_000_000_000;
export const START = 110_000;
export const SPREAD = 10;

export class Floor {
  readonly state: State = createState();

  constructor(markets: number, accounts: number, balance: bigint) {
    for (let id = 1; id <= markets; id += 1) this.openMarket(id);
    for (let id = 1; id <= accounts; id += 1) this.openAccount(id, balance);
  }

  openAccount(id: number, balance: bigint): void {
    const owner = { atMs: AT_MS, accountId: accountId(id) };
    this.carryOut({ type: "OpenAccount", ...owner, ownerId: id, book: "real" });
    const amount = money(balance);
    this.carryOut({ type: "Credit", ...owner, cause: "deposit", causeId: id, amount });
  }

  /** Decides and applies; a refusal ends the benchmark, since it would measure nothing. */
  carryOut(command: Command): readonly Event[] {
    const decision = decide(this.state, command);
    if (!decision.isAccepted) throw new Error(`${command.type}: ${decision.refusal.reason}`);
    for (const event of decision.events) apply(this.state, event);
    return decision.events;
  }

  tick(market: number, bid: number): readonly Event[] {
    const seq = (this.state.marketOf(market)?.seq ?? 0) + 1;
    const quote = { seq, bid: price(bid), ask: price(bid + SPREAD) };
    return this.carryOut({ type: "TakeQuote", atMs: AT_MS, marketId: marketId(market), ...quote });
  }

  private openMarket(id: number): void {
    this.carryOut({ type: "DefineMarket", atMs: AT_MS, terms: termsOf(id) });
    const market = marketId(id);
    this.carryOut({ type: "SetMarketSession", atMs: AT_MS, marketId: market, session: "open" });
    this.tick(id, START);
  }
}

/** Spelt out, so that all of them have one shape, as they have when they come from the wire. */
export function orderOf(account: number, market: number, other: Partial<PlaceOrder>): PlaceOrder {
  return {
    type: "PlaceOrder",
    atMs: AT_MS,
    accountId: accountId(account),
    marketId: marketId(market),
    side: other.side ?? "buy",
    lots: other.lots ?? lots(100),
    leverage: 100,
    target: other.target ?? null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: other.stopLoss ?? null,
    takeProfit: other.takeProfit ?? null,
    trailingDistance: null,
    expiresAtMs: null,
  };
}

function termsOf(id: number): MarketTerms {
  return {
    marketId: marketId(id),
    version: 1,
    baseCurrency: null,
    quoteCurrency: "USD",
    pricePrecision: 5,
    unitsPerLot: 100_000,
    lotsMin: lots(100),
    lotsMax: lots(1_000_000),
    lotStep: lots(100),
    leverages: [100],
    marginMode: "floating",
    feeType: "notional",
    feeRate: rate(3_000n),
    priceAgeMaxMs: 60_000,
    longRate: rate(0n),
    shortRate: rate(0n),
    tripleDay: null,
  };
}
