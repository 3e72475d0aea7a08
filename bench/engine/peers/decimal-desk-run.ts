// The usual objects with decimal.js in the race of commands.
import { ACCOUNTS, COMMANDS_PER_TURN, restingOrders, TURNS } from "../measure/workload.ts";
import { DecimalDesk } from "./decimal-desk.ts";

/** It is slow: a part of the turns is enough to know by how much. */
const PART = 5_000;

export function prepareDesk(): () => number {
  const desk = new DecimalDesk(ACCOUNTS, "100000");
  for (const { account, market, isBuy } of restingOrders()) {
    desk.open(account, market, isBuy, "0.01");
  }
  const turns = TURNS.slice(0, PART);
  return () => {
    for (const { account, market, isBuy, size } of turns) {
      const lots = (size / 100).toFixed(2);
      const opened = desk.open(account, market, isBuy, lots);
      const placed = desk.place(account, market, isBuy, lots, isBuy ? "1.09100" : "1.10900");
      desk.cancel(account, placed);
      desk.close(account, opened);
    }
    return turns.length * COMMANDS_PER_TURN;
  };
}
