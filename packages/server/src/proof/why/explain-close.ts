// The story of a closing that was no stop-out: the stop that was reached or who asked for it, the
// account at that moment where the tape still tells it, and what the closing left. Pure.

import { WHY_LEVEL_RULES, type WhyAvoided, type WhyStep } from "@truetick/contract/proof";
import type { OrderClosed, OrderReduced } from "@truetick/engine";
import { formatMoney } from "@truetick/money";
import { type Digits, figuresOf, lotsText, momentOf, positionsOf, priceText } from "./figures.ts";
import { heldAfter } from "./held-positions.ts";
import { type Scene, valueScene } from "./scene.ts";

export type CloseFacts = {
  readonly event: OrderClosed | OrderReduced;
  /** The account before it; without quotes for everything it cannot be valued. */
  readonly scene: Scene;
  readonly digits: Digits;
};

export function explainClose({ event, scene, digits }: CloseFacts): {
  readonly steps: readonly WhyStep[];
  readonly avoided: readonly WhyAvoided[];
} {
  const at = momentOf(event.atMs);
  const places = digits(event.marketId);
  const isPart = event.type === "OrderReduced";
  const after = valueScene({ ...scene, ...heldAfter(scene, event) });
  return {
    steps: [
      ...valuedStep(scene, { at, digits }),
      causeOf(event, { at, places }),
      {
        kind: "closed",
        at,
        order: String(isPart ? event.closedOrderId : event.orderId),
        of: String(event.orderId),
        market: String(event.marketId),
        lots: lotsText(event.lots),
        left: lotsText(isPart ? event.lotsLeft : 0),
        price: priceText(event.closePrice, places),
        seq: event.fill.seq,
        profit: formatMoney(event.profit),
        after: after && figuresOf(after),
        fewer: null,
      },
    ],
    avoided: furtherOf(event, places),
  };
}

/** Nothing where it cannot be told any more. */
export function valuedStep(
  scene: Scene,
  { at, digits }: { readonly at: number; readonly digits: Digits },
): WhyStep[] {
  const value = valueScene(scene);
  if (value === null) return [];
  const { cash, floating } = value;
  return [
    {
      kind: "valued",
      at,
      ...figuresOf(value),
      cash: formatMoney(cash),
      floating: formatMoney(floating),
      positions: positionsOf(scene, value, digits),
    },
  ];
}

function causeOf(
  { reason, fill }: OrderClosed | OrderReduced,
  { at, places }: { readonly at: number; readonly places: number },
): WhyStep {
  const rule = WHY_LEVEL_RULES.find((known) => known === reason);
  if (rule === undefined || fill.level === null) return { kind: "asked", at, reason };
  const trigger = priceText(fill.level, places);
  return { kind: "fired", at, rule, trigger, price: priceText(fill.price, places), seq: fill.seq };
}

/** The nearest stop that this quote does not reach. */
function furtherOf(event: OrderClosed | OrderReduced, places: number): WhyAvoided[] {
  if (event.reason !== "stop-loss" && event.reason !== "trailing-stop") return [];
  const beyond = event.closePrice + (event.side === "buy" ? -1 : 1);
  if (beyond <= 0) return [];
  return [{ kind: "further", market: String(event.marketId), price: priceText(beyond, places) }];
}
