// New refusals and new lines of the audit log into their logs. Called by the keeper within its
// transaction. Invariants: audit lines have no gaps and follow each other in hash; numbers of
// refusals may have gaps, but of one shard none comes late: its one writer commits one batch after
// the other. Between shards a higher number may come first, so each is taken from its own place.

import { auditLink } from "../../platform/audit/audit-log.ts";
import { AUDIT_GENESIS } from "../../platform/audit/audit-table.ts";
import type { KeeperClient } from "./keeper-client.ts";
import { LogBroken } from "./log-broken.ts";
import type { LogEdge } from "./log-edge.ts";
import { saltAuditLine, saltRefusal } from "./row-parts.ts";

const ROWS_PER_READ = 2_000;

type TakeRecords = {
  readonly client: KeeperClient;
  readonly saltKey: Uint8Array;
  readonly edge: LogEdge;
  /** The last number that is taken. */
  readonly upTo: number;
  readonly rowsMax: number;
};

type RefusalRow = {
  readonly number: number;
  readonly at_ms: number;
  readonly command: Buffer;
  readonly refusal: string;
};

/** Answers whether everything up to the number is taken, of all these shards. */
export async function takeRefusals(
  needs: TakeRecords & { readonly shards: readonly number[] },
): Promise<boolean> {
  const { client, edge, rowsMax } = needs;
  const numbers: number[] = [];
  const firstIndex = edge.size;
  let areAll = true;
  for (const shard of needs.shards) {
    let last = await readLastRefusal(client, shard);
    let isAll = last >= needs.upTo;
    while (!isAll && numbers.length < rowsMax) {
      const taken = await takeSomeRefusals(needs, { shard, after: last });
      numbers.push(...taken);
      last = taken.at(-1) ?? last;
      isAll = taken.length < ROWS_PER_READ;
    }
    areAll &&= isAll;
  }
  if (numbers.length > 0) {
    await client.query(
      `insert into proof_refusal_leaf (leaf_index, number)
       select $1::bigint + place - 1, number
       from unnest($2::bigint[]) with ordinality as taken (number, place)`,
      [firstIndex, numbers],
    );
  }
  return areAll;
}

/** Answers their numbers. */
async function takeSomeRefusals(
  { client, saltKey, edge, upTo }: TakeRecords,
  { shard, after }: { readonly shard: number; readonly after: number },
): Promise<readonly number[]> {
  const rows = await client.query<RefusalRow>(
    `select number, at_ms, command, refusal::text as refusal from refusal
     where shard = $1 and number > $2 and number <= $3 order by number limit ${ROWS_PER_READ}`,
    [shard, after, upTo],
  );
  return rows.map(({ number, at_ms: atMs, command, refusal }) => {
    const row = { leafIndex: edge.size, shard, atMs, command, refusal: JSON.parse(refusal) };
    edge.append(saltRefusal(saltKey, row).leaf);
    return number;
  });
}

/** From the newest down: what is not taken yet is little. */
async function readLastRefusal(client: KeeperClient, shard: number): Promise<number> {
  const [last] = await client.query<{ number: number }>(
    `select r.number from refusal r
     where r.shard = $1
       and exists (select from proof_refusal_leaf l where l.number = r.number)
     order by r.number desc limit 1`,
    [shard],
  );
  return last?.number ?? 0;
}

type AuditRow = {
  readonly seq: number;
  readonly body: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

export async function takeAudit(needs: TakeRecords): Promise<void> {
  const { client, saltKey, edge, rowsMax } = needs;
  const last = Math.min(needs.upTo, edge.size + rowsMax);
  if (edge.size >= last) return;
  let before = await readAuditHash(client, edge.size);
  while (edge.size < last) {
    const rows = await client.query<AuditRow>(
      `select seq, body, prev_hash, hash from audit_log
       where seq > $1 and seq <= $2 order by seq limit ${ROWS_PER_READ}`,
      [edge.size, last],
    );
    if (rows.length === 0) throw new LogBroken(`audit line ${edge.size + 1} is missing`);
    for (const { seq, body, prev_hash, hash } of rows) {
      const own = auditLink(before, Buffer.from(body, "utf8"));
      if (seq !== edge.size + 1 || !prev_hash.equals(before) || !own.equals(hash)) {
        throw new LogBroken(`audit line ${seq} does not follow line ${edge.size}`);
      }
      edge.append(saltAuditLine(saltKey, { seq, body }).leaf);
      before = hash;
    }
  }
}

async function readAuditHash(client: KeeperClient, seq: number): Promise<Buffer> {
  if (seq === 0) return AUDIT_GENESIS;
  const [row] = await client.query<{ hash: Buffer }>("select hash from audit_log where seq = $1", [
    seq,
  ]);
  if (!row) throw new LogBroken(`audit line ${seq} is missing`);
  return row.hash;
}
