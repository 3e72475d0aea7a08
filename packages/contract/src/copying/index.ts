// Copy trading as the app and the server speak of it: follows, what they copied, what they skipped.
// Browser-safe; the calls are declared in the `*.calls.ts` files beside and listed in `calls.ts`.

export {
  requestCloseCopiedOrder,
  requestCopiedOrders,
  requestSkippedCopies,
  type SkippedPage,
} from "./copied-order.requests.ts";
export {
  type CopiedOrder,
  type CopiedPage,
  type CopyKind,
  copiedPageToWire,
  type SkippedCopy,
  skippedCopyToWire,
} from "./copied-order.ts";
export {
  type FollowTerms,
  requestAddToFollow,
  requestChangeFollow,
  requestFollows,
  requestPauseFollow,
  requestStartFollow,
  requestStopFollow,
  requestTakeFromFollow,
} from "./follow.requests.ts";
export {
  type CopyFrame,
  FOLLOW_AMOUNT_MAX,
  FOLLOW_AMOUNT_MIN,
  FOLLOW_FACTOR_MAX,
  FOLLOW_FACTOR_MIN,
  FOLLOW_STOP_PERCENT_MAX,
  FOLLOW_STOP_PERCENT_MIN,
  FOLLOWS_MAX,
  type Follow,
  type FollowStatus,
  type FollowStopReason,
  type FollowWire,
  followToWire,
  TOPIC_COPY,
} from "./follow.ts";
