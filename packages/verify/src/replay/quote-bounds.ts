// Up to which quote of a market the engine had come, told by the rows that are yet to be played:
// whatever a later row names as the newest, nothing after it was there before. A shard that does
// not keep the tape hears of a quote a moment after it was made, so times alone do not tell.

import type { TapeQuote } from "./quote-line.ts";

/** The newest number of a market when a row was decided, for those markets that the row names. */
export type Limits = ReadonlyMap<number, number>;

type Bound = { readonly row: number; readonly seq: number };

export class QuoteBounds {
  /** By market, those of the rows to come, the next one last. */
  readonly #bounds = new Map<number, Bound[]>();
  #row = 0;

  /** Of all rows, in their order. */
  constructor(rows: readonly Limits[]) {
    for (const [row, limits] of [...rows.entries()].reverse()) {
      for (const [market, seq] of limits) {
        const known = this.#bounds.get(market);
        if (known) known.push({ row, seq });
        else this.#bounds.set(market, [{ row, seq }]);
      }
    }
  }

  /** Whether this quote came after what the next row that names its market was decided by. */
  holds({ marketId, seq }: Pick<TapeQuote, "marketId" | "seq">): boolean {
    const bounds = this.#bounds.get(marketId);
    while (bounds && (bounds.at(-1)?.row ?? this.#row) < this.#row) bounds.pop();
    return seq > (bounds?.at(-1)?.seq ?? Number.POSITIVE_INFINITY);
  }

  /** The next row's turn. */
  pass(): void {
    this.#row += 1;
  }
}
