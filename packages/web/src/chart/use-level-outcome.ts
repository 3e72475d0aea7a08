// What closing an order at a price would make, and how far that is: the same figures as in the
// popup of the order, for the lines on the chart.

import type { Market, Order } from "@truetick/contract";
import { useApp } from "../app/app.ts";
import { type LevelOutcome, outcomeOf } from "../orders/level-draft.ts";
import { conversionOf } from "../ticket/conversion.ts";

export type OutcomeAt = (order: Order, price: string) => LevelOutcome | null;

export function useLevelOutcome(market: Market): OutcomeAt {
  const { live, markets } = useApp();
  return (order, price) => {
    const list = markets.get();
    const known = list.phase === "ready" ? list.markets : [];
    const conversion = conversionOf(market.quoteCurrency, known, live.board);
    return outcomeOf(price, order, { market, conversion });
  };
}
