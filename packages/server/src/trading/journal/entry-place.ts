// Where a row that is written beside the journal belongs: the journal row that caused it.

export type EntryPlace = {
  readonly shard: number;
  readonly seq: number;
  /** The next free position among the postings of that row. */
  position: number;
};
