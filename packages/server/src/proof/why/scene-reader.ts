// Collects the facts of one moment for one account: what it held, the terms of those markets, and
// the quotes of that moment: those that the record names, for the others the newest of the tape.

import type { WhyUse } from "@truetick/contract/proof";
import type { ConversionPath, Event } from "@truetick/engine";
import { marketId } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { AskedOrder } from "./find-order.ts";
import { type HeldAccount, heldAfter, readHeld } from "./held-positions.ts";
import { type MarketThen, readMarkets } from "./market-terms.ts";
import type { Scene } from "./scene.ts";
import { readQuote, readQuoteAt, type TapeQuote } from "./tape-quotes.ts";
import { type OwnEvent, ownEvents, type WhyRow } from "./why-row.ts";

export type WhyParts = {
  readonly database: Database;
  readonly read: Sequencer["read"];
  readonly storeTape: Sequencer["storeTape"];
};

/** A quote that the record names, with what for. */
export type NamedQuote = Omit<TapeQuote, "atMs"> & { readonly use: WhyUse };

/** The account as it stood before the first event for which `isIt` holds. */
export async function readHeldAt(
  parts: WhyParts,
  { order, row }: { readonly order: AskedOrder; readonly row: WhyRow },
  isIt: (event: OwnEvent) => boolean,
): Promise<HeldAccount> {
  const events = ownEvents(row, order.accountId);
  const before = events.slice(0, events.findIndex(isIt));
  return before.reduce(heldAfter, await readHeld(parts, { order, row }));
}

/** The scene of a moment, its quotes as far as they are kept. */
export async function readScene(
  parts: WhyParts,
  moment: {
    readonly order: AskedOrder;
    readonly row: WhyRow;
    readonly held: HeldAccount;
    readonly named: readonly NamedQuote[];
    /** Whether the named quotes are all that was used. */
    readonly isWhole: boolean;
    /** Markets without a quote of their own here: those of pending orders. */
    readonly also?: readonly number[];
  },
): Promise<Scene> {
  const { order, row, held, named, isWhole } = moment;
  const markets = await marketsOf(parts.database, moment);
  const known = new Map(named.map((quote) => [quote.marketId, quote]));
  const ids = isWhole ? [...known.keys()] : markets.map(({ terms }) => terms.marketId as number);
  await parts.storeTape(ids.map(marketId));
  const quotes = await Promise.all(
    ids.map((id) => {
      const exact = known.get(id);
      if (exact) return readQuote(parts.database, exact);
      return readQuoteAt(parts.database, { marketId: id, atMs: row.atMs });
    }),
  );
  const { accountId, book } = order;
  return { accountId, book, ...held, markets, quotes: quotes.filter((quote) => quote !== null) };
}

async function marketsOf(
  database: Database,
  { row, held, named, isWhole, also = [] }: Parameters<typeof readScene>[1],
): Promise<readonly MarketThen[]> {
  const own = held.positions.flatMap((position) => [position.marketId, ...position.convertedBy]);
  const marketIds = [...new Set([...named.map((quote) => quote.marketId), ...own, ...also])];
  const { shard, seq } = row;
  const first = await readMarkets(database, { shard, seq, marketIds, converting: [] });
  if (isWhole) return first;
  const converting = first.map(({ terms }) => terms.quoteCurrency);
  return readMarkets(database, { shard, seq, marketIds, converting });
}

/** The quotes that an event was decided by, with what each was for. */
export function namedBy(event: Event): readonly NamedQuote[] {
  if (event.type === "StoppedOut") return event.quotes.map((quote) => ({ ...quote, use: "mark" }));
  if (!("fill" in event)) return [];
  const { marketId: market, seq, bid, ask, quoteConversion } = event.fill;
  return [{ marketId: market, seq, bid, ask, use: "close" }, ...legsOf(quoteConversion)];
}

function legsOf(path: ConversionPath): NamedQuote[] {
  return path.map(({ marketId: market, seq, bid, ask }) => {
    return { marketId: market, seq, bid, ask, use: "convert" };
  });
}

/** A pair of the account's currency with the quote currency of something that is held. */
export function isConverting(scene: Scene, id: number): boolean {
  const currencies = new Set<string>();
  for (const { terms } of scene.markets) {
    const isHeld = scene.positions.some((position) => position.marketId === terms.marketId);
    if (isHeld) currencies.add(terms.quoteCurrency);
  }
  const market = scene.markets.find(({ terms }) => terms.marketId === id);
  if (!market) return false;
  const { baseCurrency, quoteCurrency } = market.terms;
  return (
    (baseCurrency !== null && quoteCurrency === "USD" && currencies.has(baseCurrency)) ||
    (baseCurrency === "USD" && currencies.has(quoteCurrency))
  );
}

/** The quote that the row was decided by, where a quote decided it. */
export function tickOf({ command }: WhyRow): readonly NamedQuote[] {
  if (command.type !== "TakeQuote") return [];
  const { marketId: id, seq, bid, ask } = command;
  return [{ marketId: id, seq, bid, ask, use: "mark" }];
}

export function onceEach(named: readonly NamedQuote[]): NamedQuote[] {
  return [...new Map(named.map((quote) => [quote.marketId, quote])).values()];
}
