// What can be taken out as CSV, each as pages of rows in a fixed order. Read by exports.routes.ts.
// Invariants: pages go on from the last row, so that a million lines need no more memory than a
// page; what is counted and what is read is said once, for both; addresses and numbers are masked
// for who may not see them (T88).

import type { ExportName, Permission } from "@truetick/contract/desk";
import { formatDecimal, formatMoney, money } from "@truetick/money";
import { type RawBuilder, sql } from "kysely";
import { csvMoment } from "../../platform/csv.ts";
import type { Database } from "../../platform/database.ts";
import { SHARDS_QUERY } from "../../trading/journal/read-shards.ts";
import { shownContacts } from "../users/mask-contact.ts";

export type ExportPeriod = { readonly fromMs: number; readonly toMs: number };

/** Which rows: a condition on the columns of the table that is taken out. */
export type Wanted = RawBuilder<unknown>;

type Cells = readonly (string | number | bigint)[];

/** A page: its lines, and where the next one begins; null at the end. */
export type ExportPage = { readonly lines: readonly Cells[]; readonly next: string | null };

export type Export = {
  /** Beside the one to export at all. */
  readonly permission: Permission;
  readonly heading: readonly string[];
  /** Those of the period, as far as they are there by now. */
  readonly within: (database: Database, period: ExportPeriod) => Promise<Wanted>;
  readonly count: (database: Database, wanted: Wanted) => Promise<number>;
  readonly read: (
    database: Database,
    page: {
      readonly wanted: Wanted;
      readonly after: string | null;
      readonly isWhole: boolean;
    },
  ) => Promise<ExportPage>;
};

/** Big enough to be quick, small enough for others to be served in between. */
const ROWS_PER_READ = 2_000;

export const EXPORTED: Readonly<Record<ExportName, Export>> = {
  users: {
    permission: "users.read",
    heading: ["id", "uid", "email", "mobile", "area", "country", "created_at_utc"],
    within: async (_database, period) => sql`book = 'real' and ${createdIn("app_user", period)}`,
    count: (database, wanted) => countRows(database, { table: "app_user", wanted }),
    async read(database, { wanted, after, isWhole }) {
      const { rows } = await sql<UserRow>`
        select id, uid, email, mobile, area, country, created_at from app_user
        where ${wanted} and id > ${after ?? "0"}
        order by id limit ${ROWS_PER_READ}`.execute(database);
      return pageOf(rows, (row) => {
        const { email, mobile } = shownContacts(row, { isWhole });
        const { id, uid, area, country, created_at } = row;
        return [id, uid, email, mobile, area ?? "", country ?? "", momentOf(created_at)];
      });
    },
  },
  deposits: {
    permission: "deposits.read",
    heading: [
      "id",
      "uid",
      "kind",
      "state",
      "currency",
      "amount",
      "credited_usd",
      "reference",
      "created_at_utc",
      "decided_at_utc",
    ],
    within: async (_database, period) => createdIn("deposit", period),
    count: (database, wanted) => countRows(database, { table: "deposit", wanted }),
    async read(database, { wanted, after }) {
      const { rows } = await sql<DepositRow>`
        select deposit.id, uid, kind, state, currency_code, decimals, amount, credit_usd, reference,
          deposit.created_at, decided_at
        from deposit join app_user on app_user.id = user_id
        where ${wanted} and deposit.id > ${after ?? "0"}
        order by deposit.id limit ${ROWS_PER_READ}`.execute(database);
      return pageOf(rows, (row) => [
        row.id,
        row.uid,
        row.kind,
        row.state,
        row.currency_code,
        formatDecimal(row.amount, row.decimals),
        row.credit_usd === null ? "" : formatMoney(money(row.credit_usd)),
        row.reference,
        momentOf(row.created_at),
        momentOf(row.decided_at),
      ]);
    },
  },
  withdrawals: {
    permission: "withdrawals.read",
    heading: [
      "id",
      "uid",
      "status",
      "amount_usd",
      "fee_usd",
      "created_at_utc",
      "due_at_utc",
      "decided_at_utc",
      "ended_at_utc",
    ],
    within: async (_database, period) => createdIn("withdrawal", period),
    count: (database, wanted) => countRows(database, { table: "withdrawal", wanted }),
    async read(database, { wanted, after }) {
      const { rows } = await sql<WithdrawalRow>`
        select withdrawal.id, uid, status, amount, fee, withdrawal.created_at, due_at, decided_at,
          ended_at
        from withdrawal join app_user on app_user.id = user_id
        where ${wanted} and withdrawal.id > ${after ?? "0"}
        order by withdrawal.id limit ${ROWS_PER_READ}`.execute(database);
      return pageOf(rows, (row) => [
        row.id,
        row.uid,
        row.status,
        formatMoney(money(row.amount)),
        formatMoney(money(row.fee)),
        momentOf(row.created_at),
        momentOf(row.due_at),
        momentOf(row.decided_at),
        momentOf(row.ended_at),
      ]);
    },
  },
  ledger: {
    permission: "users.read",
    heading: ["account_id", "id", "time_utc", "cause", "cause_id", "amount_usd", "balance_usd"],
    within: linesIn,
    count: (database, wanted) => countRows(database, { table: "ledger_posting", wanted }),
    read: readLedger,
  },
  audit: {
    permission: "audit.read",
    heading: ["seq", "time_utc", "actor", "actor_id", "action", "subject", "subject_id", "hash"],
    within: async (_database, { fromMs, toMs }) =>
      sql`at >= ${new Date(fromMs)} and at < ${new Date(toMs)}`,
    count: (database, wanted) => countRows(database, { table: "audit_log", wanted }),
    async read(database, { wanted, after }) {
      const { rows } = await sql<AuditRow>`
        select seq as id, at, actor_kind, actor_id, action, subject_kind, subject_id,
          encode(hash, 'hex') as hash
        from audit_log where ${wanted} and seq > ${after ?? "0"}
        order by seq limit ${ROWS_PER_READ}`.execute(database);
      return pageOf(rows, (row) => [
        row.id,
        momentOf(row.at),
        row.actor_kind,
        row.actor_id,
        row.action,
        row.subject_kind,
        row.subject_id,
        row.hash,
      ]);
    },
  },
};

type UserRow = {
  id: bigint;
  uid: string;
  email: string | null;
  mobile: string | null;
  area: string | null;
  country: string | null;
  created_at: Date;
};

type DepositRow = {
  id: bigint;
  uid: string;
  kind: string;
  state: string;
  currency_code: string;
  decimals: number;
  amount: bigint;
  credit_usd: bigint | null;
  reference: string;
  created_at: Date;
  decided_at: Date | null;
};

type WithdrawalRow = {
  id: bigint;
  uid: string;
  status: string;
  amount: bigint;
  fee: bigint;
  created_at: Date;
  due_at: Date;
  decided_at: Date | null;
  ended_at: Date | null;
};

type AuditRow = {
  id: bigint;
  at: Date;
  actor_kind: string;
  actor_id: bigint;
  action: string;
  subject_kind: string;
  subject_id: string;
  hash: string;
};

type LedgerRow = {
  account_id: bigint;
  journal_seq: bigint;
  position: number;
  movement_id: bigint;
  at_ms: bigint;
  cause: string;
  cause_id: bigint;
  amount: bigint;
  balance: bigint;
};

/** Account by account, which is how the ledger can be read from where one left off. */
async function readLedger(
  database: Database,
  { wanted, after }: { readonly wanted: Wanted; readonly after: string | null },
): Promise<ExportPage> {
  const [account = "0", seq = "0", position = "0"] = after?.split(".") ?? [];
  const { rows } = await sql<LedgerRow>`
    select account_id, journal_seq, position, movement_id, at_ms, cause, cause_id, amount, balance
    from ledger_posting
    where ${wanted}
      and (account_id, journal_seq, position) > (${account}, ${seq}, ${position}::int)
    order by account_id, journal_seq, position limit ${ROWS_PER_READ}`.execute(database);
  const last = rows.length < ROWS_PER_READ ? undefined : rows.at(-1);
  return {
    lines: rows.map((row) => [
      row.account_id,
      row.movement_id,
      csvMoment(Number(row.at_ms)),
      row.cause,
      row.cause_id,
      formatMoney(money(row.amount)),
      formatMoney(money(row.balance)),
    ]),
    next: last ? `${last.account_id}.${last.journal_seq}.${last.position}` : null,
  };
}

function pageOf<Row extends { readonly id: bigint }>(
  rows: readonly Row[],
  lineOf: (row: Row) => Cells,
): ExportPage {
  const last = rows.length < ROWS_PER_READ ? undefined : rows.at(-1);
  return { lines: rows.map(lineOf), next: last ? String(last.id) : null };
}

async function countRows(
  database: Database,
  { table, wanted }: { readonly table: string; readonly wanted: Wanted },
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)} where ${wanted}`.execute(database);
  return Number(rows[0]?.count ?? 0n);
}

/** Two tables of a page have such a column. */
function createdIn(table: string, { fromMs, toMs }: ExportPeriod): Wanted {
  const column = sql.ref(`${table}.created_at`);
  return sql`${column} >= ${new Date(fromMs)} and ${column} < ${new Date(toMs)}`;
}

/**
 * The lines of traders; those of the house are the other side of them. By the rows of each journal,
 * as statements do: a line that is booked while others are read stands behind the end, even where
 * its stamp is of the period. And the ledger has an index by journal and none by time.
 */
async function linesIn(database: Database, { fromMs, toMs }: ExportPeriod): Promise<Wanted> {
  const { rows } = await sql<{ shard: number; first_seq: bigint; end_seq: bigint }>`
    select shard, journal_seq_at(shard, ${fromMs}) as first_seq,
      journal_seq_at(shard, ${toMs}) as end_seq
    from (${sql.raw(SHARDS_QUERY)}) known`.execute(database);
  if (rows.length === 0) return sql`false`;
  const stretches = rows.map(
    ({ shard, first_seq, end_seq }) =>
      sql`shard = ${shard} and journal_seq >= ${first_seq} and journal_seq < ${end_seq}`,
  );
  return sql`account_id is not null and (${sql.join(stretches, sql` or `)})`;
}

function momentOf(at: Date | null): string {
  return at === null ? "" : csvMoment(at.getTime());
}
