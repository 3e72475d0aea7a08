// The audit log and the refusals, line by line: numbers, the chain, what is searched against what
// is hashed, and the leaves of their logs. Called by verify-record.ts.

import { createHash } from "node:crypto";
import {
  type Canonical,
  canonicalBytes,
  partCommitment,
  type RowPlace,
  rowLeaf,
  saltOf,
} from "@truetick/proof";
import type { ClientBase } from "pg";
import type { FaultKind, Findings } from "./fault.ts";
import { LogCheck } from "./log-check.ts";

export type RowParts = {
  readonly client: ClientBase;
  readonly findings: Findings;
  readonly saltKey: Uint8Array;
  readonly pause: () => Promise<void>;
};

const LINES_PER_READ = 250;
const GENESIS = Buffer.alloc(32);

type Line = {
  readonly seq: string;
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly body: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

export async function checkAudit(parts: RowParts): Promise<void> {
  const { client, findings, pause } = parts;
  const fault = (what: FaultKind, seq: number, detail: string) =>
    findings.add({ log: "audit", marketId: null, seq, what, detail });
  const check = new LogCheck({ client, log: "audit", findings });
  let [seq, link]: [number, Buffer] = [0, GENESIS];
  for (;;) {
    const { rows } = await client.query<Line>({
      name: "verify-audit",
      text: `select * from audit_log where seq > $1 order by seq limit ${LINES_PER_READ}`,
      values: [seq],
    });
    findings.count("audit", rows.length);
    const isGapless = rows.every((row, nth) => Number(row.seq) === check.size + nth + 1);
    for (const row of rows) {
      const own = Number(row.seq);
      if (own !== seq + 1) fault("missing", seq + 1, `line ${seq} is followed by line ${own}`);
      else if (!row.prev_hash.equals(link))
        fault("chain", own, "it does not follow the line before");
      const hash = createHash("sha256").update(row.prev_hash).update(row.body).digest();
      if (!hash.equals(row.hash)) fault("chain", own, "its hash is not that of its body");
      if (!isOwnBody(row)) fault("changed", own, "its columns are not those of its body");
      [seq, link] = [own, row.hash];
    }
    if (isGapless) await check.take(rows.map((row) => auditLeaf(parts.saltKey, row)));
    if (rows.length < LINES_PER_READ) break;
    await pause();
  }
  if (check.size === seq) await check.finish();
  await checkHead(parts, { seq, link });
}

/** Lines that were added since we looked stand behind ours; the head is never before ours. */
async function checkHead(
  { client, findings }: RowParts,
  end: { readonly seq: number; readonly link: Buffer },
): Promise<void> {
  const { rows } = await client.query<{ seq: string; hash: Buffer }>(
    "select seq, hash from audit_head",
  );
  const head = rows[0];
  const isAhead = Number(head?.seq) > end.seq;
  const isSame = Number(head?.seq) === end.seq && head?.hash.equals(end.link);
  if (isSame) return;
  if (isAhead) {
    const { rowCount } = await client.query("select from audit_log where seq = $1", [head?.seq]);
    if (rowCount === 1) return;
  }
  const detail = `the log ends with line ${end.seq}, its head says ${head?.seq ?? "nothing"}`;
  const seq = Math.min(end.seq, Number(head?.seq ?? 0)) + 1;
  const what = isAhead ? "missing" : "added";
  findings.add({ log: "audit", marketId: null, seq, what, detail });
}

function isOwnBody(row: Line): boolean {
  try {
    const { seq, at, actor, action, subject } = JSON.parse(row.body);
    const told = [seq, at, actor.kind, actor.id, action, subject.kind, subject.id];
    const own = [row.seq, row.at.getTime(), row.actor_kind, row.actor_id];
    const columns = [...own, row.action, row.subject_kind, row.subject_id];
    return columns.every((cell, nth) => String(cell) === String(told[nth]));
  } catch {
    return false;
  }
}

function auditLeaf(saltKey: Uint8Array, { seq, body }: Line): Uint8Array {
  const { actor, detail, ...rest } = JSON.parse(body) as { [name: string]: Canonical };
  const place = { shard: 0, seq: Number(seq), atMs: Number(rest.at) };
  const parts = [rest, actor ?? null, detail ?? null].map(canonicalBytes);
  return leafOf(saltKey, "audit", { place, parts });
}

function leafOf(
  saltKey: Uint8Array,
  log: string,
  { place, parts }: { readonly place: RowPlace; readonly parts: readonly Uint8Array[] },
): Uint8Array {
  return rowLeaf(
    place,
    parts.map((part, nth) => partCommitment(saltOf(saltKey, log, place, nth), part)),
  );
}

type Refused = {
  readonly leaf_index: string;
  readonly leaf_number: string;
  readonly number: string | null;
  readonly shard: number;
  readonly at_ms: string;
  readonly command: Buffer;
  readonly refusal: Canonical;
};

export async function checkRefusals(parts: RowParts): Promise<void> {
  const { client, findings, pause } = parts;
  const log = "refusal";
  let page: readonly Refused[] = [];
  let first = 0;
  const nameOf = (index: number) => {
    return { marketId: null, seq: Number(page[index - first]?.leaf_number ?? index + 1) };
  };
  const check = new LogCheck({ client, log, findings, nameOf });
  const newest = new Map<number, number>();
  for (;;) {
    first = check.size;
    const answer = await client.query<Refused>({
      name: "verify-refusals",
      text: `select l.leaf_index, l.number as leaf_number, r.* from proof_refusal_leaf l
             left join refusal r on r.number = l.number
             where l.leaf_index >= $1 order by l.leaf_index limit ${LINES_PER_READ}`,
      values: [first],
    });
    page = answer.rows;
    findings.count(log, page.length);
    for (const [nth, row] of page.entries()) {
      const isThere = row.number !== null && Number(row.leaf_index) === first + nth;
      const place = { log, marketId: null, seq: Number(row.leaf_number) };
      const detail = "the log has a refusal that is gone";
      if (!isThere) return findings.add({ ...place, what: "missing", detail });
      newest.set(row.shard, Number(row.leaf_number));
    }
    await check.take(page.map((row) => refusalLeaf(parts.saltKey, row)));
    if (page.length < LINES_PER_READ) break;
    await pause();
  }
  await check.finish();
  await findUnlisted(parts, newest);
}

function refusalLeaf(saltKey: Uint8Array, row: Refused): Uint8Array {
  const place = { shard: row.shard, seq: Number(row.leaf_index) + 1, atMs: Number(row.at_ms) };
  return leafOf(saltKey, "refusal", { place, parts: [row.command, canonicalBytes(row.refusal)] });
}

/**
 * A refusal that the keeper has passed and not taken was not there when it passed. By shard, whose
 * one writer commits them in the order of their numbers.
 */
async function findUnlisted(
  { client, findings }: RowParts,
  newest: ReadonlyMap<number, number>,
): Promise<void> {
  const { rows } = await client.query<{ number: string }>(
    `select r.number from unnest($1::smallint[], $2::bigint[]) as passed (shard, number)
     join refusal r on r.shard = passed.shard and r.number < passed.number
     left join proof_refusal_leaf l on l.number = r.number
     where l.number is null order by r.number limit 1`,
    [[...newest.keys()], [...newest.values()]],
  );
  if (!rows[0]) return;
  const seq = Number(rows[0].number);
  const detail = "a refusal that the log never saw";
  findings.add({ log: "refusal", marketId: null, seq, what: "added", detail });
}
