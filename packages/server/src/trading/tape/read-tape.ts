// Reads a stretch of a market's tape back from the database: whole pieces, so that whoever gets
// them can check the chain, and the raw ticks of the same stretch. Called by the tape's call.
// Invariant: bounded, whatever is asked for (T46).

import { type RunQuote, readRun } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { type RawTick, readTicks } from "./raw-run.ts";
import "./tape-table.ts";

export type StoredPiece = {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
  readonly packed: Buffer;
};

export type TapeStretch = {
  readonly pieces: readonly (StoredPiece & { readonly quotes: readonly RunQuote[] })[];
  readonly rawPieces: readonly (StoredPiece & { readonly ticks: readonly RawTick[] })[];
  readonly headSeq: number;
  readonly retired: { readonly lastSeq: number; readonly hash: Buffer } | null;
};

type Wanted = {
  readonly marketId: number;
  readonly after: number | null;
  readonly before: number | null;
};

/** As many quotes as whole pieces have, up to about this many; at least one piece. */
const QUOTES_MAX = 500;
const PIECES_MAX = 200;
const RAW_PIECES_MAX = 20;
const DAY_MS = 86_400_000n;

export async function readTape(database: Database, wanted: Wanted): Promise<TapeStretch> {
  const { marketId } = wanted;
  const [rows, head, retired] = await Promise.all([
    wanted.after === null ? readBack(database, wanted) : readOn(database, wanted),
    database
      .selectFrom("tape_piece")
      .select("last_seq")
      .where("market_id", "=", marketId)
      .orderBy("first_seq", "desc")
      .limit(1)
      .executeTakeFirst(),
    database
      .selectFrom("tape_retired")
      .select(["last_seq", "hash"])
      .where("tape", "=", "tape_piece")
      .where("market_id", "=", marketId)
      .orderBy("first_seq", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const isNewest = wanted.after === null && wanted.before === null;
  return {
    pieces: rows.map((row) => ({ ...pieceOf(row, row.quotes), quotes: readRun(row.quotes) })),
    rawPieces: await readRaw(database, { marketId, rows, isNewest }),
    headSeq: Number(head?.last_seq ?? retired?.last_seq ?? 0n),
    retired: retired ? { lastSeq: Number(retired.last_seq), hash: retired.hash } : null,
  };
}

function piecesOf(database: Database, marketId: number) {
  return database.selectFrom("tape_piece").selectAll().where("market_id", "=", marketId);
}

type PieceRow = Awaited<ReturnType<ReturnType<typeof piecesOf>["execute"]>>[number];

/** The newest pieces, or those before a number; oldest first. */
async function readBack(database: Database, { marketId, before }: Wanted): Promise<PieceRow[]> {
  const rows = await piecesOf(database, marketId)
    .$if(before !== null, (query) => query.where("first_seq", "<", BigInt(before ?? 0)))
    .orderBy("first_seq", "desc")
    .limit(PIECES_MAX)
    .execute();
  return fitting(rows).reverse();
}

/** From the piece that holds the number after the given one. */
async function readOn(database: Database, { marketId, after }: Wanted): Promise<PieceRow[]> {
  const next = BigInt(after ?? 0) + 1n;
  const holding = await piecesOf(database, marketId)
    .where("first_seq", "<=", next)
    .orderBy("first_seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const from = holding && holding.last_seq >= next ? holding.first_seq : next;
  const rows = await piecesOf(database, marketId)
    .where("first_seq", ">=", from)
    .orderBy("first_seq")
    .limit(PIECES_MAX)
    .execute();
  return fitting(rows);
}

function fitting(rows: readonly PieceRow[]): PieceRow[] {
  let quotes = 0;
  return rows.filter(({ first_seq, last_seq }, index) => {
    quotes += Number(last_seq - first_seq) + 1;
    return index === 0 || quotes <= QUOTES_MAX;
  });
}

/** What came in while the stretch did; with its newest end, also what has come in since. */
async function readRaw(
  database: Database,
  wanted: {
    readonly marketId: number;
    readonly rows: readonly PieceRow[];
    readonly isNewest: boolean;
  },
) {
  const { marketId, rows, isNewest } = wanted;
  const fromMs = rows[0]?.first_at_ms ?? 0n;
  const toMs = rows.at(-1)?.last_at_ms ?? 0n;
  const raw = await database
    .selectFrom("raw_tape_piece")
    .selectAll()
    .where("market_id", "=", marketId)
    .where("first_at_ms", ">=", fromMs - DAY_MS)
    .where("last_at_ms", ">=", fromMs)
    .$if(!isNewest, (query) => query.where("first_at_ms", "<=", toMs))
    .orderBy("first_seq", "desc")
    .limit(RAW_PIECES_MAX)
    .execute();
  return raw.reverse().map((row) => ({ ...pieceOf(row, row.ticks), ticks: readTicks(row.ticks) }));
}

function pieceOf(
  row: Pick<PieceRow, "first_seq" | "last_seq" | "prev_hash" | "hash">,
  packed: Buffer,
): StoredPiece {
  return {
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    prevHash: row.prev_hash,
    hash: row.hash,
    packed,
  };
}
