// Margin call at 100 %: told once per crossing; no new exposure while at or below.
import { scenario } from "./scenario.ts";

scenario(
  "told once per crossing, in both directions",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.80      -> opened margin 800
  quote   EURUSD  0.99751 0.99751   -> nothing
  quote   EURUSD  0.99750 0.99750   -> MarginCalled A equity 800 used 800
  level   A                         -> 100.00 %
  quote   EURUSD  0.99740 0.99740   -> nothing
  buy     A o2    EURUSD  0.01      -> refused MARGIN_CALLED equity 792 used 800
  quote   EURUSD  0.99751 0.99751   -> MarginRestored A equity 800.80
  quote   EURUSD  0.99700 0.99700   -> MarginCalled A
  deposit A 100.00
  quote   EURUSD  0.99700 0.99700   -> MarginRestored A equity 860
`,
);

scenario(
  "closing part of it ends the call at the next tick; closing all ends it at once",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.80
  quote   EURUSD  0.99700 0.99700   -> MarginCalled A equity 760
  close   A o1    lots 0.40         -> closed o1
  quote   EURUSD  0.99700 0.99700   -> MarginRestored A equity 760 used 400
  quote   EURUSD  0.98700 0.98700   -> MarginCalled A equity 360
  close   A o1
  level   A                         -> -
  buy     A o2    EURUSD  0.10      -> opened o2
`,
);

scenario(
  "a conversion rate alone can call",
  `
  market  EURJPY  leverage 100
  market  USDJPY  leverage 100
  account A       balance 1000.00
  quote   USDJPY  150.000 150.000
  quote   EURJPY  150.000 150.000
  buy     A o1    EURJPY  0.80      -> opened margin 800
  quote   EURJPY  149.700 149.700   -> nothing
  quote   USDJPY  119.000 119.000   -> MarginCalled A equity 798.319328
`,
);

scenario(
  "a conversion rate that moved far makes a small move of the price count for more",
  `
  market  EURJPY  leverage 100
  market  USDJPY  leverage 100
  account A       balance 1000.00
  quote   USDJPY  150.000 150.000
  quote   EURJPY  150.000 150.000
  buy     A o1    EURJPY  0.80      -> opened margin 800
  quote   EURJPY  150.000 150.000   -> nothing
  quote   USDJPY  90.000 90.000     -> nothing
  quote   EURJPY  149.760 149.760   -> MarginCalled A equity 786.666667
`,
);
