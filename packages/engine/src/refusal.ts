// Every way the engine says no, with the numbers that made it say so. A refusal changes nothing.
import type { Lots, Money, Price } from "@truetick/money";
import type { AccountId, Book } from "./account.ts";
import type { MarketId } from "./market.ts";
import type { OrderId } from "./order.ts";

export type Refusal =
  | { readonly reason: "ACCOUNT_UNKNOWN"; readonly accountId: AccountId }
  | { readonly reason: "ACCOUNT_EXISTS"; readonly accountId: AccountId }
  | { readonly reason: "MARKET_UNKNOWN"; readonly marketId: MarketId }
  | { readonly reason: "MARKET_CLOSED"; readonly marketId: MarketId }
  | { readonly reason: "MARKET_HALTED"; readonly marketId: MarketId }
  | { readonly reason: "MARKET_DELISTED"; readonly marketId: MarketId }
  /** No new risk: what is open can be closed, nothing can be opened. */
  | { readonly reason: "MARKET_CLOSING_ONLY"; readonly marketId: MarketId }
  | { readonly reason: "MARKET_TERMS_INVALID"; readonly marketId: MarketId; readonly field: string }
  | { readonly reason: "MARKET_VERSION_OLD"; readonly version: number; readonly newest: number }
  /** The contract itself (units, precision, currencies) never changes. */
  | {
      readonly reason: "MARKET_CONTRACT_FIXED";
      readonly marketId: MarketId;
      readonly field: string;
    }
  | {
      readonly reason: "QUOTE_STALE";
      readonly marketId: MarketId;
      /** Null when there has been no quote yet. */
      readonly ageMs: number | null;
      readonly ageMaxMs: number;
    }
  | { readonly reason: "QUOTE_INVALID"; readonly bid: number; readonly ask: number }
  | { readonly reason: "QUOTE_OUT_OF_ORDER"; readonly seq: number; readonly newest: number }
  | { readonly reason: "CONVERSION_MISSING"; readonly currency: string }
  | { readonly reason: "LEVERAGE_MISSING"; readonly marketId: MarketId }
  | {
      readonly reason: "LEVERAGE_NOT_OFFERED";
      readonly leverage: number;
      readonly leverages: readonly number[];
    }
  | {
      readonly reason: "LEVERAGE_ABOVE_LIMIT";
      readonly leverage: number;
      readonly leverageMax: number;
    }
  | { readonly reason: "LOTS_BELOW_MINIMUM"; readonly lots: Lots; readonly lotsMin: Lots }
  | { readonly reason: "LOTS_ABOVE_MAXIMUM"; readonly lots: Lots; readonly lotsMax: Lots }
  | { readonly reason: "LOTS_OFF_STEP"; readonly lots: Lots; readonly lotStep: Lots }
  | { readonly reason: "LOTS_ABOVE_ORDER"; readonly lots: Lots; readonly lotsHeld: Lots }
  | { readonly reason: "TARGET_AT_PRICE"; readonly target: Price; readonly price: Price }
  | { readonly reason: "STOP_LOSS_WRONG_SIDE"; readonly stopLoss: Price; readonly price: Price }
  | { readonly reason: "TAKE_PROFIT_WRONG_SIDE"; readonly takeProfit: Price; readonly price: Price }
  | {
      readonly reason: "TRAILING_DISTANCE_INVALID";
      readonly distance: number;
      readonly price: Price;
    }
  | {
      readonly reason: "DEVIATION_EXCEEDED";
      readonly asked: Price;
      readonly price: Price;
      readonly maxDeviation: number;
    }
  | { readonly reason: "EXPIRY_PAST"; readonly expiresAtMs: number; readonly atMs: number }
  | { readonly reason: "MARGIN_EXCEEDS_FREE"; readonly needed: Money; readonly available: Money }
  | { readonly reason: "MARGIN_CALLED"; readonly equity: Money; readonly used: Money }
  | { readonly reason: "DAILY_LOSS_REACHED"; readonly loss: Money; readonly lossMax: Money }
  | { readonly reason: "COOLING_OFF"; readonly untilMs: number }
  | { readonly reason: "SELF_EXCLUDED"; readonly untilMs: number }
  | { readonly reason: "LIMIT_NOT_LOOSENED"; readonly untilMs: number }
  | { readonly reason: "TOO_MANY_ORDERS"; readonly ordersMax: number }
  | { readonly reason: "ORDER_UNKNOWN"; readonly orderId: OrderId }
  | { readonly reason: "ORDER_NOT_PENDING"; readonly orderId: OrderId }
  | { readonly reason: "ORDER_NOT_HOLDING"; readonly orderId: OrderId }
  | { readonly reason: "NOTHING_TO_CLOSE"; readonly accountId: AccountId }
  | { readonly reason: "AMOUNT_INVALID"; readonly amount: Money }
  | { readonly reason: "FUNDS_EXCEED_AVAILABLE"; readonly amount: Money; readonly available: Money }
  | { readonly reason: "CASH_ABOVE_MAXIMUM"; readonly cash: Money; readonly cashMax: Money }
  /** This deposit, adjustment, withdrawal or transfer id has been used before. */
  | { readonly reason: "ALREADY_SETTLED"; readonly causeId: number }
  | { readonly reason: "HOLD_UNKNOWN"; readonly withdrawalId: number }
  | { readonly reason: "BOOK_MISMATCH"; readonly from: Book; readonly to: Book }
  | { readonly reason: "OWNER_MISMATCH"; readonly from: AccountId; readonly to: AccountId }
  | { readonly reason: "SAME_ACCOUNT"; readonly accountId: AccountId }
  | { readonly reason: "ONLY_DEMO"; readonly accountId: AccountId }
  | { readonly reason: "ONLY_REAL"; readonly accountId: AccountId }
  | {
      readonly reason: "CUT_ALREADY_CHARGED";
      readonly marketId: MarketId;
      readonly cutDate: number;
    }
  | { readonly reason: "DAY_ALREADY_STARTED"; readonly cutDate: number; readonly newest: number };

export type RefusalReason = Refusal["reason"];
