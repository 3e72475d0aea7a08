// The stop-out: atomic, pending orders first, then the fewest lots; closed and stale markets wait.
import { scenario } from "./scenario.ts";

scenario(
  "stop-out closes the fewest lots of the position using most margin",
  `
  market  EURUSD  units 100000  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.50      -> opened o1 1.10010  margin 550.05
  buy     A o2    EURUSD  0.30      -> opened o2 1.10010  margin 330.03
  quote   EURUSD  1.09310 1.09320
    -> MarginCalled A; StoppedOut A equity 440 used 880.08 level 0.49995454
    ; closed o1 0.08 1.09310 STOP_OUT  profit -56.00
  level   A                         -> 55.55 %
  money   A                         -> cash 944.00 used 792.072 equity 440.00
  order   A o1                      -> holding 0.42 1.10010 margin 462.042
`,
);

scenario(
  "one tick above 50 % nobody is stopped out",
  `
  market  EURUSD  units 100000  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.50
  buy     A o2    EURUSD  0.30
  quote   EURUSD  1.09311 1.09321   -> MarginCalled A equity 440.80
  order   A o1                      -> holding 0.50
  quote   EURUSD  1.09311 1.09321   -> nothing
`,
);

scenario(
  "the trader may choose to lose the most losing position first",
  `
  market  EURUSD  leverage 100
  market  GBPUSD  leverage 100
  account A       balance 1000.00
  limits  A       first most-losing
  quote   EURUSD  1.10000 1.10000
  quote   GBPUSD  1.30000 1.30000
  buy     A o1    EURUSD  0.40      -> opened margin 440
  buy     A o2    GBPUSD  0.30      -> opened margin 390
  quote   GBPUSD  1.28200 1.28200   -> MarginCalled A
  quote   EURUSD  1.09880 1.09880   -> StoppedOut A equity 412
    ; closed o2 0.07 1.28200 STOP_OUT profit -126
  order   A o1                      -> holding 0.40
  level   A                         -> 55.75 %
`,
);

scenario(
  "what was chosen last holds: the most margin touches the fewest positions, the losing go first",
  `
  market  EURUSD  leverage 100
  market  GBPUSD  leverage 100
  market  AUDUSD  leverage 100
  account A       balance 1200.00
  account B       balance 1200.00
  limits  A       first most-losing
  quote   EURUSD  1.10000 1.10000
  quote   GBPUSD  1.30000 1.30000
  quote   AUDUSD  0.65000 0.65000
  buy     A a1    EURUSD  0.50      -> opened margin 550
  buy     A a2    AUDUSD  0.20      -> opened margin 130
  buy     A a3    GBPUSD  0.10      -> opened margin 130
  buy     B b1    EURUSD  0.50      -> opened margin 550
  buy     B b2    AUDUSD  0.20      -> opened margin 130
  buy     B b3    GBPUSD  0.10      -> opened margin 130
  limits  A
  limits  B       first most-losing
  quote   GBPUSD  1.24000 1.24000   -> MarginCalled A; MarginCalled B
  quote   AUDUSD  0.63000 0.63000
    -> StoppedOut A equity 200; closed a1 0.41 1.10000 STOP_OUT
    ; StoppedOut B equity 200; closed b3 0.10 1.24000 STOP_OUT profit -600
    ; closed b2 0.20 0.63000 STOP_OUT profit -400; closed b1 0.17 1.10000 STOP_OUT
  level   A                         -> 55.71 %
  level   B                         -> 55.09 %
`,
);

scenario(
  "pending orders are cancelled first, and what one position cannot mend the next one must",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.50      -> opened margin 550
  buy     A o2    EURUSD  0.30      -> opened margin 330
  buy     A o3    EURUSD  0.05 at 1.05000 -> pending o3 limit margin 52.50
  quote   EURUSD  1.08800 1.08800
    -> StoppedOut A equity 40; cancelled o3 STOP_OUT
    ; closed o1 0.50 1.08800 STOP_OUT profit -600
    ; closed o2 0.24 1.08800 STOP_OUT profit -288
  level   A                         -> 60.60 %
  money   A                         -> cash 112.00 reserved 0.00 equity 40.00
`,
);

scenario(
  "positions in a closed market wait for their first tick, and nobody is stopped out twice for it",
  `
  market  EURUSD  leverage 100
  market  BTCUSD  base BTC quote USD units 1 precision 2 leverage 2
  account A       balance 10000.00
  quote   EURUSD  1.10000 1.10000
  quote   BTCUSD  20000.00 20000.00
  buy     A o1    BTCUSD  0.80 leverage 2   -> opened margin 8000
  buy     A o2    EURUSD  0.10              -> opened margin 110
  session BTCUSD  closed
  quote   BTCUSD  11000.00 11000.00         -> nothing
  quote   EURUSD  1.10000 1.10000
    -> MarginCalled A; StoppedOut A; closed o2 0.10 1.10000 STOP_OUT
  quote   BTCUSD  11100.00 11100.00         -> nothing
  session BTCUSD  open
  quote   BTCUSD  11200.00 11200.00         -> StoppedOut A; closed o1 0.27 11200.00 STOP_OUT
  level   A                                 -> 55.84 %
`,
);

scenario(
  "a stale market is not stopped out on its old price",
  `
  market  EURUSD  leverage 100 age 60
  market  GBPUSD  leverage 100 age 60
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10000
  quote   GBPUSD  1.30000 1.30000
  buy     A o1    EURUSD  0.50      -> opened margin 550
  buy     A o2    GBPUSD  0.20      -> opened margin 260
  wait    61
  quote   GBPUSD  1.26500 1.26500
    -> StoppedOut A equity 300; closed o2 0.20 1.26500 STOP_OUT profit -700
  order   A o1                      -> holding 0.50
  quote   EURUSD  1.09900 1.09900   -> StoppedOut A equity 250; closed o1 0.09 1.09900 STOP_OUT
`,
);
