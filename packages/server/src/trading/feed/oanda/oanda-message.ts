// One line of OANDA's v20 pricing stream, read. A PRICE carries the book of one instrument, best
// price first; a HEARTBEAT comes every five seconds. The `closeout` prices are what closing the
// whole depth would cost and are no quote. Times are asked for as Unix seconds with nine decimals.

import { parseRecord, recordOf } from "../json-record.ts";
import { pointsOf } from "../points.ts";

export type OandaPrice = {
  readonly kind: "price";
  readonly instrument: string;
  readonly sourceAtMs: number;
  /** Microseconds: what OANDA orders its prices by, and still a safe integer. */
  readonly sourceSeq: number;
  readonly isTradeable: boolean;
  /** Texts of the best prices, as they were sent. */
  readonly bid: unknown;
  readonly ask: unknown;
};

export type OandaMessage = OandaPrice | { readonly kind: "heartbeat" };

const MICROSECOND_DECIMALS = 6;
const MICROSECONDS_PER_MS = 1_000;

/** Null for what is neither a price nor a heartbeat. */
export function readOandaLine(line: string): OandaMessage | null {
  const { type, instrument, time, tradeable, status, bids, asks } = parseRecord(line) ?? {};
  if (type === "HEARTBEAT") return { kind: "heartbeat" };
  const sourceSeq = pointsOf(time, MICROSECOND_DECIMALS);
  if (type !== "PRICE" || typeof instrument !== "string" || !Number.isSafeInteger(sourceSeq)) {
    return null;
  }
  return {
    kind: "price",
    instrument,
    sourceAtMs: Math.floor(sourceSeq / MICROSECONDS_PER_MS),
    sourceSeq,
    isTradeable: tradeable !== false && (status === undefined || status === "tradeable"),
    bid: bestOf(bids),
    ask: bestOf(asks),
  };
}

function bestOf(side: unknown): unknown {
  const { price } = (Array.isArray(side) ? recordOf(side[0]) : null) ?? {};
  return price;
}
