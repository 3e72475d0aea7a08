// The calls of the desk. All but the logins are for staff and name the permission they need.
// Server side only (zod).

import { OFFICE_CALLS } from "./office.calls.ts";
import {
  approveProposal,
  getObjectHash,
  listProposals,
  rejectProposal,
  showProposal,
  submitProposal,
  withdrawProposal,
} from "./proposal.calls.ts";
import { getSummary } from "./summary.calls.ts";
import { TRADING_DESK_CALLS } from "./trading.calls.ts";

export { proposalsFromFields } from "./proposal.calls.ts";

export {
  type DeskOrderFilter,
  deskOrdersFromFields,
  exposureBookFromFields,
} from "./trading.calls.ts";

export const DESK_CALLS = {
  ...OFFICE_CALLS,
  ...TRADING_DESK_CALLS,
  getSummary,
  getObjectHash,
  listProposals,
  showProposal,
  submitProposal,
  approveProposal,
  rejectProposal,
  withdrawProposal,
} as const;
