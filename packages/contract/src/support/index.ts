// The support chat, as the apps and the server speak of it. Browser-safe; the calls are declared in
// the `*.calls.ts` files beside and listed in `calls.ts`.

export {
  requestAnswerSupport,
  requestAssignSupport,
  requestCannedAnswers,
  requestCloseSupport,
  requestRemoveCanned,
  requestReopenSupport,
  requestSaveCanned,
  requestSeenSupport,
  requestSupportCase,
  requestSupportCases,
  requestTypingAnswer,
} from "./inbox.requests.ts";
export {
  CANNED_NAME_LENGTH_MAX,
  type CannedAnswer,
  cannedTextFor,
  SUPPORT_BOXES,
  type SupportBox,
  type SupportCase,
  type SupportPerson,
  type SupportRow,
  supportCaseToWire,
  supportRowToWire,
} from "./inbox.ts";
export {
  keyInTopic,
  type SupportFrame,
  type SupportNewsKind,
  TOPIC_SUPPORT,
  visitorTopicOf,
} from "./socket-support.ts";
export {
  requestJoinSupport,
  requestReadSupport,
  requestSendSupport,
  requestSupportThread,
  requestTypingSupport,
  requestVisitorThread,
} from "./support.requests.ts";
export {
  SUPPORT_FRAME_PATH,
  SUPPORT_KEY,
  SUPPORT_KEY_LIFETIME_SEC,
  SUPPORT_MESSAGES_PER_PAGE,
  SUPPORT_TEXT_LENGTH_MAX,
  type SupportAuthor,
  type SupportMessage,
  type SupportOffice,
  type SupportThread,
  supportThreadToWire,
} from "./support.ts";
