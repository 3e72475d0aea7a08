// Negative balance protection: never a silent clamp, always a ledger entry to exactly zero.
import { scenario } from "./scenario.ts";

scenario(
  "a gap beyond the margin is paid by the house, with its own entry",
  `
  market  USDCHF  quote USD base CHX leverage 100
  account A       balance 1000.00
  quote   USDCHF  1.00000 1.00000
  buy     A o1    USDCHF  0.90
  quote   USDCHF  0.85000 0.85000
    -> StoppedOut A; closed o1 0.90 0.85000 STOP_OUT profit -13500.00; BalanceProtected A 12500.00
  money   A                         -> cash 0.00 equity 0.00
  house   real protection           -> -12500.00
  house   real trading              -> 13500.00
`,
);

scenario(
  "the trader's own stop beats the stop-out, and its gap is protected too",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.80 sl 1.09500
  quote   EURUSD  1.08000 1.08000
    -> closed o1 0.80 1.08000 STOP_LOSS profit -1600.00; BalanceProtected A 600.00
  money   A                         -> cash 0.00
`,
);

scenario(
  "cash may be negative while another position is open; only when flat it may not",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.10000 1.10000
  buy     A o1    EURUSD  0.40
  sell    A o2    EURUSD  0.40
  quote   EURUSD  1.06000 1.06000   -> nothing
  close   A o1                      -> closed o1 profit -1600.00
  money   A                         -> cash -600.00 equity 1000.00
  close   A o2                      -> closed o2 profit 1600.00
  money   A                         -> cash 1000.00
`,
);
