// New rows of the journal into its log, and into the lists of the accounts they concern. Called by
// the keeper within its transaction. Invariant: a row is taken only if it follows the one before in
// number and in hash, so that a checkpoint never signs a journal that was changed since.

import { decodeCommand, splitEvents } from "@truetick/engine";
import { areEqual, CHAIN_GENESIS } from "@truetick/proof";
import { linkOf } from "../../trading/journal/chain-link.ts";
import { accountsOf, EVERYBODY, packSteps } from "./account-rows.ts";
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
  const seqsOf = new Map<number, number[]>();
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
      hash = takeRow(needs, { row, before: hash, seqsOf });
    },
  );
  if (edge.size < last) throw new LogBroken(`journal row ${edge.size + 1} is missing`);
  await writeAccountRows(client, seqsOf);
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
  readonly seqsOf: Map<number, number[]>;
};

/** Answers the row's hash. */
function takeRow({ saltKey, edge }: TakeJournal, { row, before, seqsOf }: Taken): Uint8Array {
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
  const accounts = new Set(split.flatMap(({ event }) => accountsOf(event)));
  // What concerns an account only by what was asked, such as closing everything of nothing.
  if (accounts.size === 0) for (const one of accountsOf(decodeCommand(command))) accounts.add(one);
  if (accounts.size === 0 || split.some(({ event }) => accountsOf(event).length === 0)) {
    accounts.add(EVERYBODY);
  }
  for (const account of accounts) {
    const seqs = seqsOf.get(account);
    if (seqs) seqs.push(seq);
    else seqsOf.set(account, [seq]);
  }
  return hash;
}

async function writeAccountRows(
  client: KeeperClient,
  seqsOf: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const lists = [...seqsOf];
  await client.query(
    `insert into proof_account_row (account_id, first_seq, last_seq, steps)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])`,
    [
      lists.map(([account]) => account),
      lists.map(([, seqs]) => seqs[0]),
      lists.map(([, seqs]) => seqs.at(-1)),
      lists.map(([, seqs]) => packSteps(seqs)),
    ],
  );
}
