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
  /** Whether fewer sources of a market live than its rule needs. */
  readonly isSilent: (code: string) => boolean;
  /** Sources of a market in the order of priority, with their own name for it. */
  readonly sourcesOf: (code: string) => readonly { source: string; instrument: string }[];
  readonly ruleOf: (code: string) => SourceRule;
  readonly readings: () => readonly SourceReading[];
};

/** Neither tick nor heartbeat for this long, and a source cannot be trusted. */
export const SOURCE_SILENT_AFTER_MS = 10_000;

type Said = { readonly bid: number; readonly ask: number; readonly madeAtMs: number };
type Standing = {
  readonly source: QuoteSource;
  heardAtMs: number;
  ticks: number;
  readonly said: Map<string, Said>;
};

export function createSourceBook({ sources, ruleOf }: SourcePlan, clock: Clock): SourceBook {
  const startMs = clock.monotonic();
  const standings = sources.map(
    (source): Standing => ({ source, heardAtMs: startMs, ticks: 0, said: new Map() }),
  );
  const last = new Map<string, RawQuote>();
  const byName = new Map(standings.map((standing) => [standing.source.name, standing]));

  function standingOf(source: string): Standing {
    const standing = byName.get(source);
    if (!standing) throw new Error(`Invariant: the source ${source} is in the plan`);
    return standing;
  }

  const isLive = ({ heardAtMs }: Standing) =>
    clock.monotonic() - heardAtMs <= SOURCE_SILENT_AFTER_MS;
  const serving = (code: string) =>
    standings.filter(({ source }) => source.instruments?.has(code) ?? true);

  function freshOf({ code, staleAfterMs }: TradedMarket): SourceQuote[] {
    const oldestMs = clock.monotonic() - staleAfterMs;
    return standings.flatMap((standing) => {
      const said = standing.said.get(code);
      if (!said || said.madeAtMs < oldestMs || !isLive(standing)) return [];
      return [{ source: standing.source.name, bid: said.bid, ask: said.ask }];
    });
  }

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
      const heard = said ? [{ source: speaker ?? "", bid: said.bid, ask: said.ask }] : fresh;
      const raw = deriveQuote(rule, heard, market.jumpLimitBps);
      if (typeof raw !== "string") last.set(market.code, raw);
      return raw;
    },
    lastRaw: (code) => last.get(code) ?? null,
    isSilent(code) {
      const rule = ruleOf(code);
      const needed = rule.kind === "median" ? rule.quorum : 1;
      return serving(code).filter(isLive).length < needed;
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
