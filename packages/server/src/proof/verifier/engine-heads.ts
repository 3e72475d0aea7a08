// What only the engine itself knows: how far it has written. What the tables have beyond that,
// somebody else wrote. Asked after the tables were, since the engine only goes on.

/** Null: there is no engine to ask. */
type Head = number | null;

export type EngineHeads = {
  /** The last row of a shard's journal that is durable. */
  readonly journalSeq: (shard: number) => Head | Promise<Head>;
  /** The newest number of a market's tape that was given out. */
  readonly tapeSeq: (marketId: number) => Head | Promise<Head>;
};
