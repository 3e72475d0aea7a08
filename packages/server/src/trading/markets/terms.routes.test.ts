// The public sheet of a market over a real engine: the financing vector of the trading rules, the
// conversion it used, the margin of a lot, hours, a halt, and a market without a price (P18, H09).

import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { rate } from "@truetick/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallContext, isRefused } from "../../platform/handler.ts";
import { FLOOR_MARKETS, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { createMarketHours } from "../sessions/market-hours.ts";
import { createLiveMarkets, type LiveMarkets } from "./live-markets.ts";
import { createTermsHandlers } from "./terms.routes.ts";
import { sandboxMarkets, type TradedMarket } from "./traded-market.ts";

const CONTEXT: CallContext = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: null,
  attempt: null,
};
const RATES = { longRate: rate(-3_000_000n), shortRate: rate(1_000_000n), tripleDay: 3 };

let floor: TradingFloor;
let live: LiveMarkets;
let haltReason: string | null = null;
let closingOnlyReason: string | null = null;

/** The floor's market in the words of the list, under the terms that the engine has. */
function listed(code: string): TradedMarket {
  const sample = sandboxMarkets().find((market) => market.code === "EURUSD");
  const terms = FLOOR_MARKETS[code];
  if (!sample || !terms) throw new Error(`Invariant: ${code} is on both lists`);
  return { ...sample, id: String(terms.marketId), code, ...RATES };
}

beforeAll(async () => {
  floor = await openTradingFloor();
  const codes = ["EURUSD", "USDJPY", "GOLD"];
  live = createLiveMarkets(codes.map(listed), []);
  for (const code of codes) {
    const terms = { ...FLOOR_MARKETS[code], ...RATES, version: 2 } as never;
    await floor.sequencer().submit({ type: "DefineMarket", terms });
  }
  floor.quote("EURUSD", "1.15826", "1.15826");
  floor.quote("USDJPY", "149.490", "149.500");
});
afterAll(() => floor.close());

async function termsOf(forex_id: string) {
  const { getMarketTerms } = createTermsHandlers({
    live,
    read: floor.sequencer().read,
    halts: { reasonOf: () => haltReason, closingOnlyReasonOf: () => closingOnlyReason },
    isOpen: createMarketHours({ hasRealSessions: true }),
    clock: floor.clock,
  });
  const answer = await getMarketTerms({ forex_id }, CONTEXT);
  if (isRefused(answer)) return answer;
  return CALLS.getMarketTerms.output.parse(answer);
}

describe("the public sheet", () => {
  it("tells the night of the rules: 100000 x 1.15826 x -3 % / 365 is -9.519945", async () => {
    expect(await termsOf("1")).toMatchObject({
      forex_id: "1",
      financing_long: "-0.03000000",
      financing_short: "0.01000000",
      long_per_lot: "-9.519945",
      short_per_lot: "3.173315",
      triple_day: 3,
      cut: "17:00 America/New_York",
      conversion: "",
      rule_version: 2,
    });
  });

  it("is what a preview says and a cut then books", async () => {
    const trader = await floor.openDemo();
    const order = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 };
    const preview = await trader.get("/v1/api/forex/order_preview", order);
    expect(preview.data.financing_per_night).toBe("-9.519945");
    const sell = await trader.get("/v1/api/forex/order_preview", { ...order, type: 2 });
    expect(sell.data.financing_per_night).toBe("3.173315");
    expect((await trader.get("/v1/api/forex/submit", order)).code).toBe(1);
    const before = await trader.get("/v1/api/main/account/forexDetail");
    const cut = { cutDate: 20260105, cutAtMs: floor.clock.now() + 1, weekday: 1 };
    const { marketId } = FLOOR_MARKETS.EURUSD ?? {};
    if (marketId === undefined) throw new Error("Invariant: it is traded here");
    await floor.sequencer().submit({ type: "ChargeFinancing", marketId, ...cut });
    const after = await trader.get("/v1/api/main/account/forexDetail");
    expect(Number(after.data.Cash) - Number(before.data.Cash)).toBeCloseTo(-9.519945, 6);
  });

  it("converts by the market that it names", async () => {
    const terms = await termsOf("2");
    // 100000 x 149.495 x -3 % / 365 yen, at 149.495 yen to the dollar.
    expect(terms).toMatchObject({ conversion: "USDJPY", long_per_lot: "-8.219178" });
  });

  it("has the margin of a lot at each leverage, and its fee", async () => {
    expect(await termsOf("1")).toMatchObject({
      margin_per_lot: [
        { multiple: 10, margin: "11582.600000" },
        { multiple: 30, margin: "3860.866667" },
        { multiple: 100, margin: "1158.260000" },
      ],
      fee_per_lot: "0.000000",
    });
  });

  it("says nothing of costs while there is no price", async () => {
    expect(await termsOf("6")).toMatchObject({
      long_per_lot: "",
      short_per_lot: "",
      fee_per_lot: "",
      margin_per_lot: [],
      conversion: "",
    });
  });

  it("names its hours, its next cut, and why it is halted", async () => {
    haltReason = "An exchange outage";
    const terms = await termsOf("1");
    haltReason = null;
    // Monday the 5th, noon: the week before ended on Friday at 17:00 in New York.
    expect(terms).toMatchObject({
      halt_reason: "An exchange outage",
      next_cut: Date.UTC(2026, 0, 5, 22) / 1_000,
      sessions: [
        { from: Date.UTC(2026, 0, 4, 22) / 1_000, to: Date.UTC(2026, 0, 9, 22) / 1_000 },
        { from: Date.UTC(2026, 0, 11, 22) / 1_000, to: Date.UTC(2026, 0, 13) / 1_000 },
      ],
    });
  });

  it("names why one can only close in it", async () => {
    closingOnlyReason = "We look into a fault";
    const terms = await termsOf("1");
    closingOnlyReason = null;
    expect(terms).toMatchObject({
      halt_reason: null,
      closing_only_reason: "We look into a fault",
    });
  });

  it("refuses a market that is none", async () => {
    expect(await termsOf("999")).toMatchObject({ reason: "MARKET_UNKNOWN" });
  });
});
