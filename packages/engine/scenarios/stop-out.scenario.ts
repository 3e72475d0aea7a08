// The stop-out: atomic, the fewest lots, pending orders first, closed markets last.
import { scenario } from "./scenario.ts";

scenario(
  "stop-out closes the fewest lots of the position using most margin",
  `
  market  EURUSD  units 100000  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10010
  buy     A o1    EURUSD  0.50      -> opened o1 1.10010  margin 550.05
  buy     A o2    EURUSD  0.30      -> opened o2 1.10010  margin 330.03
  quote   EURUSD  1.09310 1.09320   -> MarginCalled A; StoppedOut A equity 440 level 0.49995454; closed o1 0.08 1.09310 STOP_OUT  profit -56.00
  level   A                         -> 55.55 %
  money   A                         -> cash 944.00 used 792.072 equity 440.00
`,
);
