// Every published figure, in the order of the page. Invariant: one for each id of the contract.

import { FIGURE_IDS, type FigureId } from "@truetick/contract/proof";
import { LOSING_QUARTER, LOSING_YEAR, STOP_OUTS } from "./account-figures.ts";
import { ADJUSTMENTS, WITHDRAWAL_REFUSALS, WITHDRAWALS } from "./cashier-figures.ts";
import type { Figure } from "./figure.ts";
import { ARRIVAL, SLIPPAGE, STOPS } from "./fill-figures.ts";
import { CHANGES, DOCUMENT_VIEWS, SEEDS, SOURCES } from "./house-figures.ts";
import { LATENCY, LOST_ARRIVALS, REFUSALS } from "./request-figures.ts";

const BY_ID: Readonly<Record<FigureId, Figure>> = {
  losing_year: LOSING_YEAR,
  losing_quarter: LOSING_QUARTER,
  slippage: SLIPPAGE,
  arrival: ARRIVAL,
  stops: STOPS,
  latency: LATENCY,
  lost_arrivals: LOST_ARRIVALS,
  refusals: REFUSALS,
  stop_outs: STOP_OUTS,
  withdrawals: WITHDRAWALS,
  withdrawal_refusals: WITHDRAWAL_REFUSALS,
  adjustments: ADJUSTMENTS,
  changes: CHANGES,
  document_views: DOCUMENT_VIEWS,
  sources: SOURCES,
  seeds: SEEDS,
};

export const FIGURES: readonly Figure[] = FIGURE_IDS.map((id) => BY_ID[id]);

export function figureOf(id: FigureId): Figure {
  return BY_ID[id];
}
