// Codecs of the events of markets. Each pair writes and reads the same fields in the same order.
import { price } from "@truetick/money";
import type {
  DayStarted,
  MarketCut,
  MarketDefined,
  MarketSessionChanged,
  MarketWentStale,
  QuoteTaken,
  TrailingAdvanced,
} from "../event.ts";
import { type MarketId, marketId } from "../market.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import { SESSIONS, SIDES } from "./names.ts";
import { readTerms, writeTerms } from "./parts.ts";

type Place = { readonly atMs: number; readonly marketId: MarketId };

export function writePlace(to: ByteWriter, event: Place): void {
  to.uint(event.atMs);
  to.uint(event.marketId);
}

function readPlace(from: ByteReader): Place {
  return { atMs: from.uint(), marketId: marketId(from.uint()) };
}

export function writeMarketDefined(to: ByteWriter, event: MarketDefined): void {
  to.uint(event.atMs);
  writeTerms(to, event.terms);
}

export function readMarketDefined(from: ByteReader): MarketDefined {
  return { type: "MarketDefined", atMs: from.uint(), terms: readTerms(from) };
}

export function writeMarketSessionChanged(to: ByteWriter, event: MarketSessionChanged): void {
  writePlace(to, event);
  to.name(SESSIONS, event.session);
}

export function readMarketSessionChanged(from: ByteReader): MarketSessionChanged {
  return { type: "MarketSessionChanged", ...readPlace(from), session: from.name(SESSIONS) };
}

export function writeMarketCut(to: ByteWriter, event: MarketCut): void {
  writePlace(to, event);
  to.uint(event.cutDate);
  to.uint(event.days);
}

export function readMarketCut(from: ByteReader): MarketCut {
  return { type: "MarketCut", ...readPlace(from), cutDate: from.uint(), days: from.uint() };
}

export function writeDayStarted(to: ByteWriter, event: DayStarted): void {
  to.uint(event.atMs);
  to.uint(event.cutDate);
}

export function readDayStarted(from: ByteReader): DayStarted {
  return { type: "DayStarted", atMs: from.uint(), cutDate: from.uint() };
}

export function writeTrailingAdvanced(to: ByteWriter, event: TrailingAdvanced): void {
  writePlace(to, event);
  to.name(SIDES, event.side);
  to.uint(event.seq);
  to.uint(event.price);
}

export function readTrailingAdvanced(from: ByteReader): TrailingAdvanced {
  return {
    type: "TrailingAdvanced",
    ...readPlace(from),
    side: from.name(SIDES),
    seq: from.uint(),
    price: price(from.uint()),
  };
}

export function writeQuoteTaken(to: ByteWriter, event: QuoteTaken): void {
  writePlace(to, event);
  to.uint(event.seq);
  to.uint(event.bid);
  to.uint(event.ask);
}

export function readQuoteTaken(from: ByteReader): QuoteTaken {
  return {
    type: "QuoteTaken",
    ...readPlace(from),
    seq: from.uint(),
    bid: price(from.uint()),
    ask: price(from.uint()),
  };
}

export function readMarketWentStale(from: ByteReader): MarketWentStale {
  return { type: "MarketWentStale", ...readPlace(from) };
}
