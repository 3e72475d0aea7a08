// A market for tests: EUR/USD as the platform seeds it, with what the test says otherwise.

import type { Market } from "@truetick/contract";

export function sampleMarket(changes: Partial<Market> = {}): Market {
  return {
    id: "1",
    code: "EURUSD",
    displayCode: "EUR/USD",
    name: "Euro / US dollar",
    logo: "/logos/EURUSD.svg",
    categoryId: "1",
    isOpen: true,
    opensAt: null,
    haltReason: null,
    closingOnlyReason: null,
    pricePrecision: 5,
    pipDigits: 2,
    fractionDigits: 1,
    leverages: [1, 5, 10, 30],
    marginMode: "floating",
    unitsPerLot: "100000",
    lotsMin: "0.01",
    lotsMax: "50.00",
    lotStep: "0.01",
    feeRate: "0.00003",
    baseCurrency: "EUR",
    quoteCurrency: "USD",
    quote: null,
    ...changes,
  };
}
