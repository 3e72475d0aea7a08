// Money in and out: deposits, holds, transfers; each id settles once, books never mix.
import { scenario } from "./scenario.ts";

scenario(
  "a deposit is credited once",
  `
  account A
  deposit A 500.00 id 7             -> FundsCredited A 500.00
  deposit A 500.00 id 7             -> refused ALREADY_SETTLED causeId 7
  deposit A 0.00                    -> refused AMOUNT_INVALID
  deposit A 2000000000.00           -> refused CASH_ABOVE_MAXIMUM
  adjust  A -100.00 id 7            -> FundsCredited A -100.00
  adjust  A -500.00 id 8            -> refused FUNDS_EXCEED_AVAILABLE amount 500.00 available 400.00
  money   A                         -> cash 400.00
  house   real clearing             -> -500.00
  house   real adjustments          -> 100.00
`,
);

scenario(
  "a withdrawal is held, then paid or given back, once",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.50      -> opened margin 500
  hold    A 1 600.00                -> refused FUNDS_EXCEED_AVAILABLE amount 600 available 500
  hold    A 1 300.00                -> FundsHeld A 300.00
  money   A                         -> cash 700 used 500 held 300 balance 200 locked 800
  hold    A 1 10.00                 -> refused ALREADY_SETTLED
  buy     A o2    EURUSD  0.21      -> refused MARGIN_EXCEEDS_FREE needed 210 available 200
  release 1                         -> HoldReleased A 300.00
  release 1                         -> refused ALREADY_SETTLED
  settle  1                         -> refused ALREADY_SETTLED
  settle  9                         -> refused HOLD_UNKNOWN
  hold    A 2 300.00
  settle  2                         -> HoldSettled A 300.00
  money   A                         -> cash 700 held 0
  house   real withdrawals          -> 0.00
  house   real clearing             -> -700.00
`,
);

scenario(
  "the fee of a paid withdrawal stays with the house, the rest leaves",
  `
  account A       balance 1000.00
  hold    A 1 300.00
  settle  1 fee 300.000001          -> refused AMOUNT_INVALID amount 300.000001
  settle  1 fee -0.01               -> refused AMOUNT_INVALID amount -0.01
  house   real withdrawals          -> 300.00
  settle  1 fee 4.50                -> HoldSettled A 300.00
  money   A                         -> cash 700 held 0
  house   real withdrawals          -> 0.00
  house   real fees                 -> 4.50
  house   real clearing             -> -704.50
  settle  1 fee 4.50                -> refused ALREADY_SETTLED
  hold    A 2 10.00
  settle  2 fee 10.00               -> HoldSettled A 10.00
  house   real withdrawals          -> 0.00
  house   real fees                 -> 14.50
  house   real clearing             -> -704.50
`,
);

scenario(
  "paper losses cannot be withdrawn around",
  `
  market  EURUSD  leverage 100
  account A       balance 1000.00
  quote   EURUSD  1.00000 1.00000
  buy     A o1    EURUSD  0.50
  quote   EURUSD  0.99400 0.99400
  hold    A 1 200.01                -> refused FUNDS_EXCEED_AVAILABLE amount 200.01 available 200
  quote   EURUSD  1.01000 1.01000
  hold    A 1 500.01                -> refused FUNDS_EXCEED_AVAILABLE amount 500.01 available 500
  hold    A 1 500.00                -> FundsHeld A 500.00
`,
);

scenario(
  "transfers stay with one owner and in one book",
  `
  account A       owner 1 balance 1000.00
  account B       owner 1
  account C       owner 2
  account D       owner 1 book demo
  transfer A B 400.00 id 5          -> FundsTransferred 400.00
  transfer A B 400.00 id 5          -> refused ALREADY_SETTLED
  transfer A B 700.00               -> refused FUNDS_EXCEED_AVAILABLE
  transfer A C 100.00               -> refused OWNER_MISMATCH
  transfer A D 100.00               -> refused BOOK_MISMATCH from real to demo
  transfer A A 100.00               -> refused SAME_ACCOUNT
  money   A                         -> cash 600
  money   B                         -> cash 400
`,
);
