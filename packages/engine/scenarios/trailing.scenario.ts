// Trailing stops: kept by the engine a distance behind the best price, never moved back.
import { scenario } from "./scenario.ts";

scenario(
  "a long's level follows the bid up and fires as a stop",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 trailing 50 -> opened o1
  order   A o1                      -> holding trailing 1.09950
  quote   EURUSD  1.09960 1.09970   -> nothing
  quote   EURUSD  1.10100 1.10110   -> trailing buy 1.10100
  order   A o1                      -> holding trailing 1.10050
  quote   EURUSD  1.10060 1.10070   -> nothing
  quote   EURUSD  1.10040 1.10050   -> closed o1 1.10040 TRAILING_STOP profit 3.00
`,
);

scenario(
  "a short's level follows the ask down",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  sell    A o1    EURUSD  0.10
  trail   A o1    30                -> trailing o1 1.10040
  quote   EURUSD  1.09900 1.09910   -> trailing sell 1.09910
  quote   EURUSD  1.09930 1.09940   -> closed o1 1.09940 TRAILING_STOP profit 6.00
`,
);

scenario(
  "beside a stop-loss, the level that the price meets first gives the reason",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.09980 trailing 50
  buy     A o2    EURUSD  0.10 sl 1.09900 trailing 50
  quote   EURUSD  1.09500 1.09510
    -> closed o1 1.09500 STOP_LOSS; closed o2 1.09500 TRAILING_STOP
`,
);

scenario(
  "on a pending order it starts at the fill; it can be taken off; nonsense is refused",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 at 1.09000 trailing 50 -> pending o1
  order   A o1                      -> pending trailing none
  quote   EURUSD  1.08980 1.08990   -> opened o1 1.08990
  order   A o1                      -> holding trailing 1.08930
  trail   A o1    0                 -> refused TRAILING_DISTANCE_INVALID
  trail   A o1    200000            -> refused TRAILING_DISTANCE_INVALID
  trail   A o1    off               -> trailing o1 none
  quote   EURUSD  1.08000 1.08010   -> nothing
  session EURUSD  closed
  trail   A o1    50                -> refused MARKET_CLOSED
`,
);

scenario(
  "a pending order is amended to no target within its trailing distance of zero",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 at 1.09000 trailing 108000 -> pending o1
  amend   A o1    at 1.08000        -> refused TRAILING_DISTANCE_INVALID
  amend   A o1    at 1.08001        -> amended o1 limit 1.08001
`,
);

scenario(
  "a pending order that a crash fills below its distance is trailed as soon as the price has risen",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 at 1.09000 trailing 108000 -> pending o1
  quote   EURUSD  1.07990 1.08000   -> opened o1 1.08000
  order   A o1                      -> holding trailing 0.00001
  quote   EURUSD  1.08001 1.08011   -> nothing
  quote   EURUSD  1.20000 1.20010   -> trailing buy 1.20000
  order   A o1                      -> holding trailing 0.12000
  quote   EURUSD  1.08000 1.08010   -> nothing
`,
);
