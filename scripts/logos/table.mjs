// Which glyphs each market's logo shows. Currency pairs show the signs of both; metals their
// chemical symbols; indices country and number; energies a picture; coins and companies letters.

/** Signs of currencies. Where a sign is shared by many, a letter tells whose it is. */
export const CURRENCY_SIGNS = {
  USD: "$",
  EUR: "€",
  GBP: "£",
  JPY: "¥",
  CHF: "Fr",
  AUD: "A$",
  CAD: "C$",
  NZD: "N$",
  SGD: "S$",
  HKD: "H$",
  MXN: "M$",
  ZAR: "R",
  SEK: "Sk",
  NOK: "Nk",
};

export const PAIRS = [
  ...["EURUSD", "GBPUSD", "USDJPY", "USDCHF", "AUDUSD", "USDCAD", "NZDUSD", "EURGBP", "EURJPY"],
  ...["EURCHF", "EURAUD", "GBPJPY", "GBPCHF", "AUDJPY", "AUDNZD", "CADJPY", "NZDJPY", "USDSGD"],
  ...["USDHKD", "USDMXN", "USDZAR", "USDSEK", "USDNOK"],
];

/** One word in one disc. */
export const WORDS = {
  XAUUSD: "Au",
  XAGUSD: "Ag",
  XPTUSD: "Pt",
  XPDUSD: "Pd",
  AAPL: "AP",
  MSFT: "MS",
  NVDA: "NV",
  AMZN: "AZ",
  GOOGL: "GO",
  META: "ME",
  TSLA: "TS",
  AMD: "AD",
  JPM: "JP",
  KO: "KO",
  BTCUSD: "₿",
  ETHUSD: "Ξ",
  SOLUSD: "◎",
  XRPUSD: "X",
  BNBUSD: "BN",
  ADAUSD: "₳",
  DOGEUSD: "Ð",
  LTCUSD: "Ł",
};

/** Country above, number below. */
export const INDICES = {
  US500: ["US", "500"],
  US100: ["US", "100"],
  US30: ["US", "30"],
  DE40: ["DE", "40"],
  UK100: ["UK", "100"],
  EU50: ["EU", "50"],
  JP225: ["JP", "225"],
  HK50: ["HK", "50"],
};

/** Filled shapes in a box of 60 x 60; what lies inside another is cut out of it. */
export const PICTURES = {
  WTI: "M30 11C36 20 43 27.5 43 35.5A13 13 0 0 1 17 35.5C17 27.5 24 20 30 11Z",
  BRENT:
    "M20 13H40A2.5 2.5 0 0 1 40 18C41.6 22 42.4 26 42.4 30S41.6 38 40 42A2.5 2.5 0 0 1 40 47H20" +
    "A2.5 2.5 0 0 1 20 42C18.4 38 17.6 34 17.6 30S18.4 22 20 18A2.5 2.5 0 0 1 20 13Z" +
    "M30 22.5C27.4 26.4 25.4 29 25.4 32.2A4.6 4.6 0 0 0 34.6 32.2C34.6 29 32.6 26.4 30 22.5Z",
  NATGAS:
    "M32.5 10C34 17 43 22.5 43 33.5A13 13 0 0 1 17 33.5C17 28 19.5 24.5 22.5 21.5" +
    "C23 24.5 24 26 26 27C26.5 20.5 28.5 14.5 32.5 10Z" +
    "M30.6 29.5C27.5 33 25.6 35 25.6 38A4.7 4.7 0 0 0 35 38C35 34.8 32.5 33 30.6 29.5Z",
};
