// What the tables must say of an account, told by its events alone: the lines of its ledger and its
// fills.

import type { Event, OrderClosed, OrderOpened, OrderReduced } from "@truetick/engine";
import type { FillLine } from "@truetick/proof";

export function fillLineOf(event: Event, seq: number): FillLine | null {
  switch (event.type) {
    case "OrderOpened":
      return lineOf(event, { seq, orderId: event.orderId, kind: "open", profit: null });
    case "OrderClosed":
    case "OrderReduced": {
      const orderId = event.type === "OrderReduced" ? event.closedOrderId : event.orderId;
      const profit = event.profit.toString();
      return lineOf(event, { seq, orderId, kind: "close", profit });
    }
    default:
      return null;
  }
}

type Filled = OrderOpened | OrderClosed | OrderReduced;

function lineOf(
  { fill, atMs, marketId, side, lots, margin }: Filled,
  own: Pick<FillLine, "seq" | "orderId" | "kind" | "profit">,
): FillLine {
  const { bid, ask, price, rule, level, termsVersion, seq: tapeSeq } = fill;
  return {
    ...own,
    atMs,
    marketId,
    side,
    lots,
    tapeSeq,
    bid,
    ask,
    price,
    rule,
    level,
    termsVersion,
    margin: margin.toString(),
  };
}
