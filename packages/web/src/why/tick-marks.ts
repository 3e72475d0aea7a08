// What is marked at a quote that an explanation speaks of, and at which of its prices: bars are of
// the bid, but a buy opens at the ask, and a sell closes there. One quote may have done both.

import type { Why, WhyTick } from "@truetick/contract/proof";

type Use = WhyTick["uses"][number];

export type TickMark = { readonly use: Use; readonly price: string };

/** What an order was dealt at is always shown; of the rest, the first that is there. */
const DEALT: readonly Use[] = ["open", "close"];
const BESIDE: readonly Use[] = ["before", "mark", "convert"];

export function tickMarks({ order }: Pick<Why, "order">, tick: WhyTick): readonly TickMark[] {
  const dealt = DEALT.filter((use) => tick.uses.includes(use));
  const uses =
    dealt.length > 0 ? dealt : BESIDE.filter((use) => tick.uses.includes(use)).slice(0, 1);
  return uses.map((use) => {
    const isAsk = tick.market === order.market && (order.side === "sell") !== (use === "open");
    return { use, price: isAsk ? tick.ask : tick.bid };
  });
}
