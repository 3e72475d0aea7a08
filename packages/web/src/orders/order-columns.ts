// Which columns a table of orders has, by tab: all of them on /order, fewer below a chart.

import type { OrderTab } from "@truetick/contract";

export type Column =
  | "market"
  | "number"
  | "side"
  | "lots"
  | "kind"
  | "open"
  | "now"
  | "close"
  | "target"
  | "sl"
  | "tp"
  | "margin"
  | "fee"
  | "financing"
  | "profit"
  | "placed"
  | "expires"
  | "ended"
  | "endedBy"
  | "acts";

const COLUMNS: Readonly<Record<OrderTab, readonly Column[]>> = {
  holding: [
    "market",
    "number",
    "side",
    "lots",
    "open",
    "now",
    "sl",
    "tp",
    "margin",
    "fee",
    "financing",
    "profit",
    "acts",
  ],
  pending: [
    "market",
    "number",
    "side",
    "lots",
    "kind",
    "target",
    "sl",
    "tp",
    "margin",
    "fee",
    "expires",
    "placed",
    "acts",
  ],
  history: [
    "ended",
    "number",
    "market",
    "side",
    "lots",
    "open",
    "close",
    "endedBy",
    "fee",
    "financing",
    "profit",
  ],
};

/** What half the room has no place for. */
const ROOMY: ReadonlySet<Column> = new Set(["number", "fee", "expires"]);

export const FIGURES: ReadonlySet<Column> = new Set<Column>([
  "number",
  "lots",
  "open",
  "now",
  "close",
  "target",
  "sl",
  "tp",
  "margin",
  "fee",
  "financing",
  "profit",
]);

export function columnsOf(tab: OrderTab, isRoomy: boolean): readonly Column[] {
  return isRoomy ? COLUMNS[tab] : COLUMNS[tab].filter((column) => !ROOMY.has(column));
}
