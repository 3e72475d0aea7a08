// Demo accounts: play money in its own book, reset to 10,000.00.
import { scenario } from "./scenario.ts";

scenario(
  "a demo starts with 10,000.00 of granted money and is reset to it",
  `
  market  EURUSD  leverage 100
  account A       book demo
  money   A                         -> cash 10000.00
  house   demo grants               -> -10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  1.00
  buy     A o2    EURUSD  1.00 at 1.00000
  quote   EURUSD  1.09010 1.09020
  reset   A
    -> closed o1 1.09010 DEMO_RESET profit -1000.00; cancelled o2 DEMO_RESET
    ; DemoReset A 1000.00
  money   A                         -> cash 10000.00 used 0 reserved 0
  house   demo trading              -> 1000.00
  house   real trading              -> 0.00
`,
);

scenario(
  "a reset takes back what was won, waits for closed markets, and is not for real money",
  `
  market  EURUSD  leverage 100
  account A       book demo
  account B       balance 1000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  1.00
  quote   EURUSD  1.11000 1.11000
  session EURUSD  closed
  reset   A                         -> refused MARKET_CLOSED
  session EURUSD  open
  reset   A                         -> closed o1 profit 1000.00; DemoReset A -1000.00
  reset   A                         -> DemoReset A
  reset   B                         -> refused ONLY_DEMO
  deposit A 100.00                  -> refused ONLY_REAL
  hold    A 1 100.00                -> refused ONLY_REAL
`,
);
