// Nobody is favoured: no free money at a standing price, no gain from splitting, mirrored prices
// give mirrored results, and the number of an account means nothing.
import { assert, lots, type Price, price, rate } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  accountId,
  accountView,
  type Command,
  type Event,
  marketId,
  orderId,
  type PlaceOrder,
} from "./index.ts";
import { f64 } from "./state/columns.ts";
import { Chance } from "./testing/chance.ts";
import { ACCOUNTS, acts, MARKETS, Run, runs, termsOf } from "./testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

function equityOf(run: Run, id: number): bigint {
  return accountView(run.state, accountId(id))?.equity ?? 0n;
}

describe("P06, T54: no free money", () => {
  test("a search of many steps at standing prices never finds a profit of a millionth", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const chance = new Chance(seed);
        const run = new Run().begin();
        const start = ACCOUNTS.map((id) => equityOf(run, id));
        for (let at = 0; at < 1_000; at += 1) {
          const kind = 45 + chance.below(32);
          const draw = () => chance.below(1_000_000);
          const command = run.commandOf([kind, draw(), draw(), draw(), draw()]);
          run.atMs = 1_760_000_000_000;
          run.carryOut({ ...command, atMs: run.atMs });
        }
        ACCOUNTS.forEach((id, at) => {
          assert(equityOf(run, id) <= (start[at] ?? 0n), `account ${id} gained`);
        });
      }),
      runs(8),
    );
  });

  test("splitting an order in n never beats it by more than n millionths", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 3 }), fc.integer(), (parts, market, seed) => {
        const whole = tradeOf(market, [parts.reduce((sum, part) => sum + part, 0)], seed);
        const split = tradeOf(market, parts, seed);
        expect(split - whole).toBeLessThanOrEqual(BigInt(parts.length));
      }),
      runs(60),
    );
  });
});

/** Opens the parts, moves the price, closes them; what is left of the account. */
function tradeOf(market: number, parts: readonly number[], seed: number): bigint {
  const chance = new Chance(seed);
  const run = new Run().begin();
  const id = ACCOUNTS[0];
  run.carryOut(run.creditOf(id, 900_000_000_000n));
  const terms = MARKETS[market] ?? MARKETS[0];
  assert(terms !== undefined, "there are markets");
  for (const part of parts) {
    run.carryOut({
      ...orderOf(id, terms.marketId, "buy", run.atMs),
      lots: lots(part * 100),
      leverage: terms.leverages[0] ?? 100,
    });
  }
  run.carryOut(run.quoteOf(market, chance.around(500), chance.below(20)));
  run.carryOut({
    type: "CloseAll",
    atMs: run.atMs,
    accountId: accountId(id),
    marketId: null,
    reason: "user",
    isCancellingPending: false,
  });
  return equityOf(run, id);
}

function orderOf(id: number, market: number, side: "buy" | "sell", atMs: number): PlaceOrder {
  return {
    type: "PlaceOrder",
    atMs,
    accountId: accountId(id),
    marketId: marketId(market),
    side,
    lots: lots(1_000),
    leverage: 100,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
  };
}

describe("P07: margin is monotone", () => {
  test("a new position never increases free margin", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const command = run.commandOf(act);
          if (command.type !== "PlaceOrder") {
            run.carryOut(command);
            continue;
          }
          const before = accountView(run.state, command.accountId)?.free ?? 0n;
          run.carryOut(command);
          const after = accountView(run.state, command.accountId)?.free ?? 0n;
          assert(after <= before, "free margin grew by opening");
        }
      }),
      runs(40),
    );
  });

  test("an adverse tick never increases equity", () => {
    const moves = fc.array(fc.nat(3_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(moves, fc.boolean(), (list, isBuy) => {
        const run = new Run().begin();
        const id = ACCOUNTS[0];
        run.carryOut(orderOf(id, 1, isBuy ? "buy" : "sell", run.atMs));
        for (const move of list) {
          const before = equityOf(run, id);
          run.carryOut(run.quoteOf(0, isBuy ? -move : move, 2));
          assert(equityOf(run, id) <= before || before < 0n, "equity grew on an adverse tick");
        }
      }),
      runs(60),
    );
  });
});

/** Prices p and MIRROR - p are each other's mirror image. */
const MIRROR = 600_000;
/** The market of the run that is mirrored, and one that stands still and converts its base. */
const TRADED = 2;
const STILL = 1;

describe("P10: price symmetry", () => {
  test("mirrored tape and sides give the same profits, margins and closings", () => {
    fc.assert(
      fc.property(acts(100), (list) => {
        const straight = mirrorRun((command) => command);
        const mirrored = mirrorRun(mirror);
        for (const act of list) {
          const command = straight.commandOf(act);
          if (!isMirrored(command)) continue;
          straight.carryOut(command);
          mirrored.carryOut(mirror(command));
        }
        expect(mirrored.history.map(outcomeOf)).toEqual(straight.history.map(outcomeOf));
      }),
      runs(40),
    );
  });
});

/** Margin by a base currency that stands still, fees by lots: nothing else has a price. */
function mirrorRun(reflect: (command: Command) => Command): Run {
  const run = new Run();
  const { atMs } = run;
  const fees = { feeType: "lots", feeRate: rate(100_000_000n) } as const;
  const still = termsOf(STILL, "EUR", "USD");
  const traded = termsOf(TRADED, "EUR", "USD", {
    marginMode: "fixed",
    leverages: [30, 100],
    ...fees,
  });
  for (const terms of [still, traded]) {
    const { marketId: id } = terms;
    const at = price(id === STILL ? 110_000 : 150_000);
    run.carryOut({ type: "DefineMarket", atMs, terms });
    run.carryOut({ type: "SetMarketSession", atMs, marketId: id, session: "open" });
    const quote: Command = { type: "TakeQuote", atMs, marketId: id, seq: 1, bid: at, ask: at };
    run.carryOut(id === STILL ? quote : reflect(quote));
  }
  for (const id of ACCOUNTS) {
    const account = accountId(id);
    run.carryOut({ type: "OpenAccount", atMs, accountId: account, ownerId: 1, book: "real" });
    run.carryOut({ ...run.creditOf(id, 1_000_000_000n), cause: "deposit" } as Command);
  }
  return run;
}

function isMirrored(command: Command): boolean {
  if ("marketId" in command && command.marketId !== TRADED) return false;
  return /^(?:TakeQuote|PlaceOrder|CloseOrder|CancelOrder|SetTrailing)$/.test(command.type);
}

function mirror(command: Command): Command {
  const flip = (at: Price | null) => (at === null ? null : price(MIRROR - at));
  switch (command.type) {
    case "TakeQuote":
      return {
        ...command,
        bid: price(MIRROR - command.ask),
        ask: price(MIRROR - command.bid),
      };
    case "PlaceOrder":
      return {
        ...command,
        side: command.side === "buy" ? "sell" : "buy",
        target: flip(command.target),
        stopLoss: flip(command.stopLoss),
        takeProfit: flip(command.takeProfit),
      };
    default:
      return command;
  }
}

/** What an event means in money, without prices and sides. */
function outcomeOf(event: Event): unknown {
  const { type } = event;
  switch (type) {
    case "OrderOpened":
      return { type, order: event.orderId, margin: event.margin, fee: event.fee };
    case "OrderClosed":
    case "OrderReduced":
      return { type, order: event.orderId, profit: event.profit, reason: event.reason };
    case "StoppedOut":
      return { type, account: event.accountId, equity: event.equity, used: event.used };
    default:
      return { type };
  }
}

describe("P11: the number of an account means nothing", () => {
  test("permuted accounts get permuted results at the same prices", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const straight = new Run().begin();
        const reversed = new Run().begin();
        for (const act of list) {
          const command = straight.commandOf(act);
          const twin = permute(straight, reversed, command);
          straight.carryOut(command);
          reversed.carryOut(twin);
        }
        for (const id of REAL) {
          const one = accountView(straight.state, accountId(id));
          const other = accountView(reversed.state, accountId(swap(id)));
          expect({ ...other, accountId: 0 }).toEqual({ ...one, accountId: 0 });
        }
      }),
      runs(40),
    );
  });
});

/** The demo account differs from the real ones, so it stays where it is. */
const REAL = ACCOUNTS.slice(0, -1);

function swap(id: number): number {
  const at = (REAL as readonly number[]).indexOf(id);
  return at < 0 ? id : (REAL[REAL.length - 1 - at] ?? id);
}

/** The same command for the swapped account; orders are told apart by account and age. */
function permute(from: Run, to: Run, command: Command): Command {
  if (!("accountId" in command)) return command;
  const account = accountId(swap(command.accountId));
  if (!("orderId" in command)) return { ...command, accountId: account };
  const place = ordersBySlot(from, command.accountId).indexOf(command.orderId);
  const twin = orderId(ordersBySlot(to, account)[place] ?? 999_999);
  return { ...command, accountId: account, orderId: twin };
}

function ordersBySlot({ state: { orders, accounts } }: Run, id: number): number[] {
  const ids: number[] = [];
  for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
    if (!orders.isLive(slot)) continue;
    const owner = accounts.accountId(orders.account[slot] ?? 0);
    if (owner === id) ids.push(f64(orders.orderId, slot));
  }
  return ids.sort((left, right) => left - right);
}
