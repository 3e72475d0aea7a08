// Codecs of the events of accounts and their money. Each pair writes and reads the same fields in
// the same order.
import { price } from "@truetick/money";
import { type AccountId, accountId, type Book } from "../account.ts";
import type {
  AccountOpened,
  BalanceProtected,
  DayEquitySet,
  DemoReset,
  FinancingCharged,
  FundsCredited,
  FundsHeld,
  FundsTransferred,
  HoldReleased,
  HoldSettled,
  LimitsSet,
  MarginCalled,
  MarginRestored,
  StoppedOut,
} from "../event.ts";
import { marketId } from "../market.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import { readPath, writePath } from "./fills.ts";
import { readMovements, writeMovements } from "./movements.ts";
import { BOOKS, CREDIT_CAUSES, TRANSFER_CAUSES } from "./names.ts";
import {
  readIdentity,
  readLimits,
  readList,
  readLots,
  writeIdentity,
  writeLimits,
} from "./parts.ts";

type Owner = { readonly atMs: number; readonly accountId: AccountId; readonly book: Book };

function writeOwner(to: ByteWriter, event: Owner): void {
  to.uint(event.atMs);
  to.uint(event.accountId);
  to.name(BOOKS, event.book);
}

function readOwner(from: ByteReader): Owner {
  return { atMs: from.uint(), accountId: accountId(from.uint()), book: from.name(BOOKS) };
}

export function writeMarginCalled(to: ByteWriter, event: MarginCalled): void {
  writeOwner(to, event);
  to.int64(event.equity);
  to.int64(event.used);
  to.int64(event.level);
}

export function readMarginCalled(from: ByteReader): MarginCalled {
  const figures = { ...readOwner(from), equity: from.money(), used: from.money() };
  return { type: "MarginCalled", ...figures, level: from.rate() };
}

export function writeMarginRestored(to: ByteWriter, event: MarginRestored): void {
  writeOwner(to, event);
  to.int64(event.equity);
  to.int64(event.used);
}

export function readMarginRestored(from: ByteReader): MarginRestored {
  const owner = readOwner(from);
  return { type: "MarginRestored", ...owner, equity: from.money(), used: from.money() };
}

export function writeStoppedOut(to: ByteWriter, event: StoppedOut): void {
  writeOwner(to, event);
  to.int64(event.cash);
  to.int64(event.equity);
  to.int64(event.used);
  to.int64(event.level);
  to.uint(event.quotes.length);
  for (const quote of event.quotes) {
    to.uint(quote.marketId);
    to.uint(quote.seq);
    to.uint(quote.bid);
    to.uint(quote.ask);
  }
}

export function readStoppedOut(from: ByteReader): StoppedOut {
  return {
    type: "StoppedOut",
    ...readOwner(from),
    cash: from.money(),
    equity: from.money(),
    used: from.money(),
    level: from.rate(),
    quotes: readList(from, () => ({
      marketId: marketId(from.uint()),
      seq: from.uint(),
      bid: price(from.uint()),
      ask: price(from.uint()),
    })),
  };
}

export function writeBalanceProtected(to: ByteWriter, event: BalanceProtected): void {
  writeOwner(to, event);
  to.int64(event.amount);
  writeMovements(to, event.movements);
}

export function readBalanceProtected(from: ByteReader): BalanceProtected {
  const owner = readOwner(from);
  const amount = from.money();
  return { type: "BalanceProtected", ...owner, amount, movements: readMovements(from) };
}

export function writeFinancingCharged(to: ByteWriter, event: FinancingCharged): void {
  writeIdentity(to, event);
  to.uint(event.cutDate);
  to.uint(event.days);
  to.uint(event.lots);
  to.int64(event.annualRate);
  to.uint(event.seq);
  to.uint(event.bid);
  to.uint(event.ask);
  writePath(to, event.quoteConversion);
  to.int64(event.amount);
  writeMovements(to, event.movements);
}

export function readFinancingCharged(from: ByteReader): FinancingCharged {
  return {
    type: "FinancingCharged",
    ...readIdentity(from),
    cutDate: from.uint(),
    days: from.uint(),
    lots: readLots(from),
    annualRate: from.rate(),
    seq: from.uint(),
    bid: price(from.uint()),
    ask: price(from.uint()),
    quoteConversion: readPath(from),
    amount: from.money(),
    movements: readMovements(from),
  };
}

export function writeDayEquitySet(to: ByteWriter, event: DayEquitySet): void {
  to.uint(event.atMs);
  to.uint(event.accountId);
  to.int64(event.equity);
}

export function readDayEquitySet(from: ByteReader): DayEquitySet {
  const owner = { atMs: from.uint(), accountId: accountId(from.uint()) };
  return { type: "DayEquitySet", ...owner, equity: from.money() };
}

export function writeAccountOpened(to: ByteWriter, event: AccountOpened): void {
  writeOwner(to, event);
  to.uint(event.ownerId);
}

export function readAccountOpened(from: ByteReader): AccountOpened {
  return { type: "AccountOpened", ...readOwner(from), ownerId: from.uint() };
}

export function writeLimitsSet(to: ByteWriter, event: LimitsSet): void {
  to.uint(event.atMs);
  to.uint(event.accountId);
  writeLimits(to, event.limits);
  to.optionalMoney(event.dayEquity);
}

export function readLimitsSet(from: ByteReader): LimitsSet {
  const owner = { atMs: from.uint(), accountId: accountId(from.uint()) };
  const limits = readLimits(from);
  return { type: "LimitsSet", ...owner, limits, dayEquity: from.optionalMoney() };
}

export function writeDemoReset(to: ByteWriter, event: DemoReset): void {
  writeOwner(to, event);
  writeMovements(to, event.movements);
}

export function readDemoReset(from: ByteReader): DemoReset {
  return { type: "DemoReset", ...readOwner(from), movements: readMovements(from) };
}

export function writeFundsCredited(to: ByteWriter, event: FundsCredited): void {
  writeOwner(to, event);
  to.name(CREDIT_CAUSES, event.cause);
  to.uint(event.causeId);
  to.int64(event.amount);
  writeMovements(to, event.movements);
}

export function readFundsCredited(from: ByteReader): FundsCredited {
  return {
    type: "FundsCredited",
    ...readOwner(from),
    cause: from.name(CREDIT_CAUSES),
    causeId: from.uint(),
    amount: from.money(),
    movements: readMovements(from),
  };
}

export function writeHoldEvent(
  to: ByteWriter,
  event: FundsHeld | HoldReleased | HoldSettled,
): void {
  writeOwner(to, event);
  to.uint(event.withdrawalId);
  to.int64(event.amount);
  writeMovements(to, event.movements);
}

function readHoldEvent(from: ByteReader) {
  return {
    ...readOwner(from),
    withdrawalId: from.uint(),
    amount: from.money(),
    movements: readMovements(from),
  };
}

export function readFundsHeld(from: ByteReader): FundsHeld {
  return { type: "FundsHeld", ...readHoldEvent(from) };
}

export function readHoldReleased(from: ByteReader): HoldReleased {
  return { type: "HoldReleased", ...readHoldEvent(from) };
}

export function readHoldSettled(from: ByteReader): HoldSettled {
  return { type: "HoldSettled", ...readHoldEvent(from) };
}

export function writeFundsTransferred(to: ByteWriter, event: FundsTransferred): void {
  to.uint(event.atMs);
  to.uint(event.transferId);
  to.uint(event.fromAccountId);
  to.uint(event.toAccountId);
  to.name(BOOKS, event.book);
  to.name(TRANSFER_CAUSES, event.cause);
  to.int64(event.amount);
  writeMovements(to, event.movements);
}

export function readFundsTransferred(from: ByteReader): FundsTransferred {
  return {
    type: "FundsTransferred",
    atMs: from.uint(),
    transferId: from.uint(),
    fromAccountId: accountId(from.uint()),
    toAccountId: accountId(from.uint()),
    book: from.name(BOOKS),
    cause: from.name(TRANSFER_CAUSES),
    amount: from.money(),
    movements: readMovements(from),
  };
}
