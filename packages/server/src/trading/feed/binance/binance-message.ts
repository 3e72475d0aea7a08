// One message of Binance's combined market streams, read. A bookTicker has the best bid and ask of
// one symbol and the order book's update id, and no time. `serverShutdown` announces the end of
// the connection.

import { parseRecord, recordOf } from "../json-record.ts";

export type BookTicker = {
  readonly kind: "book";
  readonly symbol: string;
  readonly updateId: number;
  /** Texts of the best prices, as they were sent. */
  readonly bid: unknown;
  readonly ask: unknown;
};

export type BinanceMessage = BookTicker | { readonly kind: "shutdown" };

/** Null for what is neither. */
export function readBinanceMessage(text: string): BinanceMessage | null {
  const message = parseRecord(text) ?? {};
  const { e: event, u: updateId, s: symbol, b: bid, a: ask } = recordOf(message.data) ?? message;
  if (event === "serverShutdown") return { kind: "shutdown" };
  if (typeof symbol !== "string" || !Number.isSafeInteger(updateId)) return null;
  return { kind: "book", symbol, updateId: Number(updateId), bid, ask };
}
