// What a market is called in the reader's language: a pair by its two currencies, an index by its
// country, gold and oil by the catalogue, a company or coin by its own name.

import type { Language, Messages } from "@truetick/contract";
import { text } from "../../platform/messages.ts";
import type { TradedMarket } from "./traded-market.ts";

export type CategoryKey = keyof Messages["categories"];
export type MarketNameKey = keyof Messages["marketNames"];

type MarketNaming = Pick<
  TradedMarket,
  "displayCode" | "properName" | "nameKey" | "nameRegion" | "baseCurrency" | "quoteCurrency"
>;

export function marketName(market: MarketNaming, language: Language): string {
  const { properName, nameKey, nameRegion, baseCurrency, quoteCurrency, displayCode } = market;
  if (properName !== null) return properName;
  if (nameKey !== null) return text(language, `marketNames.${nameKey}`);
  if (nameRegion !== null) {
    // "DE 40" is called by its country and its number of companies.
    return [regionName(nameRegion, language), displayCode.split(" ")[1]].join(" ").trim();
  }
  const currencies = baseCurrency === null ? [quoteCurrency] : [baseCurrency, quoteCurrency];
  return currencies.map((code) => currencyName(code, language)).join(" / ");
}

const displayNames = new Map<string, Intl.DisplayNames>();

function displayNamesOf(
  language: Language,
  type: "currency" | "region",
  style: "long" | "short" = "long",
): Intl.DisplayNames {
  const key = `${language.tag}/${type}/${style}`;
  const known = displayNames.get(key);
  if (known) return known;
  // Short only where the full name is a sentence: Hong Kong's official one fills a row.
  const created = new Intl.DisplayNames(language.tag, { type, style, fallback: "code" });
  displayNames.set(key, created);
  return created;
}

function currencyName(code: string, language: Language): string {
  const name = displayNamesOf(language, "currency").of(code) ?? code;
  // Many languages write currencies small inside a sentence; here the name stands alone.
  return name.charAt(0).toLocaleUpperCase(language.tag) + name.slice(1);
}

function regionName(code: string, language: Language): string {
  const style = code === "HK" ? "short" : "long";
  return displayNamesOf(language, "region", style).of(code) ?? code;
}
