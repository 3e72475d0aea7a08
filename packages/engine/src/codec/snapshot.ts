// The durable state to bytes and back: canonical, sorted by id, so that equal states give equal
// bytes and hashes. Left out, because they are derived or on the tape: quotes and staleness, heaps,
// bands, exposures, slots. After decoding, the newest quotes are applied from the tape.
import { assert } from "@truetick/money";
import { accountId } from "../account.ts";
import { watchHolding, watchPending } from "../apply/apply-order.ts";
import { linkOrder } from "../apply/order-list.ts";
import { HOUSE_ACCOUNTS } from "../ledger.ts";
import { orderId } from "../order.ts";
import { resolveConversions } from "../rules/conversion.ts";
import { f64, i32, i64, NONE } from "../state/columns.ts";
import { MarketSlot } from "../state/market-slot.ts";
import { SETTLED_KINDS, State } from "../state/state.ts";
import { rebuildExposures } from "../watch/exposure.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { BOOKS, SESSIONS } from "./names.ts";
import { readLimits, readTerms, writeLimits, writeTerms } from "./parts.ts";

const VERSION = 3;
/** Listed every id that had settled; the build that reads it may be the first of version 3. */
const VERSION_OF_LISTS = 2;
const writer = new ByteWriter();

export function encodeState(state: State): Uint8Array<ArrayBuffer> {
  writer.begin();
  writer.uint(VERSION);
  writer.text(state.accountCurrency);
  writer.uint(state.firstId);
  writer.uint(state.idStep);
  writer.uint(state.nextOrderId);
  writer.uint(state.nextMovementId);
  writer.uint(state.lastDayDate);
  writeMarkets(writer, state);
  writeAccounts(writer, state);
  writeOrders(writer, state);
  writeFunds(writer, state);
  writeSettled(writer, state);
  return writer.finish();
}

export function decodeState(bytes: Uint8Array): State {
  const from = new ByteReader(bytes);
  const version = from.uint();
  const isKnown = version === VERSION || version === VERSION_OF_LISTS;
  assert(isKnown, "Invariant: only known versions of the state are read");
  const state = new State({
    accountCurrency: from.text(),
    firstId: from.uint(),
    idStep: from.uint(),
  });
  state.nextOrderId = from.uint();
  state.nextMovementId = from.uint();
  state.lastDayDate = from.uint();
  readMarkets(from, state);
  readAccounts(from, state);
  readOrders(from, state);
  readFunds(from, state);
  readSettled(from, state, version);
  assert(from.isAtEnd, "Invariant: nothing follows the state");
  rebuildExposures(state);
  return state;
}

function writeMarkets(to: ByteWriter, { markets }: State): void {
  to.uint(markets.length);
  for (const market of byNumber(markets, ({ terms }) => terms.marketId)) {
    writeTerms(to, market.terms);
    to.name(SESSIONS, market.session);
    to.uint(market.lastCutDate);
  }
}

function readMarkets(from: ByteReader, state: State): void {
  for (let left = from.uint(); left > 0; left -= 1) {
    const terms = readTerms(from);
    const market = new MarketSlot(state.markets.length, terms, state.orders, state.positions);
    market.session = from.name(SESSIONS);
    market.lastCutDate = from.uint();
    state.markets.push(market);
    state.marketSlots.add(terms.marketId, market.slot);
  }
  resolveConversions(state);
}

function writeAccounts(to: ByteWriter, { accounts }: State): void {
  to.uint(accounts.count);
  const slots = byNumber(slotsBelow(accounts.count), (slot) => accounts.accountId(slot));
  for (const slot of slots) {
    to.uint(accounts.accountId(slot));
    to.uint(accounts.ownerId(slot));
    to.name(BOOKS, accounts.book(slot));
    to.int64(accounts.cash(slot));
    to.bool(accounts.isMarginCalled(slot));
    to.int64(accounts.dayEquity(slot));
    writeLimits(to, accounts.limits(slot));
  }
}

function readAccounts(from: ByteReader, { accounts }: State): void {
  for (let left = from.uint(); left > 0; left -= 1) {
    const id = accountId(from.uint());
    const slot = accounts.add({ accountId: id, ownerId: from.uint(), book: from.name(BOOKS) });
    accounts.setCash(slot, from.money());
    accounts.setMarginCalled(slot, from.bool());
    accounts.setDayEquity(slot, from.money());
    accounts.setLimits(slot, readLimits(from));
  }
}

function writeOrders(to: ByteWriter, state: State): void {
  const { accounts, orders } = state;
  to.uint(orders.count);
  const live = slotsBelow(orders.slotsEnd).filter((slot) => orders.isLive(slot));
  for (const slot of byNumber(live, (one) => f64(orders.orderId, one))) {
    to.uint(f64(orders.orderId, slot));
    to.bool(orders.isSell(slot));
    to.bool(orders.isPending(slot));
    to.bool(orders.isPending(slot) && orders.isStopKind(slot));
    to.uint(accounts.accountId(i32(orders.account, slot)));
    to.uint(state.marketAt(i32(orders.market, slot)).terms.marketId);
    to.uint(f64(orders.lots, slot));
    to.uint(i32(orders.leverage, slot));
    to.uint(f64(orders.askedPrice, slot));
    to.uint(f64(orders.openPrice, slot));
    to.uint(f64(orders.stopLoss, slot));
    to.uint(f64(orders.takeProfit, slot));
    to.uint(f64(orders.trailingDistance, slot));
    to.uint(f64(orders.trailingLevel, slot));
    to.int64(i64(orders.margin, slot));
    to.int64(i64(orders.fee, slot));
    to.uint(f64(orders.expiresAtMs, slot));
    to.uint(f64(orders.placedAtMs, slot));
    to.uint(f64(orders.openedAtMs, slot));
    to.uint(f64(orders.openSeq, slot));
    to.uint(i32(orders.termsVersion, slot));
  }
}

function readOrders(from: ByteReader, state: State): void {
  for (let left = from.uint(); left > 0; left -= 1) readOrder(from, state);
}

function readOrder(from: ByteReader, state: State): void {
  const { accounts, orders } = state;
  const id = orderId(from.uint());
  const slot = orders.add({ orderId: id, isSell: from.bool(), isPending: from.bool() });
  orders.setPendingKind(slot, from.bool());
  const account = accounts.slotOf(from.uint());
  const market = state.marketOf(from.uint());
  assert(account !== NONE && market !== null, "Invariant: an order has account and market");
  orders.account[slot] = account;
  orders.market[slot] = market.slot;
  orders.lots[slot] = from.uint();
  orders.leverage[slot] = from.uint();
  orders.askedPrice[slot] = from.uint();
  orders.openPrice[slot] = from.uint();
  orders.stopLoss[slot] = from.uint();
  orders.takeProfit[slot] = from.uint();
  orders.trailingDistance[slot] = from.uint();
  orders.trailingLevel[slot] = from.uint();
  orders.margin[slot] = from.money();
  orders.fee[slot] = from.money();
  orders.expiresAtMs[slot] = from.uint();
  orders.placedAtMs[slot] = from.uint();
  orders.openedAtMs[slot] = from.uint();
  orders.openSeq[slot] = from.uint();
  orders.termsVersion[slot] = from.uint();
  linkOrder(state, slot);
  const margin = i64(orders.margin, slot);
  if (orders.isPending(slot)) {
    accounts.addPending(account, 1);
    accounts.setReserved(account, accounts.reserved(account) + margin + i64(orders.fee, slot));
    watchPending(state, slot);
  } else {
    accounts.addHolding(account, 1);
    accounts.setUsed(account, accounts.used(account) + margin);
    watchHolding(state, slot);
  }
}

function writeFunds(to: ByteWriter, state: State): void {
  for (const book of BOOKS) for (const balance of state.house[book]) to.int64(balance);
  to.uint(state.holds.size);
  for (const [id, held] of byNumber([...state.holds], ([withdrawalId]) => withdrawalId)) {
    to.uint(id);
    to.uint(state.accounts.accountId(held.account));
    to.int64(held.amount);
  }
}

/** As runs, each behind the end of the one before. */
function writeSettled(to: ByteWriter, { settled }: State): void {
  for (const kind of SETTLED_KINDS) {
    const runs = settled[kind].runs();
    to.uint(runs.length);
    let end = 0;
    for (const { first, length } of runs) {
      to.two(first - end, length);
      end = first + length;
    }
  }
}

function readFunds(from: ByteReader, state: State): void {
  const { accounts } = state;
  for (const book of BOOKS) {
    for (let at = 0; at < HOUSE_ACCOUNTS.length; at += 1) state.house[book][at] = from.money();
  }
  for (let left = from.uint(); left > 0; left -= 1) {
    const id = from.uint();
    const account = accounts.slotOf(from.uint());
    const amount = from.money();
    state.holds.set(id, { account, amount });
    accounts.addHeld(account, amount);
  }
}

function readSettled(from: ByteReader, { settled }: State, version: number): void {
  for (const kind of SETTLED_KINDS) {
    let end = 0;
    for (let left = from.uint(); left > 0; left -= 1) {
      if (version === VERSION_OF_LISTS) {
        settled[kind].add(from.uint());
      } else {
        const first = end + from.uint();
        const length = from.uint();
        settled[kind].addRun({ first, length });
        end = first + length;
      }
    }
  }
}

function byNumber<One>(list: readonly One[], numberOf: (one: One) => number): One[] {
  return [...list].sort((left, right) => numberOf(left) - numberOf(right));
}

function slotsBelow(end: number): number[] {
  return Array.from({ length: end }, (_, slot) => slot);
}
