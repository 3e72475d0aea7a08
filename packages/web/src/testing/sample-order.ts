// An order for tests: a holding buy of EUR/USD, with what the test says otherwise.

import type { Order } from "@truetick/contract";

export function sampleOrder(changes: Partial<Order> = {}): Order {
  return {
    id: "1",
    status: "holding",
    side: "buy",
    market: { id: "1", code: "EURUSD", displayCode: "EUR/USD", pricePrecision: 5 },
    lots: "0.50",
    leverage: 30,
    askedPrice: "1.15570",
    openPrice: "1.15570",
    closingPrice: "1.15826",
    profit: "128.000000",
    margin: "1926.166667",
    fee: "1.733550",
    financing: "0.000000",
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    trailingLevel: null,
    pendingKind: null,
    expiresAt: null,
    endReason: null,
    endReasonText: "",
    placedAt: 1_762_940_467,
    placedAtText: "12 Nov 2025, 09:41:07",
    openedAt: 1_762_940_467,
    endedAt: null,
    endedAtText: "",
    openSeq: 88_174,
    closeSeq: null,
    partOf: null,
    ...changes,
  };
}
