// The call about raw quotes: what sources said, the market's markup, and what is on the tape, side
// by side (H02). Open to everyone. Where a market has one source and no markup nothing is kept
// beside the tape: raw is what is on it. Refuses: MARKET_UNKNOWN, PERIOD_INVALID.

import { rawQuotesFromFields } from "@truetick/contract/calls";
import { type RawQuote, rawQuotesToWire } from "@truetick/contract/proof";
import { formatDecimal } from "@truetick/money";
import { type RunQuote, readRun } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { TradedMarket } from "../../trading/markets/traded-market.ts";
import { type RawTick, readTicks, TAKEN } from "../../trading/tape/raw-run.ts";
import "../../trading/tape/tape-table.ts";

const STRETCH_MAX_MS = 10 * 60_000;
const PIECES_MAX = 400;
const QUOTES_MAX = 3_000;
const DAY_MS = 86_400_000;

type RawMarket = Pick<TradedMarket, "id" | "code" | "pricePrecision" | "markupPoints">;

type Wanted = {
  readonly market: RawMarket;
  readonly fromMs: number;
  readonly toMs: number;
};

export function createRawQuoteHandlers({
  database,
  markets,
  sourcesOf,
}: {
  readonly database: Database;
  /** May change under it: it looks every time. */
  readonly markets: readonly RawMarket[];
  readonly sourcesOf: (code: string) => readonly unknown[];
}): Handlers<"listRawQuotes"> {
  return {
    async listRawQuotes(fields) {
      const { code, from, to } = rawQuotesFromFields(fields);
      const market = markets.find((each) => each.code === code);
      if (!market) return refuse("MARKET_UNKNOWN");
      const newestMs = await newestAt(database, Number(market.id));
      const toMs = to === null ? newestMs + 1 : to * 1_000;
      const fromMs = from === null ? toMs - STRETCH_MAX_MS : from * 1_000;
      if (fromMs >= toMs || toMs - fromMs > STRETCH_MAX_MS) return refuse("PERIOD_INVALID");
      const wanted = { market, fromMs, toMs };
      const [quotes, taken] = await Promise.all([
        readQuotes(database, wanted),
        readTaken(database, wanted),
      ]);
      const isSame = market.markupPoints === 0 && sourcesOf(code).length <= 1;
      return rawQuotesToWire({
        code,
        isSame,
        quotes: quotes.flatMap((quote) =>
          describe(quote, taken.get(quote.seq), { market, isSame }),
        ),
      });
    },
  };
}

async function newestAt(database: Database, marketId: number): Promise<number> {
  const newest = await database
    .selectFrom("tape_piece")
    .select("last_at_ms")
    .where("market_id", "=", marketId)
    .orderBy("first_seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return Number(newest?.last_at_ms ?? 0n);
}

type Numbered = RunQuote & { readonly seq: number };

async function readQuotes(
  database: Database,
  { market, fromMs, toMs }: Wanted,
): Promise<readonly Numbered[]> {
  const pieces = await database
    .selectFrom("tape_piece")
    .select(["first_seq", "quotes"])
    .where("market_id", "=", Number(market.id))
    // The day before too: a piece stands in the part of its first quote.
    .where("first_at_ms", ">=", BigInt(fromMs - DAY_MS))
    .where("first_at_ms", "<", BigInt(toMs))
    .where("last_at_ms", ">=", BigInt(fromMs))
    .orderBy("first_seq", "desc")
    .limit(PIECES_MAX)
    .execute();
  return pieces
    .reverse()
    .flatMap(({ first_seq, quotes }) =>
      readRun(quotes).map((quote, place) => ({ ...quote, seq: Number(first_seq) + place })),
    )
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .slice(-QUOTES_MAX);
}

/** The ticks that quotes were made of, by the number of the quote. */
async function readTaken(
  database: Database,
  { market, fromMs, toMs }: Wanted,
): Promise<ReadonlyMap<number, RawTick>> {
  const pieces = await database
    .selectFrom("raw_tape_piece")
    .select("ticks")
    .where("market_id", "=", Number(market.id))
    .where("first_at_ms", ">=", BigInt(fromMs - DAY_MS))
    .where("first_at_ms", "<", BigInt(toMs + DAY_MS))
    .where("last_at_ms", ">=", BigInt(fromMs))
    .orderBy("first_seq", "desc")
    .limit(PIECES_MAX)
    .execute();
  const ticks = pieces.reverse().flatMap((piece) => readTicks(piece.ticks));
  const taken = ticks.filter(({ outcome }) => outcome === TAKEN);
  return new Map(taken.map((tick) => [tick.quoteSeq, tick]));
}

/** Nothing where the raw tape has not been stored so far. */
function describe(
  { seq, atMs, bid, ask }: Numbered,
  tick: RawTick | undefined,
  { market, isSame }: { readonly market: RawMarket; readonly isSame: boolean },
): readonly RawQuote[] {
  const { pricePrecision } = market;
  // A markup may be nothing, which is no price.
  const text = (points: number | string) => formatDecimal(BigInt(points), pricePrecision);
  const known = { seq, time: atMs / 1_000, bid: text(bid), ask: text(ask) };
  if (!tick) {
    const raw = { rawBid: known.bid, rawAsk: known.ask, markup: text(0), source: "" };
    return isSame ? [{ ...known, ...raw }] : [];
  }
  return [
    {
      ...known,
      rawBid: text(tick.bid),
      rawAsk: text(tick.ask),
      markup: text(tick.markupPoints),
      source: tick.source,
    },
  ];
}
