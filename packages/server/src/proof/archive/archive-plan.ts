// Which rows and which stretches of the tape an archive needs: the account's own rows, every
// definition, session and day of the markets, and the tape of its markets, and of those that
// convert them, while the account had orders there.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { journalLog } from "../log/log-table.ts";
import type { StoredCheckpoint } from "../log/proof-log.ts";
import { type ProofLog, sizeIn } from "../log/proof-log.ts";

export type Stretch = {
  readonly marketId: number;
  readonly fromMs: number;
  readonly toMs: number;
};

export type ArchivePlan = {
  readonly accountId: number;
  readonly ownerId: number;
  readonly book: string;
  readonly under: StoredCheckpoint;
  readonly since: number | null;
  /** The shard that the account lives on, and rows of its journal, in order, each once. */
  readonly shard: number;
  readonly seqs: readonly number[];
  readonly stretches: readonly Stretch[];
};

type AccountRow = {
  readonly shard: number;
  readonly owner_id: bigint;
  readonly book: string;
  readonly journal_seq: bigint;
};

const ACCOUNT_CURRENCY = "USD";

/** Null: no such account under a checkpoint so far. */
export async function planArchive(
  { database, log }: { readonly database: Database; readonly log: ProofLog },
  { accountId, since }: { readonly accountId: number; readonly since: number | null },
): Promise<ArchivePlan | null> {
  const under = await log.newest();
  const { rows } = await sql<AccountRow>`
    select shard, owner_id, book, journal_seq from trading_account
    where account_id = ${accountId}`.execute(database);
  const account = rows[0];
  if (!under || !account) return null;
  const { shard } = account;
  const size = sizeIn(under.checkpoint, journalLog(shard));
  if (account.journal_seq > BigInt(size)) return null;
  const own = await log.accountRows({ shard, accountId });
  const shared = await sharedRows(database, { shard, size });
  const seqs = [...new Set([...own.filter((seq) => seq <= size), ...shared])];
  return {
    accountId,
    ownerId: Number(account.owner_id),
    book: account.book,
    under,
    since,
    shard,
    seqs: seqs.sort((left, right) => left - right),
    stretches: await stretchesOf(database, { shard, accountId }),
  };
}

/** Rows that define markets, open and close them, and start days. */
async function sharedRows(
  database: Database,
  { shard, size }: { readonly shard: number; readonly size: number },
): Promise<readonly number[]> {
  const isWanted = sql`shard = ${shard} and journal_seq <= ${size}`;
  const { rows } = await sql<{ seq: bigint }>`
    select journal_seq as seq from market_terms where ${isWanted}
    union select journal_seq from market_session_change where ${isWanted}
    union select journal_seq from trading_day where ${isWanted}`.execute(database);
  return rows.map(({ seq }) => Number(seq));
}

type StretchRow = { readonly market_id: number; readonly from_ms: bigint; readonly to_ms: bigint };

/** Times that touch are one; a market that converts is followed while it is needed. */
async function stretchesOf(
  database: Database,
  { shard, accountId }: { readonly shard: number; readonly accountId: number },
): Promise<readonly Stretch[]> {
  const { rows } = await sql<StretchRow>`
    with lived as (
      select market_id, placed_at_ms as from_ms,
        coalesce(ended_at_ms, 9007199254740991) as to_ms
      from trade_order where account_id = ${accountId}
    ), terms as (
      select distinct on (market_id) market_id, base_currency, quote_currency
      from market_terms where shard = ${shard} order by market_id, version desc
    ), wanted as (
      select market_id, from_ms, to_ms from lived
      union all
      select c.market_id, l.from_ms, l.to_ms from lived l
      join terms t on t.market_id = l.market_id
      join terms c on c.market_id <> l.market_id
        and c.base_currency in (t.base_currency, t.quote_currency, ${ACCOUNT_CURRENCY})
        and c.quote_currency in (t.base_currency, t.quote_currency, ${ACCOUNT_CURRENCY})
    ), marked as (
      select *, max(to_ms) over (
        partition by market_id order by from_ms, to_ms rows between unbounded preceding
        and 1 preceding) as reached_ms
      from wanted
    ), numbered as (
      select *, count(*) filter (where reached_ms is null or from_ms > reached_ms)
        over (partition by market_id order by from_ms, to_ms) as run
      from marked
    )
    select market_id, min(from_ms) as from_ms, max(to_ms) as to_ms
    from numbered group by market_id, run order by market_id, min(from_ms)`.execute(database);
  return rows.map(({ market_id, from_ms, to_ms }) => ({
    marketId: market_id,
    fromMs: Number(from_ms),
    toMs: Number(to_ms),
  }));
}
