// The lists behind every name that is written as a number. Append only: the place in the list is
// in the journal for good.
import type { Book } from "../account.ts";
import type { Command } from "../command.ts";
import type { Event } from "../event.ts";
import type { FillRule } from "../fill.ts";
import { HOUSE_ACCOUNTS, type HouseAccount, type MovementCause } from "../ledger.ts";
import type { FeeType, MarginMode, MarketSession } from "../market.ts";
import type {
  CancelReason,
  CloseReason,
  LeftReason,
  PendingKind,
  RequestedCloseReason,
  Side,
} from "../order.ts";

export const EVENT_TYPES: readonly Event["type"][] = [
  "OrderPlaced",
  "OrderOpened",
  "OrderClosed",
  "OrderReduced",
  "OrderCancelled",
  "OrderAmended",
  "StopsSet",
  "TrailingSet",
  "TrailingAdvanced",
  "MarginCalled",
  "MarginRestored",
  "StoppedOut",
  "BalanceProtected",
  "FinancingCharged",
  "MarketCut",
  "DayStarted",
  "DayEquitySet",
  "AccountOpened",
  "LimitsSet",
  "DemoReset",
  "FundsCredited",
  "FundsHeld",
  "HoldReleased",
  "HoldSettled",
  "FundsTransferred",
  "MarketDefined",
  "MarketSessionChanged",
  "QuoteTaken",
  "MarketWentStale",
  "OrderLeftOpen",
];

export const COMMAND_TYPES: readonly Command["type"][] = [
  "PlaceOrder",
  "CloseOrder",
  "CloseAll",
  "CancelOrder",
  "SetStops",
  "SetTrailing",
  "AmendOrder",
  "ExpireOrders",
  "TakeQuote",
  "MarkStale",
  "DefineMarket",
  "SetMarketSession",
  "DelistMarket",
  "ChargeFinancing",
  "StartDay",
  "OpenAccount",
  "SetLimits",
  "ResetDemo",
  "Credit",
  "Hold",
  "Release",
  "Settle",
  "Transfer",
];

export const BOOKS: readonly Book[] = ["real", "demo"];
export const SIDES: readonly Side[] = ["buy", "sell"];
export const PENDING_KINDS: readonly PendingKind[] = ["limit", "stop"];
export const SESSIONS: readonly MarketSession[] = [
  "open",
  "closed",
  "halted",
  "delisted",
  "closing-only",
  "closed-closing-only",
];
export const MARGIN_MODES: readonly MarginMode[] = ["fixed", "floating"];
export const FEE_TYPES: readonly FeeType[] = ["margin", "lots", "notional"];
export const HOUSES: readonly HouseAccount[] = HOUSE_ACCOUNTS;

export const FILL_RULES: readonly FillRule[] = [
  "market",
  "limit",
  "stop",
  "close",
  "take-profit",
  "stop-loss",
  "trailing-stop",
  "stop-out",
  "demo-reset",
  "delisting",
];

export const CLOSE_REASONS: readonly CloseReason[] = [
  "user",
  "take-profit",
  "stop-loss",
  "trailing-stop",
  "stop-out",
  "copy",
  "copy-stop-loss",
  "copy-stopped",
  "demo-reset",
  "delisted",
];

export const REQUESTED_CLOSE_REASONS: readonly RequestedCloseReason[] = [
  "user",
  "copy",
  "copy-stop-loss",
  "copy-stopped",
];

export const CANCEL_REASONS: readonly CancelReason[] = [
  "user",
  "expired",
  "margin",
  "no-new-exposure",
  "leverage",
  "stop-out",
  "demo-reset",
  "copy-stopped",
  "delisted",
];

export const LEFT_REASONS: readonly LeftReason[] = [
  "MARKET_CLOSED",
  "MARKET_HALTED",
  "MARKET_DELISTED",
  "QUOTE_STALE",
];

export const MOVEMENT_CAUSES: readonly MovementCause[] = [
  "profit",
  "fee",
  "financing",
  "protection",
  "deposit",
  "withdrawal-hold",
  "withdrawal-release",
  "withdrawal-payout",
  "transfer",
  "copy-transfer",
  "adjustment",
  "demo-grant",
  "withdrawal-fee",
];

export const CREDIT_CAUSES = ["deposit", "adjustment", "demo-grant"] as const;
export const REQUESTED_CREDIT_CAUSES = ["deposit", "adjustment"] as const;
export const TRANSFER_CAUSES = ["transfer", "copy-transfer"] as const;
export const STOP_OUT_ORDERS = ["most-margin", "most-losing"] as const;
