// What each source of a market said last, and which of them can be relied on now. Kept by the quote
// intake, which puts in what passed the gate; the board asks it whose markets have gone silent.
// Invariant: ages are counted by the steady clock, so that a wall clock that jumps makes no source
// stale (F10).

import type { Clock } from "../../platform/clock.ts";
import type { SourceRule } from "../feed/feed-plan.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import {
  deriveQuote,
  type RawQuote,
  type SourceQuote,
  type WithheldReason,
} from "./derive-quote.ts";

export type QuoteSource = {
  readonly name: string;
  /** Code of each market it quotes, with its own name for it; null: every market, by our names. */
  readonly instruments: ReadonlyMap<string, string> | null;
};

export type SourcePlan = {
  /** In the order of their priority. */
  readonly sources: readonly QuoteSource[];
  readonly ruleOf: (code: string) => SourceRule;
};

export type SourceReading = {
  readonly source: string;
  readonly isSilent: boolean;
  readonly ticks: number;
};

export type SourceBook = {
  readonly hear: (source: string) => void;
  /** A tick that passed the gate. */
  readonly put: (source: string, tick: Tick) => void;
  /**
   * Where nobody is fresh and one source will do, an old word of the one that has just spoken
   * counts: it bears its own time, by which nothing is filled.
   */
  readonly derive: (market: TradedMarket, speaker?: string) => RawQuote | WithheldReason;
  /** What was last made of a market's sources; null before the first. */
  readonly lastRaw: (code: string) => RawQuote | null;
  /** Whether too few sources of a market live, or they contradict each other. */
  readonly isSilent: (market: TradedMarket) => boolean;
  /** Sources of a market in the order of priority, with their own name for it. */
  readonly sourcesOf: (code: string) => readonly { source: string; instrument: string }[];
  readonly ruleOf: (code: string) => SourceRule;
  readonly readings: () => readonly SourceReading[];
};

/** Neither tick nor heartbeat for this long, and a source cannot be trusted. */
export const SOURCE_SILENT_AFTER_MS = 10_000;
const NEVER = Number.NEGATIVE_INFINITY;

type Said = { readonly bid: number; readonly ask: number; readonly madeAtMs: number };
type Standing = {
  readonly source: QuoteSource;
  heardAtMs: number;
  ticks: number;
  readonly said: Map<string, Said>;
};

export function createSourceBook({ sources, ruleOf }: SourcePlan, clock: Clock): SourceBook {
  const standings = sources.map(
    (source): Standing => ({ source, heardAtMs: NEVER, ticks: 0, said: new Map() }),
  );
  const last = new Map<string, RawQuote>();
  const byName = new Map(standings.map((standing) => [standing.source.name, standing]));

  function standingOf(source: string): Standing {
    const standing = byName.get(source);
    if (!standing) throw new Error(`Invariant: the source ${source} is in the plan`);
    return standing;
  }

  const isLive = (standing: Standing) => isLiveAt(standing, clock.monotonic());
  const serving = (code: string) =>
    standings.filter(({ source }) => source.instruments?.has(code) ?? true);
  const freshOf = (market: TradedMarket) => freshAt(standings, market, clock.monotonic());

  return {
    hear(source) {
      standingOf(source).heardAtMs = clock.monotonic();
    },
    put(source, { code, bid, ask, atMs }) {
      const standing = standingOf(source);
      const nowMs = clock.monotonic();
      standing.heardAtMs = nowMs;
      standing.ticks += 1;
      const madeAtMs = nowMs - Math.max(0, clock.now() - atMs);
      standing.said.set(code, { bid, ask, madeAtMs });
    },
    derive(market, speaker) {
      const rule = ruleOf(market.code);
      const fresh = freshOf(market);
      const isAlone = fresh.length === 0 && rule.kind === "priority" && speaker !== undefined;
      const said = isAlone ? standingOf(speaker).said.get(market.code) : undefined;
      const heard = said ? [{ source: speaker ?? "", ...said }] : fresh;
      const raw = deriveQuote(rule, heard, market.jumpLimitBps);
      if (typeof raw !== "string") last.set(market.code, raw);
      return raw;
    },
    lastRaw: (code) => last.get(code) ?? null,
    isSilent(market) {
      const rule = ruleOf(market.code);
      const needed = rule.kind === "median" ? rule.quorum : 1;
      const live = serving(market.code).filter(isLive).length;
      if (live < needed || live === 1) return live < needed;
      return deriveQuote(rule, freshOf(market), market.jumpLimitBps) === "SOURCES_DISAGREE";
    },
    sourcesOf: (code) =>
      serving(code).map(({ source: { name, instruments } }) => ({
        source: name,
        instrument: instruments?.get(code) ?? code,
      })),
    ruleOf,
    readings: () =>
      standings.map((standing) => ({
        source: standing.source.name,
        isSilent: !isLive(standing),
        ticks: standing.ticks,
      })),
  };
}

function isLiveAt({ heardAtMs }: Standing, nowMs: number): boolean {
  return nowMs - heardAtMs <= SOURCE_SILENT_AFTER_MS;
}

/** What can be relied on, in the order of priority. */
function freshAt(
  standings: readonly Standing[],
  { code, staleAfterMs }: TradedMarket,
  nowMs: number,
): SourceQuote[] {
  return standings.flatMap((standing) => {
    const said = standing.said.get(code);
    if (!said || nowMs - said.madeAtMs > staleAfterMs || !isLiveAt(standing, nowMs)) return [];
    return [{ source: standing.source.name, ...said }];
  });
}

/** Where a quote is not simply what one source said, what was said is kept beside it. */
export function needsRawTape({
  sourcesOf,
}: Pick<SourceBook, "sourcesOf">): (market: TradedMarket) => boolean {
  return ({ code, markupPoints }) => markupPoints > 0 || sourcesOf(code).length > 1;
}
