// The list of every call the platform answers, and the readers that turn the wire's names of
// fields into ours. Server side only: it carries the schemas.

import { getAccount, getBalance, listAccountLog, resetDemoAccount } from "./account.calls.ts";
import { listCandles, listCategories, listMarkets, listRecentCandles } from "./market.calls.ts";
import { listOrders, placeOrder, previewOrder } from "./order.calls.ts";
import {
  amendOrder,
  cancelOrder,
  closeAllOrders,
  closeOrder,
  setStops,
  setTrailingStop,
} from "./order-change.calls.ts";
import { listSeeds } from "./seed.calls.ts";
import { getUser, logInDemo, logOut } from "./session.calls.ts";
import { listSources } from "./source.calls.ts";
import { listTape } from "./tape.calls.ts";

export { accountLogFromFields } from "./account.calls.ts";
export { AUDIENCES, type Audience, type Call, EFFECTS, type Effect, reasonsOf } from "./call.ts";
export { ROWS_PER_PAGE } from "./fields.calls.ts";
export { candlesFromFields } from "./market.calls.ts";
export {
  ORDER_FIELD_NAMES,
  type OrderDraft,
  orderDraftFromFields,
  orderListFromFields,
} from "./order.calls.ts";
export {
  amendmentFromFields,
  closingFromFields,
  closingOfAllFromFields,
  orderIdFromFields,
  stopsFromFields,
  trailingFromFields,
} from "./order-change.calls.ts";
export { seedsFromFields } from "./seed.calls.ts";
export { demoSecretFromFields } from "./session.calls.ts";
export { tapeFromFields } from "./tape.calls.ts";

export const CALLS = {
  listMarkets,
  listCategories,
  listCandles,
  listRecentCandles,
  listTape,
  listSources,
  listSeeds,
  placeOrder,
  previewOrder,
  listOrders,
  closeOrder,
  closeAllOrders,
  cancelOrder,
  setStops,
  setTrailingStop,
  amendOrder,
  getBalance,
  getAccount,
  listAccountLog,
  resetDemoAccount,
  logInDemo,
  getUser,
  logOut,
} as const;

export type CallName = keyof typeof CALLS;
