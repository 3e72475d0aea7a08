// New rows of the journal into its log, and into the lists of the accounts they concern: from the
// sequencer's own bytes where it has just committed them, else out of the table. Called by the
// keeper within its transaction. Invariant: a row of the table is taken only if it follows the one
// before in number and in hash; of either kind the log gets what was committed, so that a row that
// was changed since is not the one that a checkpoint signs.

import { accountOfCommand } from "@truetick/engine";
import { areEqual, CHAIN_GENESIS } from "@truetick/proof";
import { linkOf } from "../../trading/journal/chain-link.ts";
import { AccountRows, BUCKETS, concernedBy } from "./account-rows.ts";
import { bytesOf, int8Of } from "./copy-out.ts";
import type { Concerned, JournalLeaves } from "./journal-leaves.ts";
import type { KeeperClient } from "./keeper-client.ts";
import { LogBroken } from "./log-broken.ts";
import type { LogEdge } from "./log-edge.ts";
import { saltJournalRow } from "./row-parts.ts";

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
  /** Whose journal. */
  readonly shard: number;
  readonly saltKey: Uint8Array;
  readonly edge: LogEdge;
  /** The last row that is taken. */
  readonly upTo: number;
  /** At most so many in this transaction. */
  readonly rowsMax: number;
  /** What is known of rows that were just committed. */
  readonly leaves?: JournalLeaves | undefined;
};

/** Takes rows up to a number, or as many as one transaction may have. */
export async function takeJournal(needs: TakeJournal): Promise<void> {
  const { client, shard, edge, rowsMax, leaves } = needs;
  const last = Math.min(needs.upTo, edge.size + rowsMax);
  if (edge.size >= last) return;
  const lists = new AccountLists();
  const known = leaves?.firstSeq(shard) ?? Number.POSITIVE_INFINITY;
  await readRows(needs, { last: Math.min(last, known - 1), lists });
  leaves?.read(shard, { from: edge.size + 1, to: last }, (leaf, concerned, seq) => {
    edge.append(leaf);
    lists.add(concerned, seq);
  });
  await readRows(needs, { last, lists });
  await lists.write(client, shard);
}

type Reading = { readonly last: number; readonly lists: AccountLists };

/** Rows out of the table: each is held against the one before. */
async function readRows(needs: TakeJournal, { last, lists }: Reading): Promise<void> {
  const { client, shard, edge } = needs;
  if (edge.size >= last) return;
  let hash = await readHash(needs, edge.size);
  await client.copy(
    `select seq, at_ms, command, events, hash from journal
     where shard = ${shard} and seq > ${edge.size} and seq <= ${last} order by seq`,
    ([seq, atMs, command, events, own]) => {
      const row = {
        seq: int8Of(seq),
        atMs: int8Of(atMs),
        command: bytesOf(command),
        events: bytesOf(events),
        hash: bytesOf(own),
      };
      hash = takeRow(needs, { row, before: hash, lists });
    },
  );
  if (edge.size < last) throw new LogBroken(`row ${edge.size + 1} of journal/${shard} is missing`);
}

async function readHash({ client, shard }: TakeJournal, seq: number): Promise<Uint8Array> {
  if (seq === 0) return CHAIN_GENESIS;
  const [row] = await client.query<{ hash: Buffer }>(
    "select hash from journal where shard = $1 and seq = $2",
    [shard, seq],
  );
  if (!row) throw new LogBroken(`row ${seq} of journal/${shard} is missing`);
  return row.hash;
}

type Taken = {
  readonly row: Row;
  readonly before: Uint8Array;
  readonly lists: AccountLists;
};

/** Answers the row's hash. */
function takeRow(needs: TakeJournal, { row, before, lists }: Taken): Uint8Array {
  const { saltKey, shard, edge } = needs;
  const { seq, atMs, command, events } = row;
  const record = { shard, seq, atMs, command, events };
  const hash = linkOf(before, record);
  if (seq !== edge.size + 1 || !areEqual(hash, row.hash)) {
    throw new LogBroken(`row ${seq} of journal/${shard} does not follow row ${edge.size}`);
  }
  edge.append(saltJournalRow(saltKey, record).leaf);
  lists.add(accountOfCommand(command) ?? concernedBy(command, events), seq);
  return hash;
}

/** Which rows concern which accounts, as the turn finds out. */
class AccountLists {
  readonly #buckets = new Map<number, AccountRows>();

  add(concerned: Concerned, seq: number): void {
    if (typeof concerned === "number") this.#addOne(concerned, seq);
    else for (const account of concerned) this.#addOne(account, seq);
  }

  #addOne(account: number, seq: number): void {
    const bucket = account % BUCKETS;
    const rows = this.#buckets.get(bucket) ?? new AccountRows();
    rows.add(account, seq);
    this.#buckets.set(bucket, rows);
  }

  async write(client: KeeperClient, shard: number): Promise<void> {
    const lists = [...this.#buckets];
    await client.query(
      `insert into proof_account_row (shard, bucket, first_seq, last_seq, entries)
       select $1::smallint, * from unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::bytea[])`,
      [
        shard,
        lists.map(([bucket]) => bucket),
        lists.map(([, { firstSeq }]) => firstSeq),
        lists.map(([, { lastSeq }]) => lastSeq),
        lists.map(([, rows]) => rows.packed()),
      ],
    );
  }
}
