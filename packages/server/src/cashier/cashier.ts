// The area of money in and money out. Composed by main.ts, which hands its handlers to the gateway.
// Invariant: nothing here edits a balance; everything goes to the engine as a command.

import { type MoneyIn, type MoneyInHandlers, type MoneyInParts, startMoneyIn } from "./money-in.ts";
import { type MoneyOutHandlers, type MoneyOutParts, startMoneyOut } from "./money-out.ts";

export type Cashier = {
  readonly handlers: MoneyInHandlers & MoneyOutHandlers;
  /** What one unit of a currency is worth, for whoever pays in or out. */
  readonly rates: MoneyIn["rates"];
  /** Finishes what was decided. Runs by itself, too. */
  readonly sweep: () => Promise<void>;
  /** Answers once nothing is done behind the back of a call any more. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type CashierParts = MoneyInParts & Omit<MoneyOutParts, "rates">;

export async function startCashier(parts: CashierParts): Promise<Cashier> {
  const moneyIn = await startMoneyIn(parts);
  const { rates } = moneyIn;
  const moneyOut = await startMoneyOut({ ...parts, rates });
  return {
    handlers: { ...moneyIn.handlers, ...moneyOut.handlers },
    rates,
    sweep: async () => {
      await moneyIn.sweep();
      await moneyOut.sweep();
    },
    settle: moneyOut.settle,
    stop: async () => {
      await moneyOut.stop();
      await moneyIn.stop();
    },
  };
}
