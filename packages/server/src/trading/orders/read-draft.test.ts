// T48 and T50 from the wire's text to the engine's verdict, against predicates written another way:
// what is let in is exactly what the market's terms allow, for any text and either side.

import { CALLS, orderDraftFromFields } from "@truetick/contract/calls";
import {
  accountId,
  apply,
  type Command,
  createState,
  decide,
  previewOrder,
} from "@truetick/engine";
import { price } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { FLOOR_MARKETS } from "../../testing/trading-floor.ts";
import { createMarketDirectory } from "../markets/market-directory.ts";
import { readDraft } from "./read-draft.ts";

const atMs = 1_000;
const account = accountId(1);
const EURUSD = FLOOR_MARKETS.EURUSD;
if (!EURUSD) throw new Error("Invariant: EURUSD is traded");
const { marketId } = EURUSD;
const BID = 108_490;
const ASK = 108_500;

const state = createState();
const story: readonly Command[] = [
  { type: "DefineMarket", atMs, terms: EURUSD },
  { type: "SetMarketSession", atMs, marketId, session: "open" },
  { type: "OpenAccount", atMs, accountId: account, ownerId: 1, book: "demo" },
  { type: "TakeQuote", atMs, marketId, seq: 1, bid: price(BID), ask: price(ASK) },
];
for (const command of story) {
  const decision = decide(state, command);
  if (!decision.isAccepted) throw new Error(`Invariant: ${command.type} is accepted`);
  for (const event of decision.events) apply(state, event);
}

const directory = createMarketDirectory([
  { id: String(marketId), code: "EURUSD", displayCode: "EUR/USD", pricePrecision: 5 },
]);
const ORDER = { type: "1", cont: "0.01", forex_id: "1", status: "1", multiple: "100" };

/** Why the order would be refused, from the grammar to the engine; null when it would be taken. */
function verdict(fields: Record<string, string>): string | null {
  const parsed = CALLS.placeOrder.input.safeParse({ ...ORDER, ...fields });
  if (!parsed.success) return "FIELD_INVALID";
  const drafted = readDraft(orderDraftFromFields(parsed.data), { accountId: account, directory });
  if (isRefused(drafted)) return drafted.reason;
  return previewOrder(state, { ...drafted.command, atMs }).refusal?.reason ?? null;
}

const RUNS = { numRuns: 20_000 };
const odd = fc.constantFrom(
  ...["", "0", "0.0", "-1", "1e308", "NaN", "0x10", "1e-9", "٣", "Infinity", "9".repeat(30), "1."],
  ...["0.00999999", "0.01", "0.010", "0.01000000", "50", "50.01", "50.00000001", "000000000.01"],
);
/** Around the step, the minimum and the maximum of the market. */
const nearTerms = fc
  .tuple(fc.nat(520_000), fc.constantFrom("", "0", "5", "0000", "9"))
  .map(([units, tail]) => {
    const digits = String(units).padStart(5, "0");
    return `${digits.slice(0, -4)}.${digits.slice(-4)}${tail}`;
  });

describe("T48: a size is taken exactly when the terms allow it", () => {
  /** In whole hundred-millionths, so that nothing here rounds. */
  const isAllowed = (text: string): boolean => {
    if (!/^[0-9]{1,9}([.][0-9]{1,8})?$/.test(text)) return false;
    const [whole = "", part = ""] = text.split(".");
    const units = BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, "0"));
    return units >= 1_000_000n && units <= 5_000_000_000n && units % 1_000_000n === 0n;
  };
  const size = (reason: string | null) =>
    reason === "FIELD_INVALID" || (reason?.startsWith("LOTS_") ?? false);

  it("for any text", () => {
    fc.assert(
      fc.property(fc.oneof(odd, nearTerms, fc.string(), fc.float().map(String)), (cont) => {
        expect(!size(verdict({ cont })), cont).toBe(isAllowed(cont));
      }),
      RUNS,
    );
  });
});

describe("T50: stops are taken exactly when they lie beyond the price that would close", () => {
  const level = fc.oneof(
    fc.constant(0),
    fc.integer({ min: BID - 3, max: ASK + 3 }),
    fc.integer({ min: 1, max: 300_000 }),
  );
  const text = (points: number) => (points / 100_000).toFixed(5);

  it("for both sides, at the market and pending", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("1", "2"),
        fc.boolean(),
        fc.integer({ min: 90_000, max: 120_000 }),
        level,
        level,
        (type, isPending, target, stopLoss, takeProfit) => {
          const isBuy = type === "1";
          fc.pre(!isPending || target !== (isBuy ? ASK : BID));
          const against = isPending ? target : isBuy ? BID : ASK;
          const below = (points: number) => points === 0 || points < against;
          const above = (points: number) => points === 0 || points > against;
          const isAllowed = isBuy
            ? below(stopLoss) && above(takeProfit)
            : above(stopLoss) && below(takeProfit);
          const reason = verdict({
            type,
            status: isPending ? "0" : "1",
            target_price: isPending ? text(target) : "",
            stop_loss_price: text(stopLoss),
            target_profit_price: text(takeProfit),
          });
          expect(reason === null).toBe(isAllowed);
          if (!isAllowed) expect(reason).toMatch(/^(STOP_LOSS|TAKE_PROFIT)_WRONG_SIDE$/);
        },
      ),
      RUNS,
    );
  });

  it("never finer than the market's precision", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (units) => {
        const fine = `1.${String(units).padStart(8, "0")}`;
        const isFine = units % 1_000 !== 0;
        const reason = verdict({ status: "0", target_price: fine });
        expect(reason === "FIELD_INVALID").toBe(isFine);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("T49: a leverage is taken exactly when the market offers it", () => {
  it("for any number", () => {
    const texts = fc.oneof(
      fc.nat(200).map(String),
      fc.string(),
      fc.constantFrom("", "0100", "1e2"),
    );
    fc.assert(
      fc.property(texts, (multiple) => {
        const isOffered = /^\d{0,5}$/.test(multiple) && [10, 30, 100].includes(Number(multiple));
        expect(verdict({ multiple }) === null, multiple).toBe(isOffered);
      }),
      { numRuns: 5_000 },
    );
  });
});
