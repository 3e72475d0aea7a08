// One two-sided price as a source sends it, before anyone has judged it. The quote gate decides
// what becomes a quote.

export type Tick = {
  /** Code of the market. */
  readonly code: string;
  /** When it was made, by our clock: Unix milliseconds. */
  readonly atMs: number;
  /** The same by the source's clock, where it has one of its own; for the record only. */
  readonly sourceAtMs?: number;
  /** In the market's points. A good tick has whole ones; a broken source may send anything. */
  readonly bid: number;
  readonly ask: number;
  /** The source's own numbering per market: rises, may have gaps. */
  readonly sourceSeq: number;
};
