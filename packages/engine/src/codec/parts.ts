// Codecs of what several events and commands are made of: identities, terms, limits, lists.
import { type Lots, lots } from "@truetick/money";
import { type AccountLimits, accountId } from "../account.ts";
import { type MarketTerms, marketId } from "../market.ts";
import { orderId } from "../order.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import { BOOKS, FEE_TYPES, MARGIN_MODES, STOP_OUT_ORDERS } from "./names.ts";

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
