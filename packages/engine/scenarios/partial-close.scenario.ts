// Closing in parts, and closing all: the closed part is history under its own number.
import { scenario } from "./scenario.ts";

scenario(
  "a part closes with its share of margin and fee; the rest keeps price and stops",
  `
  market  EURUSD  leverage 100 fee 0.0001
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.30 sl 1.09000 tp 1.12000 -> opened o1 margin 330.03 fee 3.3003
  quote   EURUSD  1.10110 1.10120
  close   A o1    lots 0.10         -> closed o1 0.10 1.10110 USER profit 10.00 margin 110.01
  order   A o1                      -> holding 0.20 1.10010 sl 1.09000 tp 1.12000
  order   A o1                      -> holding margin 220.02 fee 2.2002
  quote   EURUSD  1.08990 1.09000   -> closed o1 0.20 1.08990 STOP_LOSS profit -204.00
  money   A                         -> cash 9802.6997 used 0
`,
);

scenario(
  "a part is a number of steps, less than the whole; the rest may be below the minimum",
  `
  market  EURUSD  min 0.10 step 0.01
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.10
  close   A o1    lots 0.11         -> refused LOTS_ABOVE_ORDER lots 0.11 lotsHeld 0.10
  close   A o1    lots 0.005        -> refused LOTS_OFF_STEP
  close   A o1    lots 0.00         -> refused LOTS_OFF_STEP
  close   A o1    lots 0.09         -> closed o1 0.09
  order   A o1                      -> holding 0.01
  close   A o1    lots 0.01         -> closed o1 0.01
  order   A o1                      -> gone
`,
);

scenario(
  "closing all closes what is open and fresh, and leaves the rest",
  `
  market  EURUSD
  market  GBPUSD
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10010
  quote   GBPUSD  1.30000 1.30010
  buy     A o1    EURUSD  0.10
  buy     A o2    GBPUSD  0.10
  buy     A o3    EURUSD  0.10 at 1.00000
  session GBPUSD  halted
  close-all A                       -> closed o1 USER; left o2 MARKET_HALTED
  close-all A                       -> refused NOTHING_TO_CLOSE
  session GBPUSD  open
  close-all A     market EURUSD     -> refused NOTHING_TO_CLOSE
  close-all A     pending too       -> closed o2 USER; cancelled o3 USER
  money   A                         -> used 0 reserved 0
`,
);
