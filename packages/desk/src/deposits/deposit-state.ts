// Which deposits somebody still has to decide. Pure.

import type { DepositState } from "@truetick/contract/desk";

export function isDepositOpen(state: DepositState): boolean {
  return state === "reviewing" || state === "stuck";
}
