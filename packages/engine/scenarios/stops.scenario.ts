// Stop-loss and take-profit: the reason of a close is the rule that fired, at the price of that
// tick, never guessed from the sign of the profit.
import { scenario } from "./scenario.ts";

scenario(
  "a stop-loss that fires in profit is booked as a stop-loss, at its own price",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  1.00
  quote   EURUSD  1.10500 1.10510
  stops   A o1    sl 1.10300        -> stops o1 sl 1.10300 tp none
  quote   EURUSD  1.10300 1.10310   -> closed o1 1.00 1.10300 STOP_LOSS profit 290.00
`,
);

scenario(
  "a stop-loss without a take-profit is fine, and the other way round",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.09000
  buy     A o2    EURUSD  0.10 tp 1.11000
  order   A o1                      -> holding sl 1.09000 tp none
  order   A o2                      -> holding sl none tp 1.11000
  stops   A o1    tp 1.12000        -> stops o1 sl none tp 1.12000
  quote   EURUSD  1.08000 1.08010   -> nothing
  quote   EURUSD  1.12000 1.12010
    -> closed o1 1.12000 TAKE_PROFIT; closed o2 1.12000 TAKE_PROFIT
`,
);

scenario(
  "longs are watched on the bid, shorts on the ask",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10020
  buy     A o1    EURUSD  0.10 sl 1.09990 tp 1.10050
  sell    A o2    EURUSD  0.10 sl 1.10030 tp 1.09970
  quote   EURUSD  1.09991 1.10029   -> nothing
  quote   EURUSD  1.09991 1.10030   -> closed o2 1.10030 STOP_LOSS profit -3.00
  quote   EURUSD  1.09990 1.10010   -> closed o1 1.09990 STOP_LOSS profit -3.00
  sell    A o3    EURUSD  0.10 tp 1.09970
  quote   EURUSD  1.09950 1.09970   -> closed o3 1.09970 TAKE_PROFIT profit 2.00
`,
);

scenario(
  "a gap fills stops at the price of the first tick beyond, for and against the trader alike",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.09900
  buy     A o2    EURUSD  0.10 tp 1.10100
  quote   EURUSD  1.09500 1.09510   -> closed o1 1.09500 STOP_LOSS profit -51.00
  quote   EURUSD  1.10700 1.10710   -> closed o2 1.10700 TAKE_PROFIT profit 69.00
`,
);

scenario(
  "stops on the wrong side of the closing price are refused",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.10000 
    -> refused STOP_LOSS_WRONG_SIDE stopLoss 110000 price 110000
  buy     A o1    EURUSD  0.10 tp 1.10000 -> refused TAKE_PROFIT_WRONG_SIDE
  sell    A o1    EURUSD  0.10 sl 1.10010 -> refused STOP_LOSS_WRONG_SIDE
  sell    A o1    EURUSD  0.10 tp 1.10010 -> refused TAKE_PROFIT_WRONG_SIDE
  sell    A o1    EURUSD  0.10 sl 1.10011 tp 1.10009 -> opened o1
  stops   A o1    sl 1.09000        -> refused STOP_LOSS_WRONG_SIDE
`,
);

scenario(
  "a stop set now acts from the next tick on (T59)",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10
  stops   A o1    sl 1.09999        -> stops o1
  order   A o1                      -> holding sl 1.09999
  quote   EURUSD  1.09999 1.10009   -> closed o1 1.09999 STOP_LOSS
`,
);
