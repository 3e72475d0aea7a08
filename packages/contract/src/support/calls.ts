// The calls of the support chat, for those who ask and for those who answer. Server side only
// (zod).

import {
  answerSupport,
  assignSupport,
  closeSupport,
  listCannedAnswers,
  listSupportCases,
  removeCannedAnswer,
  reopenSupport,
  saveCannedAnswer,
  seeSupport,
  showSupportCase,
  typeAnswer,
} from "./inbox.calls.ts";
import {
  getSupportThread,
  getVisitorThread,
  joinSupport,
  readSupport,
  sendSupport,
  typeSupport,
} from "./support.calls.ts";

export {
  cannedFromFields,
  supportAnswerFromFields,
  supportAssignmentFromFields,
  supportCaseFromFields,
  supportCasesFromFields,
  supportClosingFromFields,
  supportSeenFromFields,
  supportThreadIdFromFields,
} from "./inbox.calls.ts";
export {
  supportDraftFromFields,
  supportKeyFromFields,
  supportPageFromFields,
  supportReadFromFields,
} from "./support.calls.ts";

export const SUPPORT_CALLS = {
  getSupportThread,
  getVisitorThread,
  sendSupport,
  readSupport,
  typeSupport,
  joinSupport,
  listSupportCases,
  showSupportCase,
  answerSupport,
  seeSupport,
  typeAnswer,
  assignSupport,
  closeSupport,
  reopenSupport,
  listCannedAnswers,
  saveCannedAnswer,
  removeCannedAnswer,
} as const;
