// One market at run time: its terms, session and newest quote, how its currencies convert, and
// what waits for its price. There are few markets, so this is an object and not a row of columns.
import { type Contract, contractOf } from "@truetick/money";
import type { MarketSession, MarketTerms } from "../market.ts";
import { type Positions, PriceHeap } from "../watch/price-heap.ts";
import { Trailing } from "../watch/trailing.ts";
import { Triggers } from "../watch/triggers.ts";
import type { OrderTable } from "./order-table.ts";

/** One step from a currency towards the account currency. */
export type ConversionStep = { readonly market: MarketSlot; readonly isInverse: boolean };

/** Heap positions shared by the heaps of all markets. */
export type SharedPositions = {
  readonly triggers: Positions;
  readonly trailing: Positions;
  readonly bandLow: Positions;
  readonly bandHigh: Positions;
};

export class MarketSlot {
  readonly slot: number;
  terms: MarketTerms;
  contract: Contract;
  /** Millionths of the quote currency per point and ten-thousandth of a lot, as a mark. */
  pointMark: number;
  session: MarketSession = "closed";
  lastCutDate = 0;

  /** The newest quote; seq 0 before the first. */
  seq = 0;
  bid = 0;
  ask = 0;
  quotedAtMs = 0;
  isStale = false;

  /** From the quote and the base currency to the account currency; null: no way. */
  quotePath: readonly ConversionStep[] | null = [];
  basePath: readonly ConversionStep[] | null = [];
  /** Quoted in the account currency: nothing to convert. */
  isAtPar = true;
  /** Whether its own price also converts its quote currency, as that of USD/JPY does. */
  convertsItself = false;
  /** Value of one unit of the quote currency, as a mark; NaN while a step has no quote. */
  quoteMark = 1;
  /** Markets whose quote currency converts through this one. */
  convertedHere: MarketSlot[] = [];

  readonly triggers: Triggers;
  readonly trailing: Trailing;
  /** Exposures by the price at which their account must be looked at again. */
  readonly bandLow: PriceHeap;
  readonly bandHigh: PriceHeap;

  constructor(slot: number, terms: MarketTerms, orders: OrderTable, shared: SharedPositions) {
    this.slot = slot;
    this.terms = terms;
    this.contract = contractOf(terms);
    this.pointMark = this.contract.pointNumerator / this.contract.pointDenominator;
    this.triggers = new Triggers(orders, shared.triggers);
    this.trailing = new Trailing(orders, this.triggers, shared.trailing);
    this.bandLow = new PriceHeap(shared.bandLow);
    this.bandHigh = new PriceHeap(shared.bandHigh);
  }

  setTerms(terms: MarketTerms): void {
    this.terms = terms;
    this.contract = contractOf(terms);
    this.pointMark = this.contract.pointNumerator / this.contract.pointDenominator;
  }
}
