// When a market is closed, halted or stale nothing fills; the first good tick afterwards acts.
import { scenario } from "./scenario.ts";

scenario(
  "stale quotes never fill: not an order, not a close",
  `
  market  EURUSD  age 60
  account A       balance 10000.00
  buy     A o1    EURUSD  0.10      -> refused QUOTE_STALE ageMs null
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.09000
  wait    60
  buy     A o2    EURUSD  0.10      -> opened o2
  wait    1
  buy     A o3    EURUSD  0.10      -> refused QUOTE_STALE ageMs 61000 ageMaxMs 60000
  close   A o1                      -> refused QUOTE_STALE
  stops   A o1    sl 1.08000        -> refused QUOTE_STALE
  quote   EURUSD  1.08500 1.08510   -> closed o1 1.08500 STOP_LOSS
  stale   EURUSD
  close   A o2                      -> refused QUOTE_STALE
  quote   EURUSD  1.08500 1.08510
  close   A o2                      -> closed o2 1.08500
`,
);

scenario(
  "nothing opens on a stale conversion; a closed market's last rate is good",
  `
  market  EURJPY  leverage 100 age 60
  market  USDJPY  leverage 100 age 60
  account A       balance 10000.00
  quote   USDJPY  150.000 150.000
  wait    61
  quote   EURJPY  160.000 160.000
  buy     A o1    EURJPY  0.10      -> refused QUOTE_STALE
  session USDJPY  closed
  buy     A o1    EURJPY  0.10      -> opened o1
`,
);

scenario(
  "while closed nothing triggers; the first tick of the next session acts",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.09900
  sell    A o2    EURUSD  0.10 at 1.09800
  session EURUSD  closed
  buy     A o3    EURUSD  0.10      -> refused MARKET_CLOSED
  close   A o1                      -> refused MARKET_CLOSED
  stops   A o1    sl 1.09950        -> stops o1
  quote   EURUSD  1.09000 1.09010   -> nothing
  session EURUSD  halted
  buy     A o3    EURUSD  0.10      -> refused MARKET_HALTED
  quote   EURUSD  1.09000 1.09010   -> nothing
  session EURUSD  open
  quote   EURUSD  1.09100 1.09110   -> closed o1 1.09100 STOP_LOSS; opened o2 1.09100 stop
`,
);

scenario(
  "a delisted market closes everybody at the market, with that reason",
  `
  market  EURUSD
  account A       balance 10000.00
  account B       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10
  sell    B o2    EURUSD  0.10
  buy     B o3    EURUSD  0.10 at 1.00000
  delist  EURUSD
    -> closed o1 1.10000 DELISTED; closed o2 1.10010 DELISTED; cancelled o3 DELISTED
    ; session EURUSD delisted
  buy     A o4    EURUSD  0.10      -> refused MARKET_DELISTED
  session EURUSD  open              -> refused MARKET_DELISTED
`,
);

scenario(
  "in fixed mode nothing opens on a stale conversion of the base either",
  `
  market  EURUSD  age 60
  market  USDJPY  age 60
  market  EURJPY  leverage 100 margin fixed age 60
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  wait    61
  quote   USDJPY  150.000 150.000
  quote   EURJPY  160.000 160.000
  buy     A o1    EURJPY  0.10      -> refused QUOTE_STALE
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURJPY  0.10      -> opened o1
`,
);

scenario(
  "a target reached while the conversion is stale waits for the first tick that has both",
  `
  market  EURJPY  leverage 100 age 60
  market  USDJPY  leverage 100 age 60
  account A       balance 10000.00
  quote   USDJPY  150.000 150.000
  quote   EURJPY  160.000 160.000
  buy     A o1    EURJPY  0.10 at 159.000
  wait    61
  quote   EURJPY  158.900 158.900   -> nothing
  order   A o1                      -> pending
  quote   USDJPY  150.000 150.000
  quote   EURJPY  158.800 158.800   -> opened o1 158.800 limit
`,
);

scenario(
  "a quote that is old when it arrives is marked to; it triggers, fills and stops out nothing",
  `
  market  EURUSD  age 60 leverage 100
  account A       balance 200.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.10 sl 1.09500
  sell    A o2    EURUSD  0.01 at 1.09900
  wait    3600
  quote   EURUSD  1.08500 1.08500 old 61  -> nothing
  money   A                         -> floating -150.00
  close   A o1                      -> refused QUOTE_STALE ageMs 61000
  buy     A o3    EURUSD  0.01      -> refused QUOTE_STALE
  quote   EURUSD  1.09400 1.09400 old 60
    -> closed o1 1.09400 STOP_LOSS; opened o2 1.09400
`,
);
