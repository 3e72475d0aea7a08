// Which quotes a shard that was away may decide at their own times, before anything is stamped with
// the time of now: an order that expired and a market that closed meanwhile come after the quotes
// that were before that, and before those that were after. Asked by host-shard.ts first of all.
// Invariant: no such quote comes before what it should have come after, and nobody can tell when
// that was: an order by hand, new terms or other hours that the engine has not been told of (F30,
// H09).

import { setTimeout as sleep } from "node:timers/promises";
import { type MarketId, type MarketView, marketId } from "@truetick/engine";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isTradedBy } from "../exchange/market-terms.ts";
import { cutsAfter } from "../exchange/new-york-cut.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { NOT_HELD, readStandings } from "../sessions/hand-orders.ts";
import { isTold } from "../sessions/market-halts.ts";
import type { OpeningTimes } from "../sessions/market-hours.ts";
import { tradingDayStart } from "../sessions/trading-day.ts";
import type { TapeInput } from "../tape/tape-stream.ts";

type Needs = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly sequencer: Pick<Sequencer, "read">;
  readonly shard: number;
  readonly markets: readonly TradedMarket[];
  readonly times: Pick<OpeningTimes, "isOpen">;
};

export type IsFirst = (input: TapeInput) => boolean;

const LOOK_EVERY_MS = 5;

type Known = { readonly market: TradedMarket; readonly view: MarketView };

/** What comes first; the rest after cuts, orders by hand and new terms, as they are made up for. */
export async function findFirst(needs: Needs): Promise<IsFirst> {
  const { database, clock, sequencer, markets, times } = needs;
  const standings = new Map(await readStandings(database));
  const known = await sequencer.read((books) =>
    markets.flatMap((market): Known[] => {
      const view = books.market(marketId(Number(market.id)));
      return view ? [{ market, view }] : [];
    }),
  );
  const { endedAtMs, dayDate } = await readEnd(needs);
  const isCurrent = ({ market, view }: Known) =>
    isTold(standings.get(market.id) ?? NOT_HELD, view.session) &&
    isTradedBy(market, view.terms) &&
    keepsHours(view, times.isOpen(market, endedAtMs));
  if (!known.every(isCurrent)) return () => false;
  const newestCutMs = tradingDayStart("new-york", clock.now());
  const cutDates = [dayDate, ...known.map(({ view }) => view.lastCutDate)];
  const missedCuts = cutDates.flatMap((date) => cutsAfter(date, newestCutMs));
  const untilMs = Math.min(...missedCuts.map(({ cutAtMs }) => cutAtMs));
  const ids = new Set<MarketId>(known.map(({ view }) => view.terms.marketId));
  return ({ marketId: id, atMs }) => ids.has(id) && atMs < untilMs;
}

/** As long as its hours are what they were, a market stands as they had it at the last row. */
function keepsHours({ session }: MarketView, wasOpen: boolean): boolean {
  if (session === "halted" || session === "delisted") return true;
  return wasOpen === (session === "open" || session === "closing-only");
}

type JournalEnd = { readonly endedAtMs: number; readonly dayDate: number };

/** The shard's last row, and the day that its accounts have begun: a cut is done when both are. */
async function readEnd({
  database,
  shard,
}: Pick<Needs, "database" | "shard">): Promise<JournalEnd> {
  const { rows } = await sql<{ at_ms: bigint | null; cut_date: number | null }>`
    select
      (select at_ms from journal where shard = ${shard} order by seq desc limit 1) as at_ms,
      (select max(cut_date) from trading_day where shard = ${shard}) as cut_date
  `.execute(database);
  const [end] = rows;
  return { endedAtMs: Number(end?.at_ms ?? 0n), dayDate: end?.cut_date ?? 0 };
}

/** What is decided next is decided after them. */
export async function untilDecided({
  figures,
  status,
}: Pick<Sequencer, "figures" | "status">): Promise<void> {
  while (figures().heldQuotes > 0 && status() !== "stopped") await sleep(LOOK_EVERY_MS);
}
