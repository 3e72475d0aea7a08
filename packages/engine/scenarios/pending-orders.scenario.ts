// Pending orders: limits wait for a better price, stops for a worse one; the first tick at or
// beyond the target fills at that tick's price.
import { scenario } from "./scenario.ts";

scenario(
  "a gap fills limits better and stops worse",
  `
  market  EURUSD
  account A       balance 100000.00
  quote   EURUSD  1.10000 1.10010
  buy     A bl    EURUSD  0.10 at 1.09900 -> pending bl limit 1.09900
  sell    A sl    EURUSD  0.10 at 1.10100 -> pending sl limit 1.10100
  buy     A bs    EURUSD  0.10 at 1.10200 -> pending bs stop 1.10200
  sell    A ss    EURUSD  0.10 at 1.09800 -> pending ss stop 1.09800
  quote   EURUSD  1.09899 1.09901         -> nothing
  quote   EURUSD  1.09700 1.09710
    -> opened bl 1.09710 limit; opened ss 1.09700 stop
  quote   EURUSD  1.10300 1.10310
    -> opened sl 1.10300 limit; opened bs 1.10310 stop
  order   A bl                            -> holding 1.09710 asked 1.09900
`,
);

scenario(
  "a target is reached at equality, on the side that would open",
  `
  market  EURUSD
  account A       balance 100000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 at 1.10005 -> pending o1 limit
  quote   EURUSD  1.09996 1.10006         -> nothing
  quote   EURUSD  1.09995 1.10005         -> opened o1 1.10005 limit
  sell    A o2    EURUSD  0.10 at 1.10000 -> pending o2 limit
  quote   EURUSD  1.10000 1.10010         -> opened o2 1.10000 limit
  buy     A o3    EURUSD  0.10 at 1.10010 -> refused TARGET_AT_PRICE
`,
);

scenario(
  "pending reservations count",
  `
  market  EURUSD  leverage 100 fee 0.00005
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.60 at 1.00000 -> pending o1 margin 600.00 fee 3.00
  money   A                               -> cash 1000 used 0 reserved 603 balance 397 locked 603
  buy     A o2    EURUSD  0.40            -> refused MARGIN_EXCEEDS_FREE needed 442.20 available 397
  buy     A o2    EURUSD  0.30            -> opened o2 margin 330.00 fee 1.65
  cancel  A o1                            -> cancelled o1 USER
  money   A                               -> cash 998.35 used 330 reserved 0
  cancel  A o2                            -> refused ORDER_NOT_PENDING
`,
);

scenario(
  "margin is recomputed at the fill; when it no longer fits the order is cancelled",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.50 at 1.05000 -> pending o1 stop margin 525.00
  buy     A o2    EURUSD  0.47 at 1.01000 -> pending o2 stop margin 474.70
  quote   EURUSD  1.02000 1.02000         -> cancelled o2 MARGIN
  money   A                               -> reserved 525.00
  quote   EURUSD  1.06000 1.06000         -> opened o1 1.06000 stop margin 530.00
  money   A                               -> used 530.00 reserved 0.00
`,
);

scenario(
  "pending orders of one tick fill by age until the money is used up",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.40 at 0.99000 -> pending o1 margin 396
  buy     A o2    EURUSD  0.40 at 0.99500 -> pending o2 margin 398
  quote   EURUSD  0.98000 0.98000         -> opened o1 margin 392; opened o2 margin 392
`,
);

scenario(
  "orders lapse at their time, on the tick or on the clock, and never fill late",
  `
  market  EURUSD
  market  GBPUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  quote   GBPUSD  1.30000 1.30010
  buy     A o1    EURUSD  0.10 at 1.09000 expires 10 -> pending o1
  buy     A o2    EURUSD  0.10 at 1.09000            -> pending o2
  buy     A o3    EURUSD  0.10 at 1.09000 expires 0  -> refused EXPIRY_PAST
  wait    9
  expire                                  -> nothing
  wait    1
  quote   EURUSD  1.08000 1.08010         -> cancelled o1 EXPIRED; opened o2 1.08010
  buy     A o4    GBPUSD  0.10 at 1.20000 expires 5  -> pending o4
  wait    5
  expire                                  -> cancelled o4 EXPIRED
  money   A                               -> reserved 0
`,
);

scenario(
  "a pending order can be amended: target, stops, expiry, reservation",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.50 at 1.09000 sl 1.08000 -> pending o1 limit margin 545
  amend   A o1    at 1.11000 sl 1.10000 tp 1.12000   -> amended o1 stop 1.11000
  money   A                               -> reserved 555
  order   A o1                            -> pending asked 1.11000 sl 1.10000 tp 1.12000
  amend   A o1    at 1.11000 sl 1.12000   -> refused STOP_LOSS_WRONG_SIDE
  amend   A o1    at 1.10010              -> refused TARGET_AT_PRICE
  amend   A o1    at 3.00000              -> refused MARGIN_EXCEEDS_FREE needed 945 available 445
  amend   A o1    at 1.09500 expires 10   -> amended o1 limit 1.09500
  wait    10
  quote   EURUSD  1.10000 1.10010         -> cancelled o1 EXPIRED
  buy     A o2    EURUSD  0.10
  amend   A o2    at 1.00000              -> refused ORDER_NOT_PENDING
`,
);

scenario(
  "stops of a pending order are judged against its target and act once it holds",
  `
  market  EURUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10 at 1.09000 sl 1.09100 -> refused STOP_LOSS_WRONG_SIDE
  buy     A o1    EURUSD  0.10 at 1.09000 sl 1.08995 tp 1.09500 -> pending o1
  quote   EURUSD  1.08990 1.09000         -> opened o1 1.09000
  quote   EURUSD  1.08990 1.09000         -> closed o1 1.08990 STOP_LOSS
`,
);
