// The lots of an order by steps: what plus and minus lead to, on exact ten-thousandths. Lots stay
// on the market's grid; what was typed off it goes to the next point of the grid in the way asked.

import type { Market } from "@truetick/contract";
import { formatLots, lots as lotsOf, parseLots } from "@truetick/money";

export type LotTerms = Pick<Market, "lotsMin" | "lotsMax" | "lotStep">;

type Grid = { readonly step: number; readonly min: number; readonly max: number };

function gridOf(terms: LotTerms): Grid {
  const step = parseLots(terms.lotStep) ?? 1;
  return {
    step: Math.max(1, step),
    min: parseLots(terms.lotsMin) ?? step,
    max: parseLots(terms.lotsMax) ?? Number.MAX_SAFE_INTEGER,
  };
}

/** The spec's rule: no minus when it would lead to zero or below. Below the minimum neither. */
export function canStepDown(text: string, terms: LotTerms): boolean {
  const now = parseLots(text);
  const { step, min } = gridOf(terms);
  return now !== null && now - step > 0 && now > min;
}

export function canStepUp(text: string, terms: LotTerms): boolean {
  const now = parseLots(text);
  return now === null || now < gridOf(terms).max;
}

/** One step up or down; from something unreadable, the minimum. */
export function stepLots(text: string, terms: LotTerms, direction: 1 | -1): string {
  const { step, min, max } = gridOf(terms);
  const now = parseLots(text);
  if (now === null) return formatLots(lotsOf(min));
  const grid = direction === 1 ? Math.floor(now / step) : Math.ceil(now / step);
  const next = Math.min(max, Math.max(min, (grid + direction) * step));
  return formatLots(lotsOf(next));
}

/** What a ticket opens with: the reader's own size where the market takes it, else the least. */
export function openingLots(terms: LotTerms, preferred: string | null): string {
  const { step, min, max } = gridOf(terms);
  const own = preferred === null ? null : parseLots(preferred);
  const fits = own !== null && own >= min && own <= max && own % step === 0;
  return formatLots(lotsOf(fits ? own : min));
}
