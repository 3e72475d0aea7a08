// What of a market's terms was typed anew: only that is proposed, the rest stays as it is. Pure.

import { MARKET_FIELDS, type MarketField } from "@truetick/contract";
import type { MarketTermTexts } from "@truetick/contract/desk";

/** In the order of the form. */
export const TERM_FIELDS: readonly MarketField[] = MARKET_FIELDS;

export function changedTerms(
  current: MarketTermTexts,
  typed: Readonly<Record<string, string>>,
): Partial<Record<MarketField, string>> {
  const changed = TERM_FIELDS.filter(
    (name) => typed[name] !== undefined && typed[name].trim() !== current[name],
  );
  return Object.fromEntries(changed.map((name) => [name, (typed[name] ?? "").trim()]));
}
