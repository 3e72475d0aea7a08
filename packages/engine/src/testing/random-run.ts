// Random but reproducible histories for property tests: fast-check draws acts (plain numbers), and
// this turns each into a command that fits the state at hand. The same acts give the same run.

import { env } from "node:process";
import { lots, money, type Price, price, rate } from "@truetick/money";
import fc from "fast-check";
import {
  type AccountId,
  accountId,
  accountOrders,
  apply,
  type Command,
  createState,
  type Decision,
  decide,
  type Event,
  type MarketTerms,
  marketId,
  NO_LIMITS,
  type OrderId,
  orderId,
  type State,
} from "../index.ts";

/** Runs of a property: a sample by default, many more with FULL=1. */
export function runs(sample: number): { numRuns: number } {
  return { numRuns: env.FULL === undefined ? sample : sample * 40 };
}

export type Act = readonly [kind: number, a: number, b: number, c: number, d: number];

const draw = fc.noBias(fc.integer({ min: 0, max: 999_999 }));
const kinds = fc.noBias(fc.integer({ min: 0, max: 99 }));

export function acts(max = 120): fc.Arbitrary<Act[]> {
  return fc.array(fc.tuple(kinds, draw, draw, draw, draw), {
    minLength: 10,
    maxLength: max,
    size: "max",
  });
}

export const ACCOUNTS = [11, 12, 13, 14, 15] as const;
const DEMO_ACCOUNT = 15;
/** Mostly open, or nothing would happen. */
const SESSIONS = [
  "open",
  "closed",
  "open",
  "closing-only",
  "open",
  "closed-closing-only",
  "open",
  "halted",
] as const;

/** A dollar pair, two yen pairs of which one converts the other, and a coin with odd steps. */
export const MARKETS: readonly MarketTerms[] = [
  termsOf(1, "EUR", "USD", { feeRate: rate(2_000n), leverages: [30, 100] }),
  termsOf(2, "USD", "JPY", { pricePrecision: 3, marginMode: "fixed" }),
  termsOf(3, "EUR", "JPY", { pricePrecision: 3, feeType: "lots", feeRate: rate(300_000_000n) }),
  termsOf(4, "BTC", "USD", {
    pricePrecision: 2,
    unitsPerLot: 1,
    leverages: [2, 10],
    tripleDay: null,
  }),
];

export const START_PRICES = [110_000, 150_000, 165_000, 3_000_000] as const;

export function termsOf(
  id: number,
  baseCurrency: string,
  quoteCurrency: string,
  other: Partial<MarketTerms> = {},
): MarketTerms {
  return {
    marketId: marketId(id),
    version: 1,
    baseCurrency,
    quoteCurrency,
    pricePrecision: 5,
    unitsPerLot: 100_000,
    lotsMin: lots(100),
    lotsMax: lots(1_000_000),
    lotStep: lots(100),
    leverages: [100],
    marginMode: "floating",
    feeType: "notional",
    feeRate: rate(0n),
    priceAgeMaxMs: 60_000,
    longRate: rate(-3_000_000n),
    shortRate: rate(1_000_000n),
    tripleDay: 3,
    ...other,
  };
}

export class Run {
  readonly state: State;
  readonly history: Event[] = [];
  readonly commands: Command[] = [];
  atMs: number;
  nextId = 1;
  cutDate = 20_260_101;
  private readonly prices: number[] = [...START_PRICES];

  constructor(options: { atMs?: number; state?: State } = {}) {
    this.atMs = options.atMs ?? 1_760_000_000_000;
    this.state = options.state ?? createState();
  }

  /** Markets open and quoted once, accounts with a little money. */
  begin(): this {
    const { atMs } = this;
    for (const terms of MARKETS) {
      this.carryOut({ type: "DefineMarket", atMs, terms });
      this.carryOut({
        type: "SetMarketSession",
        atMs,
        marketId: terms.marketId,
        session: "open",
      });
      this.carryOut(this.quoteOf(terms.marketId - 1, 0, 2));
    }
    for (const id of ACCOUNTS) {
      const book = id === DEMO_ACCOUNT ? "demo" : "real";
      this.carryOut({ type: "OpenAccount", atMs, accountId: accountId(id), ownerId: 1, book });
      if (book === "real") this.carryOut(this.creditOf(id, 1_000_000_000n));
    }
    return this;
  }

  step(act: Act): { command: Command; decision: Decision } {
    const command = this.commandOf(act);
    return { command, decision: this.carryOut(command) };
  }

  carryOut(command: Command): Decision {
    const decision = decide(this.state, command);
    this.commands.push(command);
    if (decision.isAccepted) {
      for (const event of decision.events) {
        apply(this.state, event);
        this.history.push(event);
      }
    }
    return decision;
  }

  commandOf([kind, a, b, c, d]: Act): Command {
    this.atMs += 1 + (d % 2_000);
    if (kind < 45) return this.quoteOf(a % MARKETS.length, moveOf(b, c), spreadOf(d));
    if (kind < 62) return this.orderOf(a, b, c, d, null);
    if (kind < 70) return this.orderOf(a, b, c, d, 1 + (c % 400));
    if (kind < 90) return this.changeOf(kind, a, b, c);
    return this.otherOf(kind, a, b, c);
  }

  quoteOf(market: number, move: number, spread: number): Command {
    const next = Math.max(50, (this.prices[market] ?? 0) + move);
    this.prices[market] = next;
    const id = marketId(market + 1);
    const seq = (this.state.marketOf(id)?.seq ?? 0) + 1;
    const { atMs } = this;
    return {
      type: "TakeQuote",
      atMs,
      marketId: id,
      seq,
      bid: price(next),
      ask: price(next + spread),
    };
  }

  creditOf(account: number, amount: bigint): Command {
    const causeId = this.nextId;
    this.nextId += 1;
    const to = accountId(account);
    const cause = account === DEMO_ACCOUNT ? "adjustment" : "deposit";
    return {
      type: "Credit",
      atMs: this.atMs,
      accountId: to,
      cause,
      causeId,
      amount: money(amount),
    };
  }

  private orderOf(a: number, b: number, c: number, d: number, away: number | null): Command {
    const market = b % MARKETS.length;
    const terms = MARKETS[market] as MarketTerms;
    const now = this.prices[market] ?? 0;
    const isBuy = c % 2 === 0;
    const far = Math.max(1, Math.floor(now / 2_000));
    const target = away === null ? null : near(now, (away - 200) * Math.ceil(far / 20));
    const at = target ?? now;
    // Half of the orders are careful, the others leave it to the margin.
    const isCareful = a % 2 === 0;
    const stop =
      isCareful && d % 2 === 0 ? near(at, (isBuy ? -1 : 1) * (1 + (a % (20 * far)))) : null;
    const take =
      isCareful && d % 3 === 0 ? near(at, (isBuy ? 1 : -1) * (30 + (b % (20 * far)))) : null;
    return {
      type: "PlaceOrder",
      atMs: this.atMs,
      accountId: accountAt(a),
      marketId: terms.marketId,
      side: isBuy ? "buy" : "sell",
      lots: lots((1 + (d % 70)) * 100),
      leverage: terms.leverages[c % terms.leverages.length] ?? 100,
      target,
      askedPrice: null,
      maxDeviation: null,
      stopLoss: stop,
      takeProfit: take,
      trailingDistance: isCareful && d % 5 === 0 ? 1 + (c % (10 * far)) : null,
      expiresAtMs: away !== null && d % 9 === 0 ? this.atMs + (b % 100_000) + 1 : null,
    };
  }

  private changeOf(kind: number, a: number, b: number, c: number): Command {
    const account = accountAt(a);
    const order = this.orderAt(account, b);
    const who = { atMs: this.atMs, accountId: account, orderId: order };
    const slot = this.state.orders.slotOf(order);
    const market = slot < 0 ? 0 : (this.state.orders.market[slot] ?? 0);
    const now = this.prices[market] ?? 100;
    const step = Math.ceil(now / 20_000);
    if (kind < 76) {
      const isPart = c % 2 === 0;
      const part = isPart ? lots((1 + (c % 40)) * 100) : null;
      return { type: "CloseOrder", ...who, lots: part, reason: "user" };
    }
    if (kind < 79) return { type: "CancelOrder", ...who };
    if (kind < 83) {
      const stopLoss = c % 3 === 0 ? null : near(now, ((c % 100) - 50) * step);
      const takeProfit = c % 5 === 0 ? null : near(now, ((c % 70) - 35) * step);
      return { type: "SetStops", ...who, stopLoss, takeProfit };
    }
    if (kind < 87) {
      return { type: "SetTrailing", ...who, distance: c % 6 === 0 ? null : 1 + (c % (50 * step)) };
    }
    const target = near(now, ((c % 200) - 100) * step);
    return {
      type: "AmendOrder",
      ...who,
      target,
      stopLoss: null,
      takeProfit: null,
      expiresAtMs: null,
    };
  }

  private otherOf(kind: number, a: number, b: number, c: number): Command {
    const { atMs } = this;
    const market = marketId(1 + (b % MARKETS.length));
    const who = { atMs, accountId: accountAt(a) };
    if (kind === 90) return this.creditOf(who.accountId, BigInt(1 + (c % 500)) * 1_000_000n);
    if (kind === 91) {
      this.nextId += 1;
      return { type: "Hold", ...who, withdrawalId: this.nextId, amount: money(BigInt(c) * 1_000n) };
    }
    if (kind === 92) return { type: "Release", atMs, withdrawalId: b % (this.nextId + 1) };
    if (kind === 93) {
      // From no fee to more than was held.
      const fee = money(BigInt(Math.max(0, (c % 1_000) - 500)) * 1_000n);
      return { type: "Settle", atMs, withdrawalId: b % (this.nextId + 1), fee };
    }
    if (kind === 94) {
      const session = SESSIONS[c % SESSIONS.length] ?? "open";
      return { type: "SetMarketSession", atMs, marketId: market, session };
    }
    if (kind === 95) {
      this.cutDate += 1;
      const { cutDate } = this;
      const cut = { cutDate, cutAtMs: atMs - (c % 3) * 1_000, weekday: c % 7 };
      return { type: "ChargeFinancing", atMs, marketId: market, ...cut };
    }
    if (kind === 96) {
      return {
        type: "CloseAll",
        ...who,
        marketId: null,
        reason: "user",
        isCancellingPending: true,
      };
    }
    if (kind === 97) {
      this.atMs += c % 90_000;
      return { type: "ExpireOrders", atMs: this.atMs };
    }
    if (kind === 98) return { type: "ResetDemo", ...who };
    const stopOutOrder = c % 2 === 0 ? "most-losing" : "most-margin";
    const dailyLossMax = c % 9 === 0 ? money(400_000_000n) : null;
    const limits = { ...NO_LIMITS, stopOutOrder, dailyLossMax } as const;
    return { type: "SetLimits", ...who, limits, dayEndsAtMs: atMs + 86_400_000 };
  }

  private orderAt(account: AccountId, pick: number): OrderId {
    const ids = accountOrders(this.state, account);
    return ids[pick % Math.max(ids.length, 1)] ?? orderId(999_999);
  }
}

function accountAt(pick: number): AccountId {
  return accountId(ACCOUNTS[pick % ACCOUNTS.length] ?? ACCOUNTS[0]);
}

/** Mostly small steps; now and then a gap. */
function moveOf(size: number, kind: number): number {
  const sign = size % 2 === 0 ? 1 : -1;
  if (kind % 60 === 0) return sign * (size % 30_000);
  if (kind % 6 === 0) return sign * (size % 2_500);
  if (kind % 6 === 1) return sign * (size % 6);
  return sign * (size % 600);
}

/** Mostly tight; now and then wide enough to matter which side is looked at. */
function spreadOf(pick: number): number {
  return pick % 5 === 0 ? pick % 700 : pick % 20;
}

function near(now: number, offset: number): Price {
  return price(Math.max(1, now + offset));
}
