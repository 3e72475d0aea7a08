// The evidence of every opening and closing, as the engine's events carry it: which row of the
// tape, which rule, under which terms (H02, inv10). Called by the journal. Invariant: nothing is
// computed here.

import type {
  ConversionPath,
  Event,
  OrderClosed,
  OrderOpened,
  OrderReduced,
} from "@truetick/engine";
import type { EntryPlace } from "../journal/entry-place.ts";
import type { RowBuffer } from "../journal/row-buffer.ts";

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

export function writeFill(rows: RowBuffer, event: Event, place: EntryPlace): void {
  switch (event.type) {
    case "OrderOpened":
      writeEvidence(rows.begin().int8(event.orderId).text("open"), event, place);
      break;
    case "OrderClosed":
      writeEvidence(rows.begin().int8(event.orderId).text("close"), event, place);
      break;
    case "OrderReduced":
      writeEvidence(rows.begin().int8(event.closedOrderId).text("close"), event, place);
      break;
    default:
      break;
  }
}

function writeEvidence(
  rows: RowBuffer,
  event: OrderOpened | OrderClosed | OrderReduced,
  { shard, seq }: EntryPlace,
): void {
  const { fill } = event;
  rows
    .int2(shard)
    .int8(seq)
    .int8(event.atMs)
    .int8(event.accountId)
    .int4(fill.marketId)
    .text(event.side)
    .int8(event.lots)
    .int8(fill.seq)
    .int8(fill.bid)
    .int8(fill.ask)
    .int8(fill.price)
    .text(fill.rule)
    .int8(fill.level)
    .int4(fill.rulesVersion)
    .int4(fill.termsVersion)
    .int8(event.margin)
    .int8(event.type === "OrderOpened" ? null : event.profit)
    .jsonb(legsOf(fill.quoteConversion))
    .jsonb(legsOf(fill.baseConversion))
    .end();
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
