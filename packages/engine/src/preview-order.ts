// What an order would cost and leave, before it is placed: the same checks and formulas as placing
// it, so that what is shown is what is charged (P18).
import {
  longProfit,
  type Money,
  marginLevel,
  money,
  type Price,
  type Rate,
  shortProfit,
  ZERO_MONEY,
} from "@truetick/money";
import type { PlaceOrder } from "./command.ts";
import { checkOrder, costAt } from "./commands/place-order.ts";
import type { Refusal } from "./refusal.ts";
import { availableOf } from "./rules/equity.ts";
import { markAccount } from "./rules/mark.ts";
import { NIGHT_DAYS, nightCharge } from "./rules/night-charge.ts";
import { Prices } from "./rules/prices.ts";
import { NONE } from "./state/columns.ts";
import type { State } from "./state/state.ts";
import { accountView } from "./views.ts";

export type OrderPreview = {
  /** Why it would be refused; null when it would be taken. */
  readonly refusal: Refusal | null;
  /** The price it would open at; null when the market is not quoted. */
  readonly price: Price | null;
  /** The price it would close at in the same moment; null like the other. */
  readonly closePrice: Price | null;
  readonly margin: Money;
  readonly fee: Money;
  /** Profit of closing at once: the cost of the spread, not above zero. */
  readonly spread: Money;
  /** What a night would cost (below zero) or bring at the quote of now. */
  readonly nightly: Money;
  /** Profit of closing at each stop, at the conversion of this moment; null without the stop. */
  readonly profitAtStopLoss: Money | null;
  readonly profitAtTakeProfit: Money | null;
  readonly available: Money;
  /** Free margin once it is open, or waits. */
  readonly freeAfter: Money;
  /** Margin level after opening; null when it cannot be told. */
  readonly levelAfter: Rate | null;
};

const UNKNOWN = {
  price: null,
  closePrice: null,
  margin: ZERO_MONEY,
  fee: ZERO_MONEY,
  spread: ZERO_MONEY,
  nightly: ZERO_MONEY,
  profitAtStopLoss: null,
  profitAtTakeProfit: null,
  available: ZERO_MONEY,
  freeAfter: ZERO_MONEY,
  levelAfter: null,
} as const;

export function previewOrder(state: State, command: PlaceOrder): OrderPreview {
  const { accountId, marketId } = command;
  const account = state.accounts.slotOf(accountId);
  if (account === NONE) {
    return { ...UNKNOWN, refusal: { reason: "ACCOUNT_UNKNOWN", accountId } };
  }
  const market = state.marketOf(marketId);
  if (market === null) return { ...UNKNOWN, refusal: { reason: "MARKET_UNKNOWN", marketId } };
  const prices = new Prices(command.atMs);
  if (!prices.isQuoted(market)) {
    const ageMaxMs = market.terms.priceAgeMaxMs;
    const refusal = { reason: "QUOTE_STALE", marketId, ageMs: null, ageMaxMs } as const;
    return { ...UNKNOWN, refusal };
  }
  const mark = markAccount(state, account, prices);
  const refusal = checkOrder(state, { account, market, command, prices, mark });
  const available = availableOf(state, account, prices) ?? ZERO_MONEY;
  // Without leverage there is no margin to speak of; no market offers none, so it is refused.
  if (command.leverage <= 0) return { ...UNKNOWN, available, refusal };
  const cost = costAt(market, command, prices);
  if ("reason" in cost) return { ...UNKNOWN, available, refusal: refusal ?? cost };
  const isSell = command.side === "sell";
  const price = command.target ?? prices.openingOf(market, isSell);
  const profitAt = (closePrice: Price | null): Money | null => {
    if (closePrice === null) return null;
    const { lots } = command;
    const conversion = cost.quote.ratio;
    const input = { contract: market.contract, lots, openPrice: price, closePrice, conversion };
    return isSell ? shortProfit(input) : longProfit(input);
  };
  const isNow = command.target === null;
  const closePrice = prices.closingOf(market, isSell);
  const spread = (isNow ? profitAt(closePrice) : null) ?? ZERO_MONEY;
  const night = { lots: command.lots, days: NIGHT_DAYS, conversion: cost.quote };
  const view = accountView(state, accountId);
  const equity = money((view?.equity ?? ZERO_MONEY) + spread - cost.fee);
  const isShort = cost.total > available;
  return {
    refusal:
      refusal ??
      (isShort ? { reason: "MARGIN_EXCEEDS_FREE", needed: cost.total, available } : null),
    price,
    closePrice,
    margin: cost.margin,
    fee: cost.fee,
    spread,
    nightly: nightCharge(market, { ...night, isSell }, prices),
    profitAtStopLoss: profitAt(command.stopLoss),
    profitAtTakeProfit: profitAt(command.takeProfit),
    available,
    freeAfter: money((view?.free ?? ZERO_MONEY) - cost.total + spread),
    levelAfter: marginLevel(equity, money((view?.used ?? ZERO_MONEY) + cost.margin)),
  };
}
