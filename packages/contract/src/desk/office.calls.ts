// The calls of the desk about people, adjustments, messages, settings and exports, in one list.
// Server side only (zod).

import { answerDispute, listDeskAdjustments, listDisputes } from "./adjustment.calls.ts";
import { exportRows } from "./export.calls.ts";
import { listOutbox } from "./outbox.calls.ts";
import { listDeskSettings } from "./setting.calls.ts";
import {
  endUserSessions,
  freezeUser,
  listDeskUserLedger,
  listDeskUsers,
  noteUser,
  showDeskUser,
  unfreezeUser,
} from "./user.calls.ts";

export {
  deskAdjustmentsFromFields,
  disputeAnswerFromFields,
  disputesFromFields,
} from "./adjustment.calls.ts";
export { exportFromFields } from "./export.calls.ts";
export { outboxFromFields } from "./outbox.calls.ts";
export {
  deskUserIdFromFields,
  deskUserLedgerFromFields,
  deskUserListFromFields,
  freezeFromFields,
  noteFromFields,
  unfreezeFromFields,
} from "./user.calls.ts";

export const OFFICE_CALLS = {
  listDeskUsers,
  showDeskUser,
  listDeskUserLedger,
  endUserSessions,
  freezeUser,
  unfreezeUser,
  noteUser,
  listDeskAdjustments,
  listDisputes,
  answerDispute,
  listOutbox,
  listDeskSettings,
  exportRows,
} as const;
