// Our markets by OANDA's names. Pairs and metals follow from their currencies; the rest has names
// of its own. A market whose contract OANDA quotes in another currency is left out: its price would
// be another one.

import type { FedMarket } from "../feed.ts";

const CURRENCIES = new Set(
  "EUR USD GBP JPY CHF AUD CAD NZD SGD HKD MXN ZAR SEK NOK XAU XAG XPT XPD".split(" "),
);

const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ["WTI", "WTICO_USD"],
  ["BRENT", "BCO_USD"],
  ["NATGAS", "NATGAS_USD"],
  ["US500", "SPX500_USD"],
  ["US100", "NAS100_USD"],
  ["US30", "US30_USD"],
  ["DE40", "DE30_EUR"],
  ["UK100", "UK100_GBP"],
  ["EU50", "EU50_EUR"],
  ["HK50", "HK33_HKD"],
]);

/** Null when OANDA does not quote it. */
export function oandaName({ code, baseCurrency, quoteCurrency }: FedMarket): string | null {
  const own = OWN_NAMES.get(code);
  if (own) return own;
  const isPair =
    baseCurrency !== null && CURRENCIES.has(baseCurrency) && CURRENCIES.has(quoteCurrency);
  return isPair ? `${baseCurrency}_${quoteCurrency}` : null;
}
