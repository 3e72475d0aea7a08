// Somebody with all rights over the database writes into the journal (T86). For tests.

import { type AccountId, encodeEvents } from "@truetick/engine";
import type { Money } from "@truetick/money";
import pg from "pg";
import { linkOf } from "../journal/chain-link.ts";
import type { Exchange } from "./bare-exchange.ts";

/** A row that nobody decided, with the right number, the right link and an event to fold. */
export async function forgeRow(
  { test }: { readonly test: Pick<Exchange["test"], "ownerUrl"> },
  accountId: AccountId,
  shard = 0,
): Promise<void> {
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  const newest = "select * from journal where shard = $1 order by seq desc limit 1";
  const { rows } = await owner.query(newest, [shard]);
  const { command, hash, epoch } = rows[0];
  const [seq, atMs] = [Number(rows[0].seq) + 1, Number(rows[0].at_ms)];
  const numbers = { equity: 1n as Money, used: 1n as Money, level: 1n as never };
  const called = { type: "MarginCalled", atMs, accountId, book: "demo", ...numbers } as const;
  const events = Buffer.from(encodeEvents([called]));
  const link = Buffer.from(linkOf(hash, { shard, seq, atMs, command, events }));
  await owner.query(
    `insert into journal (shard, seq, at_ms, command, events, prev_hash, hash, epoch)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [shard, seq, atMs, command, events, hash, link, epoch],
  );
  await owner.end();
}
