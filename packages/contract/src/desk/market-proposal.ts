// What can be proposed about markets, and in which words: the payloads of the proposal kinds
// `market`, `market_halt`, `closing_only` and `category`. None of them can name a price or a person
// (H01). Browser-safe: no schema library.

import type { MarketField } from "../market-change.ts";

/** New values of a market, as texts; only what is named changes, once it has been announced. */
export type MarketProposal = {
  readonly market_id: string;
  readonly changes: Readonly<Partial<Record<MarketField, string>>>;
};

/** Stops a market, or lets it go, for everyone; the reason is shown to everyone. */
export type MarketHaltProposal = {
  readonly market_id: string;
  readonly is_halted: boolean;
  readonly reason: string;
};

/**
 * No new risk: people can only close, or can open again; the reason is shown to everyone. An empty
 * `market_id` is every market at once.
 */
export type ClosingOnlyProposal = {
  readonly market_id: string;
  readonly is_closing_only: boolean;
  readonly reason: string;
};

/** The categories in the order in which they are shown: all of them, each once. */
export type CategoryProposal = { readonly order: readonly string[] };

export const HALT_REASON_LENGTH_MAX = 500;
