// Takes one row of the tape and does everything it causes, in the order of the rules: lapsed
// orders, trailing levels, stops of this market, its pending orders by age, then the accounts the
// price touches: margin call, stop-out. A trader's own stop beats the stop-out. A quote that is old
// when it comes is marked to and causes nothing. Costs a handful of comparisons when nothing
// happens. Refuses: MARKET_UNKNOWN, QUOTE_INVALID, QUOTE_OUT_OF_ORDER.
import { type Price, price } from "@truetick/money";
import type { TakeQuote } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { CloseReason } from "../order.ts";
import type { Refusal } from "../refusal.ts";
import { closePosition, closingFor } from "../rules/close-position.ts";
import { Draft } from "../rules/draft.ts";
import { isClear, judgeAccount } from "../rules/judge-account.ts";
import { openPending } from "../rules/open-position.ts";
import { Prices } from "../rules/prices.ts";
import { f64, NONE } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { collectLeft } from "../watch/bands.ts";
import { kindOfEntry, STOP_LOSS, slotOfEntry, TAKE_PROFIT, TARGET } from "../watch/triggers.ts";
import { expirePending } from "./expire-orders.ts";

const PRICE_POINTS_MAX = 1_000_000_000_000;

export function takeQuote(state: State, command: TakeQuote): Decision {
  const market = state.marketOf(command.marketId);
  if (market === null) return refuse({ reason: "MARKET_UNKNOWN", marketId: command.marketId });
  const refusal = checkQuote(market, command);
  if (refusal !== null) return refuse(refusal);
  const { seq, bid, ask, atMs } = command;
  const quotedAtMs = command.quotedAtMs ?? atMs;
  const { marketId } = command;
  const prices = new Prices(atMs, { market, seq, bid, ask, quotedAtMs });
  const draft = new Draft(state, prices);
  draft.emit({ type: "QuoteTaken", atMs: quotedAtMs, marketId, seq, bid, ask });
  expirePending(draft);
  if (prices.isTradable(market)) {
    advanceTrailing(draft, market, command);
    fireTriggers(draft, market, command);
    judgeAccounts(draft, market, command);
  }
  return accept(draft.events);
}

/** The feed has refused bad ticks already; what comes through here twice is refused twice. */
function checkQuote(market: MarketSlot, command: TakeQuote): Refusal | null {
  const { seq, bid, ask } = command;
  const isValid = Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && bid > 0 && bid <= ask;
  if (!isValid || ask > PRICE_POINTS_MAX) return { reason: "QUOTE_INVALID", bid, ask };
  if (seq > market.seq) return null;
  return { reason: "QUOTE_OUT_OF_ORDER", seq, newest: market.seq };
}

function advanceTrailing(draft: Draft, market: MarketSlot, command: TakeQuote): void {
  const { marketId, seq, bid, ask, atMs } = command;
  const moved = { type: "TrailingAdvanced", atMs, marketId, seq } as const;
  if (market.trailing.doLongsMove(bid)) {
    draft.emit({ ...moved, side: "buy", price: bid });
  }
  if (market.trailing.doShortsMove(ask)) {
    draft.emit({ ...moved, side: "sell", price: ask });
  }
}

function fireTriggers(draft: Draft, market: MarketSlot, { bid, ask }: TakeQuote): void {
  if (!market.triggers.isReached(bid, ask)) return;
  const fired: number[] = [];
  market.triggers.collect(bid, ask, fired);
  const closing = new Map<number, number>();
  const opening: number[] = [];
  for (const entry of fired) {
    const slot = slotOfEntry(entry);
    if (kindOfEntry(entry) === TARGET) opening.push(slot);
    else closing.set(slot, firstMet(draft.state, closing.get(slot), entry));
  }
  const { orders } = draft.state;
  const byAge = (left: number, right: number) =>
    f64(orders.orderId, left) - f64(orders.orderId, right);
  for (const slot of [...closing.keys()].sort(byAge)) {
    const entry = closing.get(slot) ?? NONE;
    closePosition(draft, slot, closingFor(reasonOf(entry), levelOf(draft.state, entry)));
  }
  for (const slot of opening.sort(byAge)) {
    if (draft.order(slot).status === "pending") openPending(draft, slot);
  }
}

/** The reason of a close is the rule that fired, never guessed from the sign of the profit. */
function reasonOf(entry: number): CloseReason {
  const kind = kindOfEntry(entry);
  if (kind === STOP_LOSS) return "stop-loss";
  return kind === TAKE_PROFIT ? "take-profit" : "trailing-stop";
}

/** When two stops of one order fire on one tick: the one the price met first. */
function firstMet(state: State, known: number | undefined, entry: number): number {
  if (known === undefined) return entry;
  const isSell = state.orders.isSell(slotOfEntry(entry));
  const ahead = levelOf(state, entry) - levelOf(state, known);
  if (ahead === 0) return kindOfEntry(entry) === STOP_LOSS ? entry : known;
  return ahead > 0 !== isSell ? entry : known;
}

function levelOf({ orders }: State, entry: number): Price {
  const slot = slotOfEntry(entry);
  const kind = kindOfEntry(entry);
  if (kind === STOP_LOSS) return price(f64(orders.stopLoss, slot));
  if (kind === TAKE_PROFIT) return price(f64(orders.takeProfit, slot));
  return price(f64(orders.trailingLevel, slot));
}

/** Accounts whose band the price has left, that changed since it was drawn, or that just did. */
function judgeAccounts(draft: Draft, market: MarketSlot, quote: TakeQuote): void {
  const { state } = draft;
  const { accounts, exposures, unbanded } = state;
  const found = draft.touchedAccounts();
  collectLeft(state, market, quote, found);
  for (const account of unbanded) {
    if (exposures.find(account, market.slot) !== NONE) found.push(account);
  }
  const unclear = found.filter((slot) => !isClear(draft, slot));
  if (unclear.length === 0) return;
  const slots = [...new Set(unclear)];
  slots.sort((left, right) => accounts.accountId(left) - accounts.accountId(right));
  for (const slot of slots) judgeAccount(draft, slot);
}
