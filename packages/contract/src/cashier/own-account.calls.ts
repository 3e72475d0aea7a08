// The calls of traders about statements, adjustments and freezes of their own, in one list. Server
// side only (zod).

import { disputeAdjustment, listAdjustmentMonths, listAdjustments } from "./adjustment.calls.ts";
import { getPayoutFreeze } from "./freeze.calls.ts";
import { downloadStatement, getStatement } from "./statement.calls.ts";

export { adjustmentsFromFields, disputeFromFields } from "./adjustment.calls.ts";
export { periodFromFields, statementFromFields } from "./statement.calls.ts";

export const OWN_ACCOUNT_CALLS = {
  getStatement,
  downloadStatement,
  listAdjustments,
  disputeAdjustment,
  listAdjustmentMonths,
  getPayoutFreeze,
} as const;
