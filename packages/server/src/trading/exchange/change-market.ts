// Gives a market new values while it is traded: the row first, then the engine, then everyone who
// reads them in memory, here and in every other process. Called when an announced change takes
// effect, one after another, whichever process carries it out; a crash in between is made up for
// by the next start, which tells the engine what the row says. What was filled before keeps its
// margin, its fee and its result (H09, T55).

import { unsoundField } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { createTurns } from "../../platform/in-turn.ts";
import { leverageCap } from "../markets/leverage-caps.ts";
import type { LiveMarkets } from "../markets/live-markets.ts";
import { type MarketValues, marketRow } from "../markets/market-values.ts";
import { loadMarket, type TradedMarket } from "../markets/traded-market.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { defineMarket, termsOf } from "./market-terms.ts";

export type MarketChanger = {
  /**
   * Answers null once it holds for everyone; changing to what is there already changes nothing.
   * Refuses what checkMarketValues refuses, and MARKET_UNKNOWN.
   */
  readonly change: (marketId: string, values: Partial<MarketValues>) => Promise<Refused | null>;
};

type Needs = {
  readonly database: Database;
  readonly live: LiveMarkets;
  readonly sequencer: Pick<Sequencer, "read" | "submit">;
};

export function createMarketChanger({ database, live, sequencer }: Needs): MarketChanger {
  const inTurn = createTurns(database);

  async function change(id: string, values: Partial<MarketValues>): Promise<Refused | null> {
    if (live.find(id) === null) return refuse("MARKET_UNKNOWN");
    // Another process may have changed it a moment ago: what stands is what the table says.
    const market = await loadMarket(database, id);
    if (market === null) return refuse("MARKET_UNKNOWN");
    const next = { ...market, ...values };
    const refusal = checkMarketValues(next);
    if (refusal !== null) return refusal;
    await database
      .updateTable("market")
      .set(marketRow(next))
      .where("id", "=", Number(id))
      .execute();
    const refused = await defineMarket(sequencer, next);
    if (refused !== null) throw new Error(`the engine refused the terms of ${id}: ${refused}`);
    live.change(id, next);
    // Whatever is decided next, the plan opens and closes by the calendar of now.
    await sequencer.submit({ type: "ExpireOrders" });
    return null;
  }

  return {
    change: (id, values) => inTurn(`market/${id}`, () => change(id, values)),
  };
}

/** Refuses: MARKET_TERMS_INVALID, LEVERAGE_ABOVE_LIMIT. */
export function checkMarketValues(market: TradedMarket): Refused | null {
  const field = unsoundField(termsOf(market, 1));
  if (field !== null) return refuse("MARKET_TERMS_INVALID", { field });
  const leverageMax = leverageCap(market);
  const leverage = Math.max(...market.leverages, 0);
  if (leverage <= leverageMax) return null;
  return refuse("LEVERAGE_ABOVE_LIMIT", { leverage, leverageMax });
}
