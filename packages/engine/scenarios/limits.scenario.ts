// Limits the owner of an account has set: they stop new exposure; closing always works.
import { scenario } from "./scenario.ts";

scenario(
  "a cool-off stops new orders and triggered ones until it ends, and cannot be shortened",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10
  buy     A o2    EURUSD  0.10 at 1.09000
  limits  A       cool-off 3600
  buy     A o3    EURUSD  0.10      -> refused COOLING_OFF
  limits  A       cool-off 60       -> refused LIMIT_NOT_LOOSENED
  limits  A                         -> refused LIMIT_NOT_LOOSENED
  quote   EURUSD  1.08000 1.08010   -> cancelled o2 NO_NEW_EXPOSURE
  close   A o1                      -> closed o1
  deposit A 100.00                  -> FundsCredited A
  wait    3600
  quote   EURUSD  1.08000 1.08010
  buy     A o3    EURUSD  0.10      -> opened o3
`,
);

scenario(
  "self-exclusion stops exposure and deposits; withdrawing works",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  limits  A       exclude 86400
  buy     A o1    EURUSD  0.10      -> refused SELF_EXCLUDED
  deposit A 100.00                  -> refused SELF_EXCLUDED
  hold    A 1 100.00                -> FundsHeld A
`,
);

scenario(
  "the daily loss counts realised and floating since the cut, not deposits",
  `
  market  EURUSD  leverage 100
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  limits  A       daily-loss 100.00
  buy     A o1    EURUSD  0.10
  quote   EURUSD  1.09500 1.09500
  close   A o1                      -> closed o1 profit -50.00
  deposit A 1000.00
  buy     A o2    EURUSD  0.10
  quote   EURUSD  1.09000 1.09000
  buy     A o3    EURUSD  0.10      -> refused DAILY_LOSS_REACHED loss 100.00 lossMax 100.00
  limits  A       daily-loss 500.00 -> refused DAILY_LOSS_REACHED
  limits  A       daily-loss 50.00  -> LimitsSet A
  day     20260106                  -> DayEquitySet A 10900.00
  day     20260106                  -> refused DAY_ALREADY_STARTED
  buy     A o3    EURUSD  0.10      -> opened o3
`,
);

scenario(
  "a daily loss limit counts from the last cut, also when it is set later, or off and on again",
  `
  market  EURUSD  leverage 100
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.10
  quote   EURUSD  1.09500 1.09500
  close   A o1                      -> closed o1 profit -50.00
  limits  A       daily-loss 50.00  -> LimitsSet A
  buy     A o2    EURUSD  0.10      -> refused DAILY_LOSS_REACHED loss 50.00 lossMax 50.00
  limits  A                         -> refused DAILY_LOSS_REACHED
  day     20260106                  -> DayEquitySet A 9950.00
  limits  A                         -> LimitsSet A
  buy     A o2    EURUSD  0.10
  quote   EURUSD  1.09000 1.09000
  limits  A       daily-loss 50.00
  buy     A o3    EURUSD  0.10      -> refused DAILY_LOSS_REACHED loss 50.00 lossMax 50.00
`,
);

scenario(
  "once something is lost, a daily loss limit is not loosened or taken off before the next cut",
  `
  market  EURUSD  leverage 100
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  limits  A       daily-loss 100.00
  limits  A       daily-loss 200.00 -> LimitsSet A
  limits  A       daily-loss 100.00 -> LimitsSet A
  buy     A o1    EURUSD  0.10
  quote   EURUSD  1.09999 1.09999
  limits  A       daily-loss 101.00 -> refused LIMIT_NOT_LOOSENED untilMs 1767700800200
  limits  A                         -> refused LIMIT_NOT_LOOSENED
  limits  A       daily-loss 90.00  -> LimitsSet A
  limits  A       daily-loss 90.00 leverage 30 -> LimitsSet A
  day     20260106                  -> DayEquitySet A 9999.90
  limits  A                         -> LimitsSet A
`,
);

scenario(
  "an own cap on leverage, below what the market offers",
  `
  market  EURUSD  leverage 100,30,10
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  limits  A       leverage 30
  buy     A o1    EURUSD  0.10 leverage 100 
    -> refused LEVERAGE_ABOVE_LIMIT leverage 100 leverageMax 30
  buy     A o1    EURUSD  0.10 leverage 30  -> opened o1
`,
);
