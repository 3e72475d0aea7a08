// The public sheet of a market: what holding it costs, when it trades, and what is added to its
// price. The same for everyone (H09). Browser-safe: no schema library here; `market-terms.calls.ts`
// declares the call. Rates and money are decimal strings.

/** A stretch in which it trades, Unix seconds; `to` is the first moment that is closed. */
export type TradingSpan = { readonly from: number; readonly to: number };

export type MarginOfLot = { readonly leverage: number; readonly margin: string };

export type PublicTerms = {
  readonly marketId: string;
  /** Per year, as the engine charges it: below zero is paid. */
  readonly longRate: string;
  readonly shortRate: string;
  /** USD for one lot and one night at the price of now, signed; null while nobody can tell. */
  readonly longNight: string | null;
  readonly shortNight: string | null;
  /** Weekday (0 Sunday … 6) whose cut counts three times; null: every day of the week, once. */
  readonly tripleDay: number | null;
  /** When the next night is charged, Unix seconds. */
  readonly nextCutAt: number;
  /** Points on each side of the price. */
  readonly markupPoints: number;
  readonly staleAfterMs: number;
  readonly marginMode: "fixed" | "floating";
  readonly feeRate: string;
  /** USD for one lot at the price of now; null while nobody can tell. */
  readonly feeOfLot: string | null;
  /** USD for one lot at each leverage on offer; empty while nobody can tell. */
  readonly margins: readonly MarginOfLot[];
  /** From yesterday to eight days ahead, so that any zone sees seven days of its own. */
  readonly sessions: readonly TradingSpan[];
  /** Why it was halted by hand; then nobody can say when it trades. Null when it was not. */
  readonly haltReason: string | null;
  /** Why one can only close here; null where one can open too. */
  readonly closingOnlyReason: string | null;
  /** Codes of the markets that turn its quote currency into USD; none where it is quoted so. */
  readonly conversion: readonly string[];
  /** Which version of the terms this is; fills name it. */
  readonly version: number;
};

export type PublicTermsWire = {
  forex_id: string;
  financing_long: string;
  financing_short: string;
  /** Empty while nobody can tell. */
  long_per_lot: string;
  short_per_lot: string;
  triple_day: number | null;
  cut: string;
  next_cut: number;
  markup_points: number;
  stale_after_ms: number;
  margin_mode: number;
  fee_rate: string;
  fee_per_lot: string;
  margin_per_lot: { multiple: number; margin: string }[];
  sessions: { from: number; to: number }[];
  halt_reason: string | null;
  closing_only_reason: string | null;
  conversion: string;
  rule_version: number;
};

/** When a night is charged, for people and programs that read the wire. */
const CUT = "17:00 America/New_York";

export function publicTermsToWire(terms: PublicTerms): PublicTermsWire {
  return {
    forex_id: terms.marketId,
    financing_long: terms.longRate,
    financing_short: terms.shortRate,
    long_per_lot: terms.longNight ?? "",
    short_per_lot: terms.shortNight ?? "",
    triple_day: terms.tripleDay,
    cut: CUT,
    next_cut: terms.nextCutAt,
    markup_points: terms.markupPoints,
    stale_after_ms: terms.staleAfterMs,
    margin_mode: terms.marginMode === "fixed" ? 1 : 2,
    fee_rate: terms.feeRate,
    fee_per_lot: terms.feeOfLot ?? "",
    margin_per_lot: terms.margins.map(({ leverage, margin }) => ({ multiple: leverage, margin })),
    sessions: terms.sessions.map(({ from, to }) => ({ from, to })),
    halt_reason: terms.haltReason,
    closing_only_reason: terms.closingOnlyReason,
    conversion: terms.conversion.join(","),
    rule_version: terms.version,
  };
}

export function publicTermsFromWire(wire: PublicTermsWire): PublicTerms {
  return {
    marketId: wire.forex_id,
    longRate: wire.financing_long,
    shortRate: wire.financing_short,
    longNight: wire.long_per_lot || null,
    shortNight: wire.short_per_lot || null,
    tripleDay: wire.triple_day,
    nextCutAt: wire.next_cut,
    markupPoints: wire.markup_points,
    staleAfterMs: wire.stale_after_ms,
    marginMode: wire.margin_mode === 1 ? "fixed" : "floating",
    feeRate: wire.fee_rate,
    feeOfLot: wire.fee_per_lot || null,
    margins: wire.margin_per_lot.map(({ multiple, margin }) => ({ leverage: multiple, margin })),
    sessions: wire.sessions,
    haltReason: wire.halt_reason,
    // An app that is newer than its server is not told.
    closingOnlyReason: wire.closing_only_reason ?? null,
    conversion: wire.conversion === "" ? [] : wire.conversion.split(","),
    version: wire.rule_version,
  };
}
