// Market orders: filled at the ask or the bid, now, or refused with the reason.
import { scenario } from "./scenario.ts";

scenario(
  "a buy fills at the ask and closes at the bid, a sell the other way round",
  `
  market  EURUSD  leverage 100
  account A       balance 10000.00
  quote   EURUSD  1.08490 1.08500
  buy     A o1    EURUSD  1.00      -> opened o1 1.00 1.08500 market margin 1085.000000
  sell    A o2    EURUSD  1.00      -> opened o2 1.00 1.08490 market margin 1084.90
  order   A o1                      -> holding asked 1.08500 closing 1.08490 profit -10.00
  quote   EURUSD  1.08600 1.08612
  close   A o1                      -> closed o1 1.08600 USER profit 100.00
  close   A o2                      -> closed o2 1.08612 USER profit -122.00
  money   A                         -> cash 9978.00 used 0.00
`,
);

scenario(
  "lots must fit the market: minimum, maximum and step",
  `
  market  EURUSD  min 0.05 max 2 step 0.05
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.00      -> refused LOTS_BELOW_MINIMUM lots 0.00 lotsMin 0.05
  buy     A o1    EURUSD  0.04      -> refused LOTS_BELOW_MINIMUM lots 0.04 lotsMin 0.05
  buy     A o1    EURUSD  2.05      -> refused LOTS_ABOVE_MAXIMUM lots 2.05 lotsMax 2.00
  buy     A o1    EURUSD  0.07      -> refused LOTS_OFF_STEP lots 0.07 lotStep 0.05
  buy     A o1    EURUSD  2.00      -> opened
`,
);

scenario(
  "a leverage that is valid on another market is refused here",
  `
  market  EURUSD  leverage 100,30
  market  BTCUSD  base BTC quote USD units 1 precision 2 leverage 2
  market  XAUUSD  precision 2 units 100 leverage none
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  quote   BTCUSD  60000.00 60010.00
  quote   XAUUSD  2000.00 2000.50
  buy     A o1    BTCUSD  0.10 leverage 100 -> refused LEVERAGE_NOT_OFFERED leverage 100
  buy     A o1    EURUSD  0.10 leverage 2   -> refused LEVERAGE_NOT_OFFERED leverage 2
  buy     A o1    XAUUSD  0.10 leverage 100 -> refused LEVERAGE_MISSING
  buy     A o1    BTCUSD  0.10 leverage 2   -> opened margin 3000.50
`,
);

scenario(
  "margin and fee must fit; paper profit never opens a trade",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  1.01      -> refused MARGIN_EXCEEDS_FREE needed 1010.00 available 1000.00
  buy     A o1    EURUSD  0.60      -> opened margin 600.00
  quote   EURUSD  1.05000 1.05000
  money   A                         -> cash 1000.00 equity 4000.00 free 3400.00 balance 400.00
  buy     A o2    EURUSD  0.39      -> refused MARGIN_EXCEEDS_FREE needed 409.50 available 400.00
  quote   EURUSD  0.99700 0.99700
  money   A                         -> equity 820.00 free 220.00 balance 400.00
  buy     A o2    EURUSD  0.23      -> refused MARGIN_EXCEEDS_FREE needed 229.31 available 220.00
  buy     A o2    EURUSD  0.22      -> opened margin 219.34
`,
);

scenario(
  "max deviation refuses a worse fill, and takes a better one",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 asked 1.10004 deviation 5
    -> refused DEVIATION_EXCEEDED asked 110004 price 110010 maxDeviation 5
  buy     A o1    EURUSD  0.10 asked 1.10005 deviation 5 -> opened o1 1.10010
  order   A o1                      -> holding 1.10010 asked 1.10005
  buy     A o2    EURUSD  0.10 asked 1.10050 deviation 0 -> opened o2 1.10010
  sell    A o3    EURUSD  0.10 asked 1.10001 deviation 0
    -> refused DEVIATION_EXCEEDED asked 110001 price 110000 maxDeviation 0
  sell    A o3    EURUSD  0.10 asked 1.09000 deviation 0 -> opened o3 1.10000
`,
);

scenario(
  "an account that is not there, and an order of somebody else, are unknown (T56)",
  `
  market  EURUSD
  account A       balance 10000.00
  account B       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     C o1    EURUSD  0.10      -> refused ACCOUNT_UNKNOWN
  buy     A o1    EURUSD  0.10
  close   B o1                      -> refused ORDER_UNKNOWN
  cancel  B o1                      -> refused ORDER_UNKNOWN
  stops   B o1    sl 1.00000        -> refused ORDER_UNKNOWN
  close   A o1                      -> closed o1
  close   A o1                      -> refused ORDER_UNKNOWN
`,
);
