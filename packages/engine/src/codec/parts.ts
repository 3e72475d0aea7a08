// Codecs of what several events and commands are made of: fills, movements, terms, limits.
import { assert, type Lots, lots, money, type Price, price } from "@truetick/money";
import { type AccountLimits, accountId } from "../account.ts";
import type { ConversionPath, Fill } from "../fill.ts";
import type { LedgerAccount, Movement, Posting } from "../ledger.ts";
import { type MarketId, type MarketTerms, marketId } from "../market.ts";
import { orderId } from "../order.ts";
import { type ByteReader, type ByteWriter, placeOf } from "./bytes.ts";
import {
  BOOKS,
  FEE_TYPES,
  FILL_RULES,
  HOUSES,
  MARGIN_MODES,
  MOVEMENT_CAUSES,
  STOP_OUT_ORDERS,
} from "./names.ts";

type OrderIdentity = Pick<
  Extract<import("../event.ts").Event, { orderId: unknown }>,
  "atMs" | "orderId" | "accountId" | "book" | "marketId"
>;

export function writeIdentity(to: ByteWriter, event: OrderIdentity): void {
  to.uint(event.atMs);
  to.uint(event.orderId);
  to.uint(event.accountId);
  to.uint(event.book === "real" ? 0 : 1);
  to.uint(event.marketId);
}

export function readIdentity(from: ByteReader): OrderIdentity {
  return {
    atMs: from.uint(),
    orderId: orderId(from.uint()),
    accountId: accountId(from.uint()),
    book: from.name(BOOKS),
    marketId: marketId(from.uint()),
  };
}

/** Market and price of a fill are those of its event, and are written there only. */
export function writeFill(to: ByteWriter, fill: Fill): void {
  const { quoteConversion, baseConversion } = fill;
  to.four(fill.seq, fill.bid, fill.ask, placeOf(FILL_RULES, fill.rule));
  to.four(fill.level ?? 0, fill.rulesVersion, fill.termsVersion, quoteConversion.length);
  writeLegs(to, quoteConversion);
  to.uint(baseConversion.length);
  writeLegs(to, baseConversion);
}

export function readFill(from: ByteReader, market: MarketId, filled: Price): Fill {
  return {
    marketId: market,
    seq: from.uint(),
    bid: price(from.uint()),
    ask: price(from.uint()),
    price: filled,
    rule: from.name(FILL_RULES),
    level: from.optionalPrice(),
    rulesVersion: from.uint(),
    termsVersion: from.uint(),
    quoteConversion: readPath(from),
    baseConversion: readPath(from),
  };
}

export function writePath(to: ByteWriter, path: ConversionPath): void {
  to.uint(path.length);
  writeLegs(to, path);
}

function writeLegs(to: ByteWriter, path: ConversionPath): void {
  for (const leg of path) {
    to.four(leg.marketId, leg.seq, leg.bid, leg.ask);
    to.bool(leg.isInverse);
  }
}

export function readPath(from: ByteReader): ConversionPath {
  return readList(from, () => ({
    marketId: marketId(from.uint()),
    seq: from.uint(),
    bid: price(from.uint()),
    ask: price(from.uint()),
    isInverse: from.bool(),
  }));
}

export function writeMovements(to: ByteWriter, movements: readonly Movement[]): void {
  to.uint(movements.length);
  for (const movement of movements) {
    const book = placeOf(BOOKS, movement.book);
    const cause = placeOf(MOVEMENT_CAUSES, movement.cause);
    to.four(movement.movementId, book, cause, movement.causeId);
    const first = movement.postings[0];
    const second = movement.postings[1];
    to.two(codeOf(first.account), codeOf(second.account));
    // The second amount is the first one's opposite (inv01).
    to.int64(first.amount);
    to.int64(first.balance);
    to.int64(second.balance);
  }
}

export function readMovements(from: ByteReader): Movement[] {
  return readList(from, () => ({
    movementId: from.uint(),
    book: from.name(BOOKS),
    cause: from.name(MOVEMENT_CAUSES),
    causeId: from.uint(),
    postings: readPostings(from),
  }));
}

/** House accounts are even, the others odd. */
function codeOf(account: LedgerAccount): number {
  return typeof account === "number" ? account * 2 + 1 : placeOf(HOUSES, account) * 2;
}

function readAccount(from: ByteReader): LedgerAccount {
  const place = from.uint();
  if (place % 2 === 1) return accountId((place - 1) / 2);
  const house = HOUSES[place / 2];
  assert(house !== undefined, "Invariant: a read house account is in its list");
  return house;
}

function readPostings(from: ByteReader): readonly [Posting, Posting] {
  const first = readAccount(from);
  const second = readAccount(from);
  const amount = from.money();
  return [
    { account: first, amount, balance: from.money() },
    { account: second, amount: money(-amount), balance: from.money() },
  ];
}

export function writeLimits(to: ByteWriter, limits: AccountLimits): void {
  to.optionalMoney(limits.dailyLossMax);
  to.optional(limits.coolOffUntilMs);
  to.optional(limits.selfExcludedUntilMs);
  to.optional(limits.leverageMax);
  to.name(STOP_OUT_ORDERS, limits.stopOutOrder);
}

export function readLimits(from: ByteReader): AccountLimits {
  return {
    dailyLossMax: from.optionalMoney(),
    coolOffUntilMs: from.optional(),
    selfExcludedUntilMs: from.optional(),
    leverageMax: from.optional(),
    stopOutOrder: from.name(STOP_OUT_ORDERS),
  };
}

export function writeTerms(to: ByteWriter, terms: MarketTerms): void {
  to.uint(terms.marketId);
  to.uint(terms.version);
  to.text(terms.baseCurrency ?? "");
  to.text(terms.quoteCurrency);
  to.uint(terms.pricePrecision);
  to.uint(terms.unitsPerLot);
  to.uint(terms.lotsMin);
  to.uint(terms.lotsMax);
  to.uint(terms.lotStep);
  to.uint(terms.leverages.length);
  for (const leverage of terms.leverages) to.uint(leverage);
  to.name(MARGIN_MODES, terms.marginMode);
  to.name(FEE_TYPES, terms.feeType);
  to.int64(terms.feeRate);
  to.uint(terms.priceAgeMaxMs);
  to.int64(terms.longRate);
  to.int64(terms.shortRate);
  to.optional(terms.tripleDay);
}

export function readTerms(from: ByteReader): MarketTerms {
  return {
    marketId: marketId(from.uint()),
    version: from.uint(),
    baseCurrency: from.text() || null,
    quoteCurrency: from.text(),
    pricePrecision: from.uint(),
    unitsPerLot: from.uint(),
    lotsMin: readLots(from),
    lotsMax: readLots(from),
    lotStep: readLots(from),
    leverages: readList(from, () => from.uint()),
    marginMode: from.name(MARGIN_MODES),
    feeType: from.name(FEE_TYPES),
    feeRate: from.rate(),
    priceAgeMaxMs: from.uint(),
    longRate: from.rate(),
    shortRate: from.rate(),
    tripleDay: from.optional(),
  };
}

export function readLots(from: ByteReader): Lots {
  return lots(from.uint());
}

export function readList<One>(from: ByteReader, read: () => One): One[] {
  const list: One[] = [];
  for (let left = from.uint(); left > 0; left -= 1) list.push(read());
  return list;
}
