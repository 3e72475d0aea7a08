// New rows of the journal into its log, and into the lists of the accounts they concern. Called by
// the keeper within its transaction. Invariant: a row is taken only if it follows the one before in
// number and in hash, so that a checkpoint never signs a journal that was changed since.

import { decodeCommand, splitEvents } from "@truetick/engine";
import { areEqual, CHAIN_GENESIS } from "@truetick/proof";
import { linkOf } from "../../trading/journal/chain-link.ts";
import { AccountRows, accountsOf, BUCKETS, EVERYBODY } from "./account-rows.ts";
import { bytesOf, int8Of } from "./copy-out.ts";
import type { KeeperClient } from "./keeper-client.ts";
import { LogBroken } from "./log-broken.ts";
import type { LogEdge } from "./log-edge.ts";
import { saltRow } from "./row-parts.ts";

const SHARD = 0;

/** Its bytes are those of the driver, to be read at once. */
type Row = {
  readonly seq: number;
  readonly atMs: number;
  readonly command: Buffer;
  readonly events: Buffer;
  readonly hash: Buffer;
};

export type TakeJournal = {
  readonly client: KeeperClient;
  readonly saltKey: Uint8Array;
  readonly edge: LogEdge;
  /** The last row that is taken. */
  readonly upTo: number;
  /** At most so many in this transaction. */
  readonly rowsMax: number;
};

/** Takes rows up to a number, or as many as one transaction may have. */
export async function takeJournal(needs: TakeJournal): Promise<void> {
  const { client, edge, rowsMax } = needs;
  const last = Math.min(needs.upTo, edge.size + rowsMax);
  if (edge.size >= last) return;
  const buckets = new Map<number, AccountRows>();
  let hash = await readHash(client, edge.size);
  await client.copy(
    `select seq, at_ms, command, events, hash from journal
     where shard = ${SHARD} and seq > ${edge.size} and seq <= ${last} order by seq`,
    ([seq, atMs, command, events, own]) => {
      const row = {
        seq: int8Of(seq),
        atMs: int8Of(atMs),
        command: bytesOf(command),
        events: bytesOf(events),
        hash: bytesOf(own),
      };
      hash = takeRow(needs, { row, before: hash, buckets });
    },
  );
  if (edge.size < last) throw new LogBroken(`journal row ${edge.size + 1} is missing`);
  await writeAccountRows(client, buckets);
}

async function readHash(client: KeeperClient, seq: number): Promise<Uint8Array> {
  if (seq === 0) return CHAIN_GENESIS;
  const [row] = await client.query<{ hash: Buffer }>(
    "select hash from journal where shard = $1 and seq = $2",
    [SHARD, seq],
  );
  if (!row) throw new LogBroken(`journal row ${seq} is missing`);
  return row.hash;
}

type Taken = {
  readonly row: Row;
  readonly before: Uint8Array;
  readonly buckets: Map<number, AccountRows>;
};

/** Answers the row's hash. */
function takeRow({ saltKey, edge }: TakeJournal, { row, before, buckets }: Taken): Uint8Array {
  const { seq, atMs, command, events } = row;
  const hash = linkOf(before, { shard: SHARD, seq, atMs, command, events });
  if (seq !== edge.size + 1 || !areEqual(hash, row.hash)) {
    throw new LogBroken(`journal row ${seq} does not follow row ${edge.size}`);
  }
  const split = splitEvents(events);
  const { leaf } = saltRow(saltKey, {
    log: "journal/0",
    index: seq - 1,
    place: { shard: SHARD, seq, atMs },
    bytes: [command, ...split.map(({ bytes }) => bytes)],
  });
  edge.append(leaf);
  for (const account of concerned(split, command)) {
    const bucket = account % BUCKETS;
    const rows = buckets.get(bucket) ?? new AccountRows();
    rows.add(account, seq);
    buckets.set(bucket, rows);
  }
  return hash;
}

/** Whom a row concerns: whomever its events name, or else its command; or everybody. */
function concerned(
  split: ReturnType<typeof splitEvents>,
  command: Uint8Array,
): ReadonlySet<number> {
  const accounts = new Set<number>();
  for (const { event } of split) {
    const named = accountsOf(event);
    for (const account of named) accounts.add(account);
    if (named.length === 0) accounts.add(EVERYBODY);
  }
  if (accounts.size === 0) for (const one of accountsOf(decodeCommand(command))) accounts.add(one);
  return accounts;
}

async function writeAccountRows(
  client: KeeperClient,
  buckets: ReadonlyMap<number, AccountRows>,
): Promise<void> {
  const lists = [...buckets];
  await client.query(
    `insert into proof_account_row (bucket, first_seq, last_seq, entries)
     select * from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bytea[])`,
    [
      lists.map(([bucket]) => bucket),
      lists.map(([, { firstSeq }]) => firstSeq),
      lists.map(([, { lastSeq }]) => lastSeq),
      lists.map(([, rows]) => rows.packed()),
    ],
  );
}
