// Margin, fee and profit to the last digit, in every mode and currency.
import { scenario } from "./scenario.ts";

scenario(
  "the three kinds of fee, charged at opening",
  `
  market  EURUSD  leverage 100 fee-of notional fee 0.00005
  market  GBPUSD  leverage 100 fee-of margin   fee 0.001
  market  AUDUSD  leverage 100 fee-of lots     fee 7
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  quote   GBPUSD  1.30000 1.30010
  quote   AUDUSD  0.65000 0.65010
  buy     A o1    EURUSD  0.50      -> opened o1 margin 550.05  fee 2.75025
  buy     A o2    GBPUSD  0.50      -> opened o2 margin 650.05  fee 0.65005
  buy     A o3    AUDUSD  0.50      -> opened o3 margin 325.05  fee 3.50
  money   A                         -> cash 9993.0997
  house   real fees                 -> 6.9003
`,
);

scenario(
  "a JPY-quoted market converts at the mid of the same tape, and names the row",
  `
  market  USDJPY  leverage 30
  account A       balance 10000.00
  quote   USDJPY  149.490 149.500
  buy     A o1    USDJPY  0.50 leverage 30 -> opened o1 149.500 margin 1666.722410
  close   A o1                      -> closed o1 149.490 profit -3.344593 converted-by 1
  quote   USDJPY  149.500 149.510
  sell    A o2    USDJPY  0.50 leverage 30 -> opened o2 149.500
  quote   USDJPY  149.090 149.100
  close   A o2                      -> closed o2 149.100 profit 134.142661 converted-by 3
`,
);

scenario(
  "fixed margin counts units of the base currency, whatever the price",
  `
  market  USDJPY  leverage 30 margin fixed
  market  EURJPY  leverage 30 margin fixed
  market  EURUSD  leverage 30
  account A       balance 10000.00
  quote   USDJPY  149.490 149.500
  quote   EURJPY  160.000 160.010
  buy     A o1    USDJPY  0.50 leverage 30 -> opened o1 margin 1666.666667
  buy     A o2    EURJPY  0.30 leverage 30 -> opened o2 margin 1070.303355
  quote   EURUSD  1.08500 1.08510
  buy     A o3    EURJPY  0.30 leverage 30 -> opened o3 margin 1085.05
`,
);

scenario(
  "a base that nothing quoted converts is named",
  `
  market  EURUSD  leverage 30
  market  EURSEK  leverage 30
  market  USDNOK  leverage 30
  market  NOKSEK  leverage 30 margin fixed
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  quote   EURSEK  11.00000 11.00000
  quote   NOKSEK  0.95000 0.95000
  buy     A o1    NOKSEK  0.30 leverage 30 -> refused CONVERSION_MISSING currency NOK
  quote   USDNOK  10.00000 10.00000
  buy     A o1    NOKSEK  0.30 leverage 30 -> opened o1 margin 100
`,
);

scenario(
  "a currency without a dollar market converts through another one",
  `
  market  EURUSD  leverage 30
  market  EURSEK  leverage 30
  market  OMXS30  base none quote SEK units 10 precision 1 leverage 20
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  quote   OMXS30  2500.0 2500.0
  buy     A o1    OMXS30  1.00 leverage 20 -> refused QUOTE_STALE ageMs null
  quote   EURSEK  11.00000 11.00000
  buy     A o1    OMXS30  1.00 leverage 20 -> opened o1 margin 125.00
  quote   OMXS30  2600.0 2600.0
  close   A o1                      -> closed o1 profit 100.00 converted-by 1 converted-by 1
`,
);

scenario(
  "terms change forward only: a fee is charged by the version in force at the fill (T55)",
  `
  market  EURUSD  leverage 100 fee 0.0001
  account A       balance 10000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.10      -> opened o1 margin 100 fee 1.00
  market  EURUSD  leverage 50 fee 0.0002
  buy     A o2    EURUSD  0.10      -> refused LEVERAGE_NOT_OFFERED
  buy     A o2    EURUSD  0.10 leverage 50 -> opened o2 margin 200 fee 2.00
  order   A o1                      -> holding margin 100 fee 1.00
  market  EURUSD  units 10          -> refused MARKET_CONTRACT_FIXED
`,
);
