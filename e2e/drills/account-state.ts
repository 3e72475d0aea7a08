// What accounts are worth and have open, from three sources that must agree: the rows of the
// tables, the journal folded from its first row, and the state that an engine wrote down itself.
// Prices are no part of it: they go on. Used by upgrade.test.ts.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../program.ts";
import { ownerAddress } from "../tamper.ts";

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const TSX = join(ROOT, "node_modules/.bin/tsx");
const PROGRAM = "packages/server/src/trading/testing/account-hashes-program.ts";

export async function accountsOf(query: Query, orderIds: readonly string[]): Promise<string[]> {
  const rows = await query(
    "select distinct account_id::text as id from trade_order where order_id = any($1) order by 1",
    [orderIds],
  );
  return rows.map(({ id }) => String(id));
}

const STORED = {
  trade_order: "order_id",
  trading_account: "account_id",
  ledger_posting: "shard, journal_seq, position",
} as const;

type StoredRows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** Every order, account and posting of these accounts, as it is stored. */
export async function storedRows(query: Query, accounts: readonly string[]): Promise<StoredRows> {
  const tables = Object.entries(STORED).map(async ([table, order]) => {
    const wanted = `select * from ${table} where account_id = any($1) order by ${order}`;
    return [table, await query(wanted, [accounts])] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** In the columns that there were: a newer build may have added some. */
export function inColumnsOf(before: StoredRows, after: StoredRows): StoredRows {
  const tables = Object.entries(after).map(([table, rows]) => {
    const columns = Object.keys(before[table]?.[0] ?? {});
    return [table, rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))];
  });
  return Object.fromEntries(tables);
}

/** By account, in the words of this checkout's engine. */
type Hashes = Readonly<Record<string, string>>;

/** `journal`: folded from the first row on; `snapshot`: as engines left it when they stopped. */
export async function stateHashes(
  dataDir: string,
  accounts: readonly string[],
): Promise<{ readonly journal: Hashes; readonly snapshot: Hashes }> {
  const parameters = [PROGRAM, ownerAddress(dataDir), ...accounts];
  const { stdout } = await promisify(execFile)(TSX, parameters, { cwd: ROOT });
  return JSON.parse(stdout);
}
