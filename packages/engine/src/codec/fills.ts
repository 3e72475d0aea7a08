// Codecs of fills and of the quotes that convert: the evidence in openings, closings and financing.
import { assert, type Price, price } from "@truetick/money";
import type { ConversionPath, Fill } from "../fill.ts";
import { type MarketId, marketId } from "../market.ts";
import { type ByteReader, type ByteWriter, nameAt, placeOf } from "./bytes.ts";
import { FILL_RULES } from "./names.ts";
import { readList } from "./parts.ts";

/** In the first word of a fill: its rule, and what else there is to read. */
const RULE_BITS = 4;
const IS_AT_BID = 1 << RULE_BITS;
const HAS_LEVEL = 2 << RULE_BITS;
const HAS_CONVERSION = 4 << RULE_BITS;
const RULES_VERSION_AT = RULE_BITS + 3;

/**
 * Market and price of a fill are those of its event, and are written there only. The price is the
 * bid or the ask (inv10), so that the spread tells the other.
 */
export function writeFill(to: ByteWriter, fill: Fill): void {
  const { bid, ask, level, quoteConversion, baseConversion } = fill;
  const isAtBid = fill.price === bid;
  assert(isAtBid || fill.price === ask, "Invariant: a fill is at the bid or the ask (inv10)");
  const isConverted = quoteConversion.length + baseConversion.length > 0;
  const code =
    placeOf(FILL_RULES, fill.rule) |
    (isAtBid ? IS_AT_BID : 0) |
    (level !== null ? HAS_LEVEL : 0) |
    (isConverted ? HAS_CONVERSION : 0) |
    (fill.rulesVersion << RULES_VERSION_AT);
  to.four(code, fill.seq, ask - bid, fill.termsVersion);
  if (level !== null) to.uint(level);
  if (!isConverted) return;
  writePath(to, quoteConversion);
  writePath(to, baseConversion);
}

export function readFill(from: ByteReader, market: MarketId, filled: Price): Fill {
  const code = from.uint();
  const seq = from.uint();
  const spread = from.uint();
  const termsVersion = from.uint();
  const isAtBid = (code & IS_AT_BID) !== 0;
  const isConverted = (code & HAS_CONVERSION) !== 0;
  return {
    marketId: market,
    seq,
    bid: isAtBid ? filled : price(filled - spread),
    ask: isAtBid ? price(filled + spread) : filled,
    price: filled,
    rule: nameAt(FILL_RULES, code & (IS_AT_BID - 1)),
    level: (code & HAS_LEVEL) !== 0 ? price(from.uint()) : null,
    rulesVersion: code >>> RULES_VERSION_AT,
    termsVersion,
    quoteConversion: isConverted ? readPath(from) : [],
    baseConversion: isConverted ? readPath(from) : [],
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
