// Remembers: changes the state as an event says. Used live and on replay, so it asks nothing of
// quotes or clocks and cannot refuse. A broken invariant throws, and trading stops.
import {
  applyAccountOpened,
  applyDayEquitySet,
  applyLimitsSet,
  applyMarginTold,
  applyStoppedOut,
} from "./apply/apply-account.ts";
import {
  applyBalanceProtected,
  applyDemoReset,
  applyFinancingCharged,
  applyFundsCredited,
  applyFundsHeld,
  applyFundsTransferred,
  applyHoldReleased,
  applyHoldSettled,
} from "./apply/apply-funds.ts";
import {
  applyDayStarted,
  applyMarketCut,
  applyMarketDefined,
  applyMarketSessionChanged,
  applyMarketWentStale,
  applyQuoteTaken,
  applyTrailingAdvanced,
} from "./apply/apply-market.ts";
import {
  applyOrderAmended,
  applyOrderCancelled,
  applyOrderClosed,
  applyOrderLeftOpen,
  applyOrderOpened,
  applyOrderPlaced,
  applyOrderReduced,
  applyStopsSet,
  applyTrailingSet,
} from "./apply/apply-order.ts";
import type { Event } from "./event.ts";
import type { State } from "./state/state.ts";

type Apply = {
  readonly [Type in Event["type"]]: (state: State, event: Extract<Event, { type: Type }>) => void;
};

const APPLY: Apply = {
  QuoteTaken: applyQuoteTaken,
  OrderPlaced: applyOrderPlaced,
  OrderOpened: applyOrderOpened,
  OrderClosed: applyOrderClosed,
  OrderReduced: applyOrderReduced,
  OrderCancelled: applyOrderCancelled,
  OrderAmended: applyOrderAmended,
  StopsSet: applyStopsSet,
  TrailingSet: applyTrailingSet,
  TrailingAdvanced: applyTrailingAdvanced,
  MarginCalled: applyMarginTold,
  MarginRestored: applyMarginTold,
  StoppedOut: applyStoppedOut,
  BalanceProtected: applyBalanceProtected,
  FinancingCharged: applyFinancingCharged,
  MarketCut: applyMarketCut,
  DayStarted: applyDayStarted,
  DayEquitySet: applyDayEquitySet,
  AccountOpened: applyAccountOpened,
  LimitsSet: applyLimitsSet,
  DemoReset: applyDemoReset,
  FundsCredited: applyFundsCredited,
  FundsHeld: applyFundsHeld,
  HoldReleased: applyHoldReleased,
  HoldSettled: applyHoldSettled,
  FundsTransferred: applyFundsTransferred,
  MarketDefined: applyMarketDefined,
  MarketSessionChanged: applyMarketSessionChanged,
  MarketWentStale: applyMarketWentStale,
  OrderLeftOpen: applyOrderLeftOpen,
};

/** What makes up most of a day is told apart here, which is faster than a look into the table. */
export function apply(state: State, event: Event): void {
  switch (event.type) {
    case "QuoteTaken":
      applyQuoteTaken(state, event);
      break;
    case "OrderOpened":
      applyOrderOpened(state, event);
      break;
    case "OrderClosed":
      applyOrderClosed(state, event);
      break;
    case "OrderPlaced":
      applyOrderPlaced(state, event);
      break;
    case "OrderCancelled":
      applyOrderCancelled(state, event);
      break;
    default:
      // The table pairs each type with its function; an index loses the pairing, hence the cast.
      (APPLY[event.type] as (state: State, event: Event) => void)(state, event);
  }
}
