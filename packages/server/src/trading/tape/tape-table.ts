// The tables of the tape, as queries see them. Columns are explained in migrations/0007-tape.sql.

import type { Generated } from "kysely";

type PieceTable = {
  readonly market_id: number;
  readonly first_seq: bigint;
  readonly last_seq: bigint;
  readonly first_at_ms: bigint;
  readonly last_at_ms: bigint;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

export type TapePieceTable = PieceTable & {
  readonly last_bid: bigint;
  readonly last_ask: bigint;
  readonly quotes: Buffer;
};

export type RawTapePieceTable = PieceTable & { readonly ticks: Buffer };

export type TapeRetiredTable = PieceTable & {
  readonly tape: "tape_piece" | "raw_tape_piece";
  readonly last_bid: bigint | null;
  readonly last_ask: bigint | null;
  readonly pieces: bigint;
  readonly retired_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    tape_piece: TapePieceTable;
    raw_tape_piece: RawTapePieceTable;
    tape_retired: TapeRetiredTable;
  }
}
