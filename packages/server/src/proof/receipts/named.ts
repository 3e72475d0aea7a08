// What an event names besides itself: quotes of the tape, and the terms of its market.

import type { Event } from "@truetick/engine";

type NamedQuote = { readonly marketId: number; readonly seq: number };

export function namedQuotes(event: Event): readonly NamedQuote[] {
  if ("fill" in event) {
    return [event.fill, ...event.fill.quoteConversion, ...event.fill.baseConversion];
  }
  if (event.type === "FinancingCharged") return [event, ...event.quoteConversion];
  return event.type === "StoppedOut" ? event.quotes : [];
}

/** Version null: those in force at that moment. */
export function termsNamed(
  event: Event,
): { readonly marketId: number; readonly version: number | null } | null {
  if ("fill" in event) return { marketId: event.marketId, version: event.fill.termsVersion };
  if (event.type === "OrderPlaced") {
    return { marketId: event.marketId, version: event.termsVersion };
  }
  if (event.type !== "FinancingCharged") return null;
  return { marketId: event.marketId, version: null };
}
