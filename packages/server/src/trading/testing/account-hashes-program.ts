// What accounts are worth and have open, each as one hash, for drills that compare them:
//   npx tsx packages/server/src/trading/testing/account-hashes-program.ts DATABASE_URL ID…
// Prints { journal, snapshot } as one line of JSON: the journals folded from their first rows, and
// the states that engines wrote down themselves. Prices are no part of it: they go on.

import { createHash } from "node:crypto";
import {
  accountId,
  accountOrders,
  accountView,
  apply,
  decodeEvents,
  decodeState,
  orderView,
  type State,
} from "@truetick/engine";
import pg from "pg";
import { emptyState } from "../sequencer/live-state.ts";

/** What a quote changes; all else only a row of the journal does. */
const MARKED = new Set([
  ...["floating", "equity", "free", "level", "available"],
  ...["closingPrice", "profit", "trailingLevel"],
]);

function hashOf(what: unknown): string {
  const text = JSON.stringify(what, (key, value: unknown) => {
    if (MARKED.has(key)) return undefined;
    return typeof value === "bigint" ? `${value}` : value;
  });
  return createHash("sha256").update(text).digest("hex");
}

function hashesIn(states: readonly State[], ids: readonly string[]): Record<string, string> {
  const found = ids.flatMap((id) => {
    const account = accountId(Number(id));
    const home = states.find((state) => state.hasAccount(account));
    if (!home) return [];
    const orders = accountOrders(home, account).map((order) => orderView(home, order));
    return [[id, hashOf([accountView(home, account), orders])] as const];
  });
  return Object.fromEntries(found);
}

async function foldJournals(client: pg.Client): Promise<State[]> {
  const { rows: shards } = await client.query("select distinct shard from journal order by shard");
  const states: State[] = [];
  for (const { shard } of shards) {
    const state = emptyState(shard);
    const wanted = "select events from journal where shard = $1 order by seq";
    for (const { events } of (await client.query(wanted, [shard])).rows) {
      for (const event of decodeEvents(events)) apply(state, event);
    }
    states.push(state);
  }
  return states;
}

async function readSnapshots(client: pg.Client): Promise<State[]> {
  const { rows } = await client.query(
    "select distinct on (shard) state from state_snapshot order by shard, seq desc",
  );
  return rows.map(({ state }) => decodeState(state));
}

const [url = "", ...ids] = process.argv.slice(2);
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  const journal = hashesIn(await foldJournals(client), ids);
  const snapshot = hashesIn(await readSnapshots(client), ids);
  console.log(JSON.stringify({ journal, snapshot }));
} finally {
  await client.end();
}
