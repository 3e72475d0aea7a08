// Which quotes convert: those that there are. A pair that was never quoted, or is traded no more,
// stands back behind a way through another currency, and comes first once it is quoted.

import { lots, money, price } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accountId,
  accountView,
  apply,
  type Command,
  createState,
  decide,
  decodeState,
  type Event,
  encodeState,
  marketId,
  type OrderId,
  type State,
} from "./index.ts";
import { termsOf } from "./testing/random-run.ts";

const ACCOUNT = accountId(1);
const AT_MS = 1_760_000_000_000;

/** Of each market: its number, its currencies, a first bid in points of five decimals. */
const EURUSD = { id: 1, base: "EUR", quote: "USD", bid: 110_000 };
const EURPLN = { id: 2, base: "EUR", quote: "PLN", bid: 425_000 };
const USDPLN = { id: 3, base: "USD", quote: "PLN", bid: 390_000 };

type Pair = typeof EURUSD;

function raise() {
  const state = createState();
  const seqs = new Map<number, number>();
  const say = (command: Command): readonly Event[] => {
    const decision = decide(state, command);
    if (!decision.isAccepted) throw new Error(decision.refusal.reason);
    for (const event of decision.events) apply(state, event);
    return decision.events;
  };
  const list = ({ id, base, quote }: Pair) => {
    say({ type: "DefineMarket", atMs: AT_MS, terms: termsOf(id, base, quote) });
    say({ type: "SetMarketSession", atMs: AT_MS, marketId: marketId(id), session: "open" });
  };
  const tick = ({ id }: Pair, bid: number) => {
    const seq = (seqs.get(id) ?? 0) + 1;
    seqs.set(id, seq);
    const sides = { bid: price(bid), ask: price(bid + 20) };
    return say({ type: "TakeQuote", atMs: AT_MS, marketId: marketId(id), seq, ...sides });
  };
  return { state, say, list, tick };
}

/** One account, long 0.10 of EUR/PLN, which converts through the euro. */
function openLong({ stopLoss = null, cash = 1_000 }: { stopLoss?: number | null; cash?: number }) {
  const run = raise();
  for (const pair of [EURUSD, EURPLN]) {
    run.list(pair);
    run.tick(pair, pair.bid);
  }
  const who = { atMs: AT_MS, accountId: ACCOUNT };
  run.say({ type: "OpenAccount", ...who, ownerId: 1, book: "real" });
  const amount = money(BigInt(cash) * 1_000_000n);
  run.say({ type: "Credit", ...who, cause: "deposit", causeId: 1, amount });
  const events = run.say({
    ...{ type: "PlaceOrder", ...who, marketId: marketId(EURPLN.id), side: "buy" },
    ...{ lots: lots(1_000), leverage: 100, target: null, askedPrice: null, maxDeviation: null },
    ...{ stopLoss: stopLoss === null ? null : price(stopLoss), takeProfit: null },
    ...{ trailingDistance: null, expiresAtMs: null },
  });
  const opened = events.find(({ type }) => type === "OrderOpened");
  if (opened?.type !== "OrderOpened") throw new Error("Invariant: it opens");
  const close = () => run.say({ type: "CloseOrder", ...who, ...closing(opened.orderId) });
  return { ...run, close };
}

function closing(orderId: OrderId) {
  return { orderId, lots: null, reason: "user" } as const;
}

/** The markets that converted what was closed. */
function legsOf(events: readonly Event[]): readonly number[] | null {
  const closed = events.find(({ type }) => type === "OrderClosed");
  return closed?.type === "OrderClosed"
    ? closed.fill.quoteConversion.map((leg) => leg.marketId)
    : null;
}

describe("a direct pair that was never quoted", () => {
  test("stops nobody's stop: the way through the euro goes on converting", () => {
    const { list, tick } = openLong({ stopLoss: 424_500 });
    list(USDPLN);
    expect(legsOf(tick(EURPLN, 424_000))).toEqual([EURPLN.id, EURUSD.id]);
  });

  test("keeps nobody from closing, and converts from its first quote on", () => {
    const before = openLong({});
    before.list(USDPLN);
    expect(legsOf(before.close())).toEqual([EURPLN.id, EURUSD.id]);
    const after = openLong({});
    after.list(USDPLN);
    after.tick(USDPLN, USDPLN.bid);
    expect(legsOf(after.close())).toEqual([USDPLN.id]);
  });

  test("lets margin be called and positions be stopped out", () => {
    const { state, list, tick } = openLong({ cash: 120 });
    list(USDPLN);
    expect(accountView(state, ACCOUNT)?.equity).not.toBeNull();
    const types = tick(EURPLN, 418_500).map(({ type }) => type);
    expect(types).toContain("MarginCalled");
    expect(types).toContain("StoppedOut");
  });
});

describe("a direct pair that is delisted", () => {
  test("stands back behind a way through markets that are traded", () => {
    const { say, list, tick, close } = openLong({});
    list(USDPLN);
    tick(USDPLN, USDPLN.bid);
    say({ type: "DelistMarket", atMs: AT_MS, marketId: marketId(USDPLN.id) });
    expect(legsOf(close())).toEqual([EURPLN.id, EURUSD.id]);
  });

  test("converts by its last quote where nothing else does", () => {
    const { say, tick, list, close } = openLong({});
    list(USDPLN);
    tick(USDPLN, USDPLN.bid);
    for (const { id } of [USDPLN, EURUSD]) {
      say({ type: "DelistMarket", atMs: AT_MS, marketId: marketId(id) });
    }
    expect(legsOf(close())).toEqual([USDPLN.id]);
  });
});

test("the same quotes give the same way, in whatever order they came", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([EURUSD, EURPLN, USDPLN]), (quoted) => {
      const { state, list, tick } = raise();
      for (const pair of [EURUSD, EURPLN, USDPLN]) list(pair);
      for (const pair of quoted) tick(pair, pair.bid);
      const restored = decodeState(encodeState(state));
      for (const { terms, seq, bid, ask, quotedAtMs } of state.markets) {
        const quote = { seq, bid: price(Math.max(1, bid)), ask: price(Math.max(1, ask)) };
        const at = { atMs: quotedAtMs, marketId: terms.marketId };
        if (seq > 0) apply(restored, { type: "QuoteTaken", ...at, ...quote });
      }
      expect(pathsOf(restored)).toEqual(pathsOf(state));
      const direct = quoted.includes(USDPLN) || quoted.length < 2;
      expect(pathsOf(state)[1]).toEqual(direct ? [USDPLN.id] : [EURPLN.id, EURUSD.id]);
    }),
  );
});

function pathsOf({ markets }: State): readonly (readonly number[] | undefined)[] {
  return markets.map(({ quotePath }) => quotePath?.map(({ market }) => market.terms.marketId));
}
