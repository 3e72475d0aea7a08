// Figures of an explanation as the wire writes them: decimals as texts, moments in seconds.

import type { WhyFigures, WhyPosition } from "@truetick/contract/proof";
import {
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  lots,
  type Money,
  price,
} from "@truetick/money";
import type { HeldPosition } from "./held-positions.ts";
import type { Scene, SceneValue } from "./scene.ts";

const MS_PER_SECOND = 1_000;

export function momentOf(atMs: number): number {
  return atMs / MS_PER_SECOND;
}

export function lotsText(size: number): string {
  return formatLots(lots(size));
}

/** Places of a market's prices. */
export type Digits = (marketId: number) => number;

export function priceText(points: number, digits: number): string {
  return formatPrice(price(points), digits);
}

export function figuresOf({ equity, used, level }: SceneValue): WhyFigures {
  return {
    equity: formatMoney(equity),
    used: formatMoney(used),
    level: level === null ? null : formatRate(level),
  };
}

/** The price that would close: the bid for a long, the ask for a short. */
export function closingPrice(
  { side }: Pick<HeldPosition, "side">,
  quote: { readonly bid: number; readonly ask: number },
): number {
  return side === "buy" ? quote.bid : quote.ask;
}

export function quoteOf(scene: Scene, marketId: number) {
  const quote = scene.quotes.find((known) => known.marketId === marketId);
  if (!quote) throw new Error(`Invariant: a scene has the quotes of its positions (${marketId})`);
  return quote;
}

export function profitOf({ profits }: SceneValue, orderId: number): Money {
  const profit = profits.get(orderId);
  if (profit === undefined) throw new Error("Invariant: every position of a scene has a profit");
  return profit;
}

export function positionsOf(scene: Scene, value: SceneValue, digits: Digits): WhyPosition[] {
  return scene.positions.map((position) => {
    const { orderId, marketId, side, openPrice, margin } = position;
    const places = digits(marketId);
    return {
      order: String(orderId),
      market: String(marketId),
      side,
      lots: lotsText(position.lots),
      opened: priceText(openPrice, places),
      price: priceText(closingPrice(position, quoteOf(scene, marketId)), places),
      profit: formatMoney(profitOf(value, orderId)),
      margin: formatMoney(margin),
    };
  });
}
