// The calls of the desk. All but the logins are for staff and name the permission they need.
// Server side only (zod).

import { listAudit, verifyAudit } from "./audit.calls.ts";
import { CONTENT_DESK_CALLS } from "./content.calls.ts";
import { DEPOSIT_DESK_CALLS } from "./deposit.calls.ts";
import {
  approveIdentity,
  askIdentity,
  listIdentityCases,
  rejectIdentity,
  showIdentityCase,
} from "./identity.calls.ts";
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
import { listRails } from "./rail.calls.ts";
import {
  getStaff,
  listStaff,
  staffAccept,
  staffEnrol,
  staffLogIn,
  staffLogOut,
  staffMailCode,
} from "./staff.calls.ts";
import { getSummary } from "./summary.calls.ts";
import { TRADING_DESK_CALLS } from "./trading.calls.ts";
import { WITHDRAWAL_DESK_CALLS } from "./withdrawal.calls.ts";

export { auditFromFields } from "./audit.calls.ts";
export {
  depositApprovalFromFields,
  depositCasesFromFields,
  depositQuestionFromFields,
  depositRemarkFromFields,
  reversalLookFromFields,
} from "./deposit.calls.ts";
export {
  identityCaseFromFields,
  identityCasesFromFields,
  identityQuestionFromFields,
  identityRejectionFromFields,
} from "./identity.calls.ts";
export { proposalsFromFields } from "./proposal.calls.ts";
export { staffLoginFromFields } from "./staff.calls.ts";
export {
  type DeskOrderFilter,
  deskOrdersFromFields,
  exposureBookFromFields,
} from "./trading.calls.ts";

export const DESK_CALLS = {
  staffLogIn,
  staffEnrol,
  staffMailCode,
  staffAccept,
  getStaff,
  staffLogOut,
  listStaff,
  listAudit,
  verifyAudit,
  listIdentityCases,
  showIdentityCase,
  approveIdentity,
  rejectIdentity,
  askIdentity,
  ...DEPOSIT_DESK_CALLS,
  ...WITHDRAWAL_DESK_CALLS,
  listRails,
  ...OFFICE_CALLS,
  ...TRADING_DESK_CALLS,
  ...CONTENT_DESK_CALLS,
  getSummary,
  getObjectHash,
  listProposals,
  showProposal,
  submitProposal,
  approveProposal,
  rejectProposal,
  withdrawProposal,
} as const;
