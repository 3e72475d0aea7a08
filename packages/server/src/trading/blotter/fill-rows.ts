// The evidence of every opening and closing, as the engine's events carry it: which row of the
// tape, which rule, under which terms (H02, inv10). Called by the journal. Invariant: nothing is
// computed here.

import type { ConversionPath, Event, Fill } from "@truetick/engine";
import type { EntryPlace } from "../journal/entry-place.ts";
import type { RowBuffer, RowOf } from "../journal/row-buffer.ts";

export const FILL_SHAPE = {
  order_id: "int8",
  kind: "text",
  shard: "int2",
  journal_seq: "int8",
  at_ms: "int8",
  account_id: "int8",
  market_id: "int4",
  side: "text",
  lots: "int8",
  tape_seq: "int8",
  bid: "int8",
  ask: "int8",
  price: "int8",
  rule: "text",
  level: "int8",
  rules_version: "int4",
  terms_version: "int4",
  margin: "int8",
  profit: "int8",
  quote_conversion: "jsonb",
  base_conversion: "jsonb",
} as const;

type FillRow = RowOf<typeof FILL_SHAPE>;

export function writeFill(
  rows: RowBuffer<typeof FILL_SHAPE>,
  event: Event,
  place: EntryPlace,
): void {
  switch (event.type) {
    case "OrderOpened":
      rows.add({
        ...evidenceOf(event, place),
        order_id: event.orderId,
        kind: "open",
        profit: null,
      });
      break;
    case "OrderClosed":
      rows.add({
        ...evidenceOf(event, place),
        order_id: event.orderId,
        kind: "close",
        profit: event.profit,
      });
      break;
    case "OrderReduced":
      rows.add({
        ...evidenceOf(event, place),
        order_id: event.closedOrderId,
        kind: "close",
        profit: event.profit,
      });
      break;
    default:
      break;
  }
}

type Filled = Extract<Event, { readonly fill: Fill }>;

function evidenceOf(
  event: Filled,
  { shard, seq }: EntryPlace,
): Omit<FillRow, "order_id" | "kind" | "profit"> {
  const { fill } = event;
  return {
    shard,
    journal_seq: seq,
    at_ms: event.atMs,
    account_id: event.accountId,
    market_id: fill.marketId,
    side: event.side,
    lots: event.lots,
    tape_seq: fill.seq,
    bid: fill.bid,
    ask: fill.ask,
    price: fill.price,
    rule: fill.rule,
    level: fill.level,
    rules_version: fill.rulesVersion,
    terms_version: fill.termsVersion,
    margin: event.margin,
    quote_conversion: legsOf(fill.quoteConversion),
    base_conversion: legsOf(fill.baseConversion),
  };
}

/** Null when nothing was converted. */
export function legsOf(path: ConversionPath): string | null {
  if (path.length === 0) return null;
  return JSON.stringify(
    path.map(({ marketId, seq, bid, ask, isInverse }) => ({
      market: marketId,
      seq,
      bid,
      ask,
      inverse: isInverse,
    })),
  );
}
