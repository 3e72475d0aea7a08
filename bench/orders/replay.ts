// From a million events to a state that trades: snapshot and tail against row-by-row replay (G13).
//
// A million orders are placed and closed through the sequencer, which takes snapshots by its own
// rule; the one of its clean stop is dropped, so that a start finds what a crash leaves. The peer
// keeps one row of JSON per event and folds them all. Both must arrive at the same state.

import { createHash } from "node:crypto";
import { accountId, apply, createState, type Event, encodeState } from "@truetick/engine";
import pg from "pg";
import {
  createTrader,
  keepQuoting,
  openAccounts,
  openMarket,
  startExchange,
} from "./parts/exchange.ts";
import { openLab } from "./parts/lab.ts";
import { contend, type Round } from "./parts/measure.ts";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const ACCOUNTS = 5_000;
const TRADERS = 2_000;
const ROWS_PER_WRITE = 5_000;
const ROWS_PER_READ = 1_000;
const ROUNDS = 3;

const lab = await openLab();
const owner = new pg.Client({ connectionString: lab.ownerUrl });
const peer = new pg.Client({ connectionString: lab.peerUrl });
await owner.connect();
await peer.connect();
await peer.query("create table event (seq bigint primary key, events jsonb not null)");

/** Answers the hash of the state at the end. */
async function writeHistory(): Promise<string> {
  const sequencer = await startExchange(lab);
  let written = Promise.resolve();
  let texts: string[] = [];
  let next = 1;
  const flush = () => {
    const [first, rows] = [next, texts];
    next += rows.length;
    texts = [];
    written = written.then(() => writeRows(first, rows));
  };
  sequencer.subscribe(({ events }) => {
    texts.push(JSON.stringify(events, toText));
    if (texts.length === ROWS_PER_WRITE) flush();
  });
  await openMarket(sequencer);
  await openAccounts(sequencer, ACCOUNTS);
  const stopQuotes = keepQuoting(sequencer);
  let left = EVENTS;
  await Promise.all(
    Array.from({ length: TRADERS }, async (_, index) => {
      const act = createTrader(sequencer, String(index));
      for (let turn = 0; left > 0; turn += 1) {
        left -= 1;
        await act(accountId(1 + ((index + turn * TRADERS) % ACCOUNTS)));
      }
    }),
  );
  stopQuotes();
  const hash = await sequencer.stateHash();
  flush();
  await written;
  await sequencer.stop();
  await owner.query("delete from state_snapshot where seq = (select max(seq) from state_snapshot)");
  return hash;
}

async function writeRows(first: number, rows: readonly string[]): Promise<void> {
  await peer.query(
    `insert into event
     select $1 + n - 1, e::jsonb from unnest($2::text[]) with ordinality as r(e, n)`,
    [first, rows],
  );
}

function toText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

const hash = await writeHistory();
const tail = await owner.query<{ rows: string }>(
  `select (select max(seq) from journal) - coalesce(max(seq), 0) as rows from state_snapshot`,
);
console.log(
  `${EVENTS.toLocaleString("en")} orders are written; ` +
    `${Number(tail.rows[0]?.rows).toLocaleString("en")} rows follow the newest snapshot.`,
);

async function timed(work: () => Promise<string>): Promise<Round> {
  const startedAt = performance.now();
  const found = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  if (found !== hash) throw new Error("another state");
  return {
    rate: EVENTS / seconds,
    latencies: Float64Array.of(1_000 * seconds),
    perCpuSecond: null,
  };
}

async function startProduct(): Promise<string> {
  const sequencer = await startExchange(lab);
  const found = await sequencer.stateHash();
  await sequencer.stop();
  return found;
}

/** The snapshots that a start adds are dropped, so that the next round begins where this did. */
async function dropNewSnapshots(): Promise<void> {
  await owner.query("delete from state_snapshot where seq = (select max(seq) from journal)");
}

/** Every row, as a program without snapshots reads them. */
async function replayRows(): Promise<string> {
  await dropNewSnapshots();
  const state = createState({ firstId: 1 });
  await peer.query("begin; declare replay cursor for select events from event order by seq");
  for (;;) {
    const fetched = await peer.query<{ events: Event[] }>(`fetch ${ROWS_PER_READ} from replay`);
    for (const { events } of fetched.rows) for (const event of events) apply(state, revive(event));
    if (fetched.rows.length === 0) break;
  }
  await peer.query("commit");
  return createHash("sha256").update(encodeState(state)).digest("hex");
}

/** JSON has no integers of 64 bits: they come as text. */
function revive<T>(value: T): T {
  if (typeof value === "string" && /^-?\d+n$/.test(value)) {
    // Written from a bigint of this very field.
    return BigInt(value.slice(0, -1)) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(revive) as T;
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, revive(v)])) as T;
}

const isReached = await contend({
  goal: "G13 replay",
  unit: "events",
  product: () => timed(startProduct),
  peer: () => timed(replayRows),
  floor: 2,
  moonshot: 8,
  rounds: ROUNDS,
});
await owner.end();
await peer.end();
await lab.close();
process.exit(isReached ? 0 : 1);
