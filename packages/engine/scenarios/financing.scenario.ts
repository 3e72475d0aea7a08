// Overnight financing at the New York cut: one ledger line per position, triple on the triple day.
import { scenario } from "./scenario.ts";

scenario(
  "100000 x 1.15826 x -3 % / 365 is -9.52, three times on the triple day, never on a weekend",
  `
  market  EURUSD  leverage 100 long -0.03 short 0.01 triple 3
  account A       balance 10000.00
  quote   EURUSD  1.15826 1.15826
  buy     A o1    EURUSD  1.00
  financing EURUSD 20260105 monday    -> financing o1 -9.519945 1 days; MarketCut
  financing EURUSD 20260105 monday    -> refused CUT_ALREADY_CHARGED
  financing EURUSD 20260107 wednesday -> financing o1 -28.559836 3 days
  financing EURUSD 20260110 saturday  -> MarketCut 0 days
  financing EURUSD 20260111 sunday    -> MarketCut 0 days
  sell    A o2    EURUSD  1.00
  financing EURUSD 20260112 monday    -> financing o1 -9.519945; financing o2 3.173315
  money   A                           -> cash 9955.573589
  house   real financing              -> 44.426411
`,
);

scenario(
  "markets without a triple day are charged every day of the week",
  `
  market  BTCUSD  base BTC quote USD units 1 precision 2 leverage 2 long -0.1 short 0
  account A       balance 100000.00
  quote   BTCUSD  36500.00 36500.00
  buy     A o1    BTCUSD  1.00 leverage 2
  sell    A o2    BTCUSD  1.00 leverage 2
  financing BTCUSD 20260110 saturday  -> financing o1 -10.00 1 days
`,
);

scenario(
  "a cut that is made up for later charges only what was open at its moment",
  `
  market  EURUSD  leverage 100 long -0.03 short 0.01 triple 3
  account A       balance 10000.00
  quote   EURUSD  1.15826 1.15826
  buy     A o1    EURUSD  1.00
  wait    3600
  quote   EURUSD  1.15826 1.15826
  buy     A o2    EURUSD  1.00
  wait    10
  financing EURUSD 20260105 monday ago 600  -> financing o1 -9.519945 1 days; MarketCut
  order   A o2                              -> holding
  money   A                                 -> cash 9990.480055
  financing EURUSD 20260106 tuesday ago 7200 -> MarketCut
  money   A                                 -> cash 9990.480055
  financing EURUSD 20260108 thursday        -> financing o1; financing o2
`,
);
