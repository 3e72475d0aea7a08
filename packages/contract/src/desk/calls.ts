// The calls of the desk. All but the logins are for staff and name the permission they need.
// Server side only (zod).

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

export { proposalsFromFields } from "./proposal.calls.ts";

export const DESK_CALLS = {
  getSummary,
  getObjectHash,
  listProposals,
  showProposal,
  submitProposal,
  approveProposal,
  rejectProposal,
  withdrawProposal,
} as const;
