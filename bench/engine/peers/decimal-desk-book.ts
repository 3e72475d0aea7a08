// What the conventional desk keeps: markets, accounts and orders as objects, amounts as Decimals.
import type { Decimal } from "decimal.js";

export type DeskMarket = {
  readonly id: number;
  readonly termsVersion: number;
  readonly unitsPerLot: Decimal;
  readonly lotsMin: Decimal;
  readonly lotsMax: Decimal;
  readonly lotStep: Decimal;
  readonly leverages: readonly number[];
  readonly feeRate: Decimal;
  readonly priceAgeMaxMs: number;
  isOpen: boolean;
  seq: number;
  bid: Decimal;
  ask: Decimal;
  quotedAtMs: number;
  /** Orders a tick of this market must look at: with stops, or waiting for their target. */
  readonly watched: Map<number, DeskOrder>;
};

export type DeskOrder = {
  readonly id: number;
  readonly account: DeskAccount;
  readonly market: DeskMarket;
  readonly isBuy: boolean;
  readonly lots: Decimal;
  readonly leverage: number;
  /** The fill, or the target while it is pending. */
  readonly price: Decimal;
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
  readonly expiresAtMs: number | null;
  readonly margin: Decimal;
  readonly fee: Decimal;
};

export type DeskAccount = {
  readonly id: number;
  cash: Decimal;
  /** Kept up to date with every order, as nobody sums them up each time. */
  used: Decimal;
  reserved: Decimal;
  readonly positions: Map<number, DeskOrder>;
  readonly pending: Map<number, DeskOrder>;
  leverageMax: number | null;
  coolOffUntilMs: number | null;
  selfExcludedUntilMs: number | null;
  dailyLossMax: Decimal | null;
  dayEquity: Decimal;
};

export type DeskPlacing = {
  readonly atMs: number;
  readonly accountId: number;
  readonly marketId: number;
  readonly isBuy: boolean;
  readonly lots: Decimal;
  readonly leverage: number;
  readonly target: Decimal | null;
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
  readonly expiresAtMs: number | null;
};
