// Where a row that is written beside the journal belongs: the journal row that caused it.

export type EntryPlace = { readonly shard: number; readonly seq: number };
