// Draws the next command of a trader, the cashier or the clock, from chance and from the books as
// they stand: sensible often enough to be accepted, foolish often enough to be refused.

import { type AccountId, type MarketId, NO_LIMITS, type OrderId, orderId } from "@truetick/engine";
import { lots, money, type Price, price } from "@truetick/money";
import type { Books, UnstampedCommand } from "@truetick/server";
import type { Chance } from "../chance.ts";
import { TRADERS, type Trader, WARES } from "./floor.ts";

export type Drawing = {
  readonly chance: Chance;
  readonly books: Books;
  readonly priceOf: (index: number) => number;
  /** A number that no deposit, withdrawal or transfer had before. */
  readonly nextId: () => number;
  /** Dates of New York cuts, as they pass. */
  readonly nextCut: () => number;
  readonly nowMs: number;
};

const MILLION = 1_000_000n;
const DAY_MS = 86_400_000;
/** Mostly open, or nothing would happen. */
const SESSIONS = ["open", "open", "open", "closed", "closing-only", "open"] as const;
const UNKNOWN_ORDER = orderId(999_999);

/** The command, and who asks for it. */
export function drawCommand(drawing: Drawing): { command: UnstampedCommand; trader: Trader } {
  const trader = drawing.chance.pick(TRADERS);
  const kind = drawing.chance.below(100);
  if (kind < 40) return { trader, command: drawOrder(drawing, trader.accountId) };
  if (kind < 74) return { trader, command: drawChange(drawing, trader.accountId, kind) };
  if (kind < 92) return { trader, command: drawFunds(drawing, trader, kind) };
  return { trader, command: drawHouse(drawing, trader.accountId, kind) };
}

function drawOrder({ chance, priceOf, nowMs }: Drawing, accountId: AccountId): UnstampedCommand {
  const index = chance.below(WARES.length);
  const { terms } = WARES[index] ?? WARES[0] ?? { terms: null };
  if (!terms) throw new Error("Invariant: there is something to trade");
  const now = priceOf(index);
  const unit = Math.ceil(now / 2_000);
  const isBuy = chance.oneIn(2);
  const isPending = chance.oneIn(3);
  const target = isPending ? near(now, chance.below(20 * unit) - 10 * unit) : null;
  const at = target ?? now;
  const away = () => 1 + chance.below(20 * unit);
  const askedPrice = isPending || !chance.oneIn(4) ? null : price(now);
  return {
    type: "PlaceOrder",
    accountId,
    marketId: terms.marketId,
    side: isBuy ? "buy" : "sell",
    lots: lots((1 + chance.below(90)) * 100),
    leverage: chance.pick(terms.leverages),
    target,
    askedPrice,
    maxDeviation: askedPrice === null || !chance.oneIn(2) ? null : chance.below(100),
    stopLoss: chance.oneIn(3) ? near(at, isBuy ? -away() : away()) : null,
    takeProfit: chance.oneIn(4) ? near(at, isBuy ? away() : -away()) : null,
    trailingDistance: chance.oneIn(6) ? away() : null,
    expiresAtMs: isPending && chance.oneIn(4) ? nowMs + 1 + chance.below(60_000) : null,
  };
}

function drawChange(drawing: Drawing, accountId: AccountId, kind: number): UnstampedCommand {
  const { chance } = drawing;
  const { id, marketId } = pickOrder(drawing, accountId);
  const who = { accountId, orderId: id };
  const now = drawing.priceOf(marketId - 1);
  const unit = Math.ceil(now / 20_000);
  const around = (units: number) => near(now, chance.below(2 * units * unit) - units * unit);
  if (kind < 54) {
    const part = chance.oneIn(2) ? lots((1 + chance.below(40)) * 100) : null;
    return { type: "CloseOrder", ...who, lots: part, reason: "user" };
  }
  if (kind < 59) return { type: "CancelOrder", ...who };
  if (kind < 64) {
    const stopLoss = chance.oneIn(3) ? null : around(50);
    return { type: "SetStops", ...who, stopLoss, takeProfit: chance.oneIn(3) ? null : around(50) };
  }
  if (kind < 68) {
    const distance = chance.oneIn(5) ? null : 1 + chance.below(50 * unit);
    return { type: "SetTrailing", ...who, distance };
  }
  if (kind < 72) {
    const stops = { stopLoss: null, takeProfit: null, expiresAtMs: null };
    return { type: "AmendOrder", ...who, target: around(100), ...stops };
  }
  const isCancellingPending = chance.oneIn(2);
  return { type: "CloseAll", accountId, marketId: null, reason: "user", isCancellingPending };
}

function drawFunds(drawing: Drawing, trader: Trader, kind: number): UnstampedCommand {
  const { chance, nextId } = drawing;
  const { accountId, book } = trader;
  const amount = money(BigInt(1 + chance.below(800)) * MILLION);
  if (kind < 78) {
    const cause = book === "demo" || chance.oneIn(4) ? "adjustment" : "deposit";
    return { type: "Credit", accountId, cause, causeId: nextId(), amount };
  }
  if (kind < 82) return { type: "Hold", accountId, withdrawalId: nextId(), amount };
  const withdrawalId = chance.below(nextId() + 1);
  if (kind < 84) return { type: "Release", withdrawalId };
  if (kind < 86) {
    const fee = money(chance.oneIn(3) ? 0n : BigInt(chance.below(400)) * (MILLION / 7n));
    return { type: "Settle", withdrawalId, fee };
  }
  if (kind < 90) {
    const toAccountId = chance.pick(TRADERS).accountId;
    const [fromAccountId, transferId] = [accountId, nextId()];
    const cause = chance.oneIn(2) ? "transfer" : "copy-transfer";
    return { type: "Transfer", transferId, fromAccountId, toAccountId, amount, cause };
  }
  return { type: "ResetDemo", accountId };
}

function drawHouse(drawing: Drawing, accountId: AccountId, kind: number): UnstampedCommand {
  const { chance, nextCut, nowMs } = drawing;
  const { marketId } = chance.pick(WARES).terms;
  if (kind < 94) {
    const session = chance.pick(SESSIONS);
    return { type: "SetMarketSession", marketId, session };
  }
  if (kind < 97) {
    const weekday = chance.below(7);
    return { type: "ChargeFinancing", marketId, cutDate: nextCut(), cutAtMs: nowMs, weekday };
  }
  if (kind === 97) return { type: "StartDay", cutDate: nextCut() };
  if (kind === 98) return { type: "ExpireOrders" };
  const stopOutOrder = chance.oneIn(2) ? "most-losing" : "most-margin";
  const dailyLossMax = chance.oneIn(5) ? money(400n * MILLION) : null;
  const limits = { ...NO_LIMITS, stopOutOrder, dailyLossMax } as const;
  return { type: "SetLimits", accountId, limits, dayEndsAtMs: nowMs + DAY_MS };
}

function pickOrder(
  { chance, books }: Drawing,
  accountId: AccountId,
): { id: OrderId; marketId: MarketId } {
  const orders = books.orders(accountId);
  const order = orders[chance.below(Math.max(1, orders.length))];
  const [first] = WARES;
  if (!first) throw new Error("Invariant: there is something to trade");
  return order
    ? { id: order.orderId, marketId: order.marketId }
    : { id: UNKNOWN_ORDER, marketId: first.terms.marketId };
}

function near(now: number, offset: number): Price {
  return price(Math.max(1, now + offset));
}
