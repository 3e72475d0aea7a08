// The calls about copy trading. Server side only (zod).

import { closeCopiedOrder, listCopiedOrders, listSkippedCopies } from "./copied-order.calls.ts";
import {
  addToFollow,
  changeFollow,
  listFollows,
  pauseFollow,
  startFollow,
  stopFollow,
  takeFromFollow,
} from "./follow.calls.ts";

export {
  copiedListFromFields,
  copyClosingFromFields,
  skippedListFromFields,
} from "./copied-order.calls.ts";
export {
  type FollowRule,
  followChangeFromFields,
  followMoveFromFields,
  followPauseFromFields,
  followStopFromFields,
  newFollowFromFields,
} from "./follow.calls.ts";

export const COPYING_CALLS = {
  listFollows,
  startFollow,
  changeFollow,
  pauseFollow,
  addToFollow,
  takeFromFollow,
  stopFollow,
  listCopiedOrders,
  listSkippedCopies,
  closeCopiedOrder,
} as const;
