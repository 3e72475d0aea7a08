// No new risk: a market that is for closing only takes nothing that opens, and goes on with
// everything that closes, at live quotes (F30).
import { scenario } from "./scenario.ts";

scenario(
  "closing only: nothing opens, nothing is amended to open; closing and cancelling go on",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10
  buy     A o2    EURUSD  0.30
  buy     A o3    EURUSD  0.10 at 1.09000
  buy     A o4    EURUSD  0.10 at 1.08000
  session EURUSD  closing-only      -> session EURUSD closing-only
  buy     A o5    EURUSD  0.10      -> refused MARKET_CLOSING_ONLY
  sell    A o5    EURUSD  0.10      -> refused MARKET_CLOSING_ONLY
  buy     A o5    EURUSD  0.10 at 1.07000 -> refused MARKET_CLOSING_ONLY
  amend   A o3    at 1.09500        -> refused MARKET_CLOSING_ONLY
  close   A o1                      -> closed o1 1.10000 USER
  close   A o2    lots 0.10         -> closed o2 0.10
  stops   A o2    sl 1.09000        -> stops o2
  trail   A o2    500               -> trailing o2
  cancel  A o4                      -> cancelled o4
  close-all A                       -> closed o2 USER
`,
);

scenario(
  "closing only: stops, trailing stops and stop-outs act at live quotes",
  `
  market  EURUSD  leverage 100
  account A       balance 10000.00
  account B       balance 10000.00
  account C       balance 200.00
  account D       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.10 sl 1.09500
  sell    B o2    EURUSD  0.10 tp 1.09400
  buy     C o3    EURUSD  0.10
  buy     D o4    EURUSD  0.10 trailing 400
  session EURUSD  closing-only
  quote   EURUSD  1.10100 1.10100   -> trailing buy 1.10100
  quote   EURUSD  1.09700 1.09700   -> closed o4 1.09700 TRAILING_STOP
  quote   EURUSD  1.09400 1.09400   -> closed o1 1.09400 STOP_LOSS; closed o2 1.09400 TAKE_PROFIT
  quote   EURUSD  1.08400 1.08400   -> StoppedOut
`,
);

scenario(
  "closing only: a pending order waits as in a closed market, can lapse, and acts afterwards",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.10 at 1.09900
  sell    A o2    EURUSD  0.10 at 1.09900
  buy     A o3    EURUSD  0.10 at 1.05000 expires 30
  session EURUSD  closing-only
  quote   EURUSD  1.09800 1.09800   -> nothing
  order   A o1                      -> pending
  wait    31
  quote   EURUSD  1.09800 1.09800   -> cancelled o3 EXPIRED
  session EURUSD  open
  quote   EURUSD  1.09700 1.09700   -> opened o1 1.09700 limit; opened o2 1.09700 stop
`,
);

scenario(
  "closing only: the calendar closes it, and then nothing closes either",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 sl 1.09900
  session EURUSD  closed-closing-only
  buy     A o2    EURUSD  0.10      -> refused MARKET_CLOSED
  close   A o1                      -> refused MARKET_CLOSED
  quote   EURUSD  1.09000 1.09010   -> nothing
  session EURUSD  closing-only
  quote   EURUSD  1.09000 1.09010   -> closed o1 1.09000 STOP_LOSS
`,
);

scenario(
  "closing only: nights are charged, money comes and goes, a stale quote still fills nothing",
  `
  market  EURUSD  age 60 leverage 100 long -0.03 short 0.01
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.10
  session EURUSD  closing-only
  financing EURUSD 20260105 monday  -> financing o1
  hold    A 1 300.00                -> FundsHeld A 300.00
  wait    61
  close   A o1                      -> refused QUOTE_STALE ageMaxMs 60000
  stops   A o1    sl 1.09000        -> refused QUOTE_STALE
  quote   EURUSD  1.10000 1.10000
  close   A o1                      -> closed o1 1.10000
`,
);

scenario(
  "closing only: a conversion by it must be fresh, as by an open market",
  `
  market  EURJPY  leverage 100 age 60
  market  USDJPY  leverage 100 age 60
  account A       balance 10000.00
  quote   USDJPY  150.000 150.000
  session USDJPY  closing-only
  wait    61
  quote   EURJPY  160.000 160.000
  buy     A o1    EURJPY  0.10      -> refused QUOTE_STALE
  quote   USDJPY  150.000 150.000
  buy     A o1    EURJPY  0.10      -> opened o1
`,
);
