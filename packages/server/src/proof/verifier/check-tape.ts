// The tape and the raw tape, market by market, from what was let go of to the newest piece: numbers
// without a gap, the chain, what each piece says of itself, the quotes that something was filled
// at. Then the tape's log, leaf by leaf. Called by verify-record.ts.

import { CHAIN_GENESIS, pieceLeaf } from "@truetick/proof";
import type { ClientBase } from "pg";
import type { EngineHeads } from "./engine-heads.ts";
import type { FaultKind, Findings } from "./fault.ts";
import { LogCheck } from "./log-check.ts";
import { checkPiece, checkQuotes, checkRawPiece, type TapeRow } from "./piece-check.ts";

export type TapeParts = {
  readonly client: ClientBase;
  readonly findings: Findings;
  /** The newest number that the engine has given out; null: nobody can say. */
  readonly headSeq: EngineHeads["tapeSeq"];
  readonly pause: () => Promise<void>;
};

type Strand = {
  readonly marketId: number;
  readonly log: "tape" | "raw-tape";
  seq: number;
  atMs: number;
  link: Uint8Array;
};

const PIECES_PER_READ = 250;
const LEAVES_PER_READ = 640;
/** What make_tape_room and retire_tape take: no part comes or goes while a market is read. */
const ROOM_LOCK = 7_283_003;

export async function checkTape(parts: TapeParts): Promise<void> {
  const { client } = parts;
  for (const table of ["tape_piece", "raw_tape_piece"] as const) {
    for (const marketId of await readMarkets(client, table)) {
      await client.query("select pg_advisory_lock_shared($1)", [ROOM_LOCK]);
      try {
        await checkMarket(parts, table, marketId);
      } finally {
        await client.query("select pg_advisory_unlock_shared($1)", [ROOM_LOCK]);
      }
    }
  }
  await checkLeaves(parts);
}

/** Also those that nobody ever defined. */
async function readMarkets(client: ClientBase, table: string): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with recursive seen as (
       select min(market_id) as id from ${table}
       union all select (select min(market_id) from ${table} where market_id > seen.id)
       from seen where seen.id is not null
     )
     select id from seen where id is not null
     union select market_id from tape_retired where tape = '${table}'
     union select distinct market_id from market_terms
     order by 1`,
  );
  return rows.map(({ id }) => id);
}

async function checkMarket(
  parts: TapeParts,
  table: "tape_piece" | "raw_tape_piece",
  marketId: number,
): Promise<void> {
  const { client, findings } = parts;
  const log = table === "tape_piece" ? "tape" : "raw-tape";
  const strand: Strand = { marketId, log, seq: 0, atMs: 0, link: CHAIN_GENESIS };
  await followRetired(parts, table, strand);
  const packed = table === "tape_piece" ? "last_bid, last_ask, quotes" : "ticks as quotes";
  let placeAtMs = -1;
  for (let first = 0; ; ) {
    const { rows } = await client.query<TapeRow>({
      name: `verify-${table}`,
      text: `select first_seq, last_seq, first_at_ms, last_at_ms, ${packed}, prev_hash, hash
             from ${table} where market_id = $1 and (first_seq, first_at_ms) > ($2, $3)
             order by first_seq, first_at_ms limit ${PIECES_PER_READ}`,
      values: [marketId, first, placeAtMs],
    });
    findings.count(log, rows.length);
    for (const row of rows) followPiece(findings, strand, row);
    if (table === "tape_piece") {
      await compareLeaves(parts, marketId, rows);
      await checkQuotes(parts, marketId, rows);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PIECES_PER_READ) break;
    [first, placeAtMs] = [Number(last.first_seq), Number(last.first_at_ms)];
    await parts.pause();
  }
  if (table === "tape_piece") await checkEnd(parts, strand);
}

/** Numbers, links and time run on; the piece is what it says of itself. */
function followPiece(findings: Findings, strand: Strand, row: TapeRow): void {
  const { marketId, log } = strand;
  const [first, last] = [Number(row.first_seq), Number(row.last_seq)];
  const fault = (what: FaultKind, seq: number, detail: string) =>
    findings.add({ log, marketId, seq, what, detail });
  if (first > strand.seq + 1) {
    fault("missing", strand.seq + 1, `number ${strand.seq} is followed by ${first}`);
  } else if (first <= strand.seq) {
    fault("added", first, `numbers up to ${strand.seq} are on the tape already`);
  } else if (!row.prev_hash.equals(strand.link)) {
    fault("chain", first, `piece ${first}–${last} does not follow the one before it`);
  } else if (Number(row.first_at_ms) < strand.atMs) {
    fault("changed", first, `piece ${first}–${last} is older than the one before it`);
  }
  const problem = log === "tape" ? checkPiece(marketId, row) : checkRawPiece(marketId, row);
  if (problem) fault(problem.what, first, `piece ${first}–${last}: ${problem.detail}`);
  strand.seq = last;
  strand.atMs = Number(row.last_at_ms);
  strand.link = row.hash;
}

/** Where the chain ran through parts that were dropped; and the pieces of them that were kept. */
async function followRetired(
  { client, findings }: TapeParts,
  table: string,
  strand: Strand,
): Promise<void> {
  const { marketId, log } = strand;
  const { rows } = await client.query<TapeRow & { keeps_named: boolean }>(
    `select first_seq, last_seq, first_at_ms, last_at_ms, prev_hash, hash, keeps_named
     from tape_retired where tape = $1 and market_id = $2 order by first_seq`,
    [table, marketId],
  );
  for (const row of rows) {
    const first = Number(row.first_seq);
    if (first !== strand.seq + 1 || !row.prev_hash.equals(strand.link)) {
      const detail = `what was let go of from ${first} on does not follow number ${strand.seq}`;
      findings.add({ log, marketId, seq: strand.seq + 1, what: "chain", detail });
    }
    strand.seq = Number(row.last_seq);
    strand.atMs = Number(row.last_at_ms);
    strand.link = row.hash;
  }
  if (log === "tape" && rows.length > 0) {
    await checkKept({ client, findings }, { marketId, endSeq: strand.seq });
  }
}

/** Pieces that outlive their part, because something was filled at one of their quotes. */
async function checkKept(
  { client, findings }: Pick<TapeParts, "client" | "findings">,
  { marketId, endSeq }: { readonly marketId: number; readonly endSeq: number },
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<TapeRow>({
      name: "verify-kept",
      text: `select first_seq, last_seq, first_at_ms, last_at_ms, last_bid, last_ask, quotes,
               prev_hash, hash from tape_kept_piece where market_id = $1 and first_seq > $2
             order by first_seq limit ${PIECES_PER_READ}`,
      values: [marketId, after],
    });
    findings.count("kept-piece", rows.length);
    for (const row of rows) {
      const [seq, last] = [Number(row.first_seq), Number(row.last_seq)];
      const place = { log: "tape", marketId, seq };
      const problem = checkPiece(marketId, row);
      if (problem) findings.add({ ...place, ...problem });
      const detail = "a piece is kept that was not let go of";
      if (last > endSeq) findings.add({ ...place, what: "added", detail });
    }
    await compareLeaves({ client, findings }, marketId, rows);
    await checkQuotes({ client, findings }, marketId, rows);
    if (rows.length < PIECES_PER_READ) return;
    after = Number(rows.at(-1)?.first_seq);
  }
}

/** Each piece stands in the log, but for the newest, which the keeper has not come to yet. */
async function compareLeaves(
  { client, findings }: Pick<TapeParts, "client" | "findings">,
  marketId: number,
  rows: readonly TapeRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { rows: leaves } = await client.query<{ seq: string; hash: Buffer }>({
    name: "verify-piece-leaves",
    text: `select first_seq as seq, hash from proof_tape_leaf
           where market_id = $1 and first_seq between $2 and $3`,
    values: [marketId, rows[0]?.first_seq, rows.at(-1)?.first_seq],
  });
  const hashes = new Map(leaves.map(({ seq, hash }) => [seq, hash]));
  const newest = leaves.reduce((seq, leaf) => Math.max(seq, Number(leaf.seq)), 0);
  for (const { first_seq, last_seq, hash } of rows) {
    const kept = hashes.get(first_seq);
    const seq = Number(first_seq);
    if (kept ? kept.equals(hash) : seq > newest) continue;
    const detail = `piece ${seq}–${last_seq} is not the one that the log has`;
    findings.add({ log: "tape", marketId, seq, what: kept ? "leaf" : "added", detail });
  }
}

/** The log has no piece beyond the last one, and the last one is no newer than the engine. */
async function checkEnd({ client, findings, headSeq }: TapeParts, strand: Strand): Promise<void> {
  const { marketId, log } = strand;
  const { rows } = await client.query<{ seq: string }>(
    "select first_seq as seq from proof_tape_leaf where market_id = $1 and last_seq > $2 limit 1",
    [marketId, strand.seq],
  );
  if (rows[0]) {
    const detail = `the log has a piece from ${rows[0].seq} on, the tape ends with ${strand.seq}`;
    findings.add({ log, marketId, seq: Number(rows[0].seq), what: "missing", detail });
  }
  const known = await headSeq(marketId);
  if (known === null || strand.seq <= known) return;
  const detail = `the engine has given out numbers up to ${known}, the tape has ${strand.seq}`;
  findings.add({ log, marketId, seq: known + 1, what: "added", detail });
}

async function checkLeaves({ client, findings, pause }: TapeParts): Promise<void> {
  let page: readonly { market_id: number; first_seq: string; hash: Buffer }[] = [];
  let first = 0;
  const nameOf = (index: number) => {
    const row = page[index - first];
    return { marketId: row?.market_id ?? null, seq: Number(row?.first_seq ?? index + 1) };
  };
  const check = new LogCheck({ client, log: "tape", findings, nameOf });
  for (;;) {
    first = check.size;
    const answer = await client.query<(typeof page)[number] & { leaf_index: string }>({
      name: "verify-tape-leaves",
      text: `select leaf_index, market_id, first_seq, hash from proof_tape_leaf
             where leaf_index >= $1 order by leaf_index limit ${LEAVES_PER_READ}`,
      values: [first],
    });
    page = answer.rows;
    const gap = answer.rows.findIndex(({ leaf_index }, nth) => Number(leaf_index) !== first + nth);
    if (gap !== -1) {
      const detail = `leaf ${first + gap} of the tape's log is gone`;
      return findings.add({ log: "tape", marketId: null, seq: first + gap, what: "leaf", detail });
    }
    findings.count("tape-leaf", page.length);
    await check.take(page.map(({ hash }) => pieceLeaf(hash)));
    if (page.length < LEAVES_PER_READ) break;
    await pause();
  }
  await check.finish();
}
