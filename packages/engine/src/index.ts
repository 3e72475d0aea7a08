// The trading state machine. Pure: no IO, clock, randomness or promises. The sequencer calls
// `decide` and `apply`; everyone else reads views. See README.md for how they fit together.
export * from "./account.ts";
export { apply } from "./apply.ts";
export { accountOfCommand, decodeCommand, encodeCommand } from "./codec/commands.ts";
export { decodeEvents, encodeEvents, splitEvents } from "./codec/events.ts";
export { CANCEL_REASONS, CLOSE_REASONS } from "./codec/names.ts";
export { decodeState, encodeState } from "./codec/snapshot.ts";
export * from "./command.ts";
export { ACCOUNT_CASH_MAX } from "./commands/credit.ts";
export { unsoundField } from "./commands/define-market.ts";
export { DEMO_BALANCE } from "./commands/open-account.ts";
export {
  ORDERS_PER_ACCOUNT_MAX,
  PENDING_ORDERS_PER_ACCOUNT_MAX,
} from "./commands/place-order.ts";
export { decide } from "./decide.ts";
export * from "./decision.ts";
export * from "./event.ts";
export { exposureView, type MarketExposureView } from "./exposure-view.ts";
export * from "./fill.ts";
export * from "./ledger.ts";
export { type LotView, lotView } from "./lot-view.ts";
export * from "./market.ts";
export * from "./order.ts";
export { type OrderPreview, previewOrder } from "./preview-order.ts";
export * from "./refusal.ts";
export { createState, type State, type StateOptions } from "./state/state.ts";
export {
  accountOrders,
  accountView,
  type MarketView,
  marketView,
  orderView,
} from "./views.ts";
export { Positions, PriceHeap } from "./watch/price-heap.ts";
