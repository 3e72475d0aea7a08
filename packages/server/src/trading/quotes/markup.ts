// The markup of a market: public, the same for everyone, the same on both sides, and kept beside
// the raw quote wherever the quote itself is kept (trading-rules §2, H01, H02). Invariant: this is
// the only place where a price differs from what its sources say.

export type TwoSided = { readonly bid: number; readonly ask: number };

/** Null when nothing positive is left of the bid. */
export function addMarkup({ bid, ask }: TwoSided, markupPoints: number): TwoSided | null {
  return bid > markupPoints ? { bid: bid - markupPoints, ask: ask + markupPoints } : null;
}
