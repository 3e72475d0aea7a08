// Exact sums over decimals of the wire: money has six decimals, and none is lost. Pure.

import { formatDecimal } from "@truetick/money";

const PLACES = 6;
const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

function millionths(text: string): bigint {
  const [, sign = "", whole = "0", places = ""] = AMOUNT.exec(text) ?? [];
  const amount = BigInt(whole + places.padEnd(PLACES, "0"));
  return sign === "-" ? -amount : amount;
}

/** Six decimals; what cannot be read counts nothing. */
export function sumMoney(texts: Iterable<string>): string {
  let sum = 0n;
  for (const text of texts) sum += millionths(text);
  return formatDecimal(sum, PLACES);
}

/** What is left of a result after its fee and with its financing. */
export function netOf(order: {
  readonly profit: string;
  readonly fee: string;
  readonly financing: string;
}): string {
  const net = millionths(order.profit) - millionths(order.fee) + millionths(order.financing);
  return formatDecimal(net, PLACES);
}
