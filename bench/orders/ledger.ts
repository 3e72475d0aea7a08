// Durable ledger postings per second: the sequencer against one transaction each, and pgbench (G2).
//
// 1,000 movements of money at a time, each two postings and a journal row, through the engine and
// the group commit. Peers on the same PostgreSQL, in turn: one transaction per movement on a pool
// of 32, and TPC-B by pgbench (prepared, the best of 1, 8 and 32 clients), where it is installed.

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import pg from "pg";
import { closePool } from "./parts/conventional.ts";
import { openAccounts, openMarket, startExchange, submit } from "./parts/exchange.ts";
import { openLab } from "./parts/lab.ts";
import { contend, drive, type Round } from "./parts/measure.ts";

const ACCOUNTS = 5_000;
const AT_ONCE = 1_000;
const PEER_CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = 3;
const POSTINGS_PER_MOVEMENT = 2;
const PGBENCH_SCALE = 10;
const SYSTEM_VERSIONS = "/usr/lib/postgresql";

const run = promisify(execFile);
const lab = await openLab();
const sequencer = await startExchange(lab);
await openMarket(sequencer);
await openAccounts(sequencer, ACCOUNTS);

let movements = 0;

async function product(): Promise<Round> {
  const load = { workers: AT_ONCE, seconds: SECONDS, cpuSeconds: lab.cpuSeconds };
  const round = await drive(load, () => {
    movements += 1;
    return submit(sequencer, {
      type: "Credit",
      accountId: accountId(1 + (movements % ACCOUNTS)),
      cause: "adjustment",
      causeId: movements,
      amount: money(1n),
    });
  });
  return doubled(round);
}

function doubled({ rate, latencies, perCpuSecond }: Round): Round {
  return {
    rate: rate * POSTINGS_PER_MOVEMENT,
    latencies,
    perCpuSecond: perCpuSecond === null ? null : perCpuSecond * POSTINGS_PER_MOVEMENT,
  };
}

const pool = new pg.Pool({ connectionString: lab.peerUrl, max: PEER_CONNECTIONS });
await pool.query(`
  create table account (id bigint primary key, cash bigint not null);
  insert into account select g, 0 from generate_series(0, ${ACCOUNTS}) as g;
  create table posting (
    id bigint generated always as identity primary key, account_id bigint not null,
    amount bigint not null, balance bigint not null, cause text not null,
    created_at timestamptz not null default now()
  );
  create index on posting (account_id, id)`);

async function oneByOne(): Promise<Round> {
  const load = { workers: PEER_CONNECTIONS, seconds: SECONDS, cpuSeconds: lab.cpuSeconds };
  const round = await drive(load, async () => {
    const account = 1 + Math.floor(Math.random() * ACCOUNTS);
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query({
        name: "move",
        text: `with moved as (update account set cash = cash + 1 where id = $1 returning cash)
               insert into posting (account_id, amount, balance, cause)
               select $1, 1, cash, 'adjustment' from moved union all
               select 0, -1, 0, 'adjustment'`,
        values: [account],
      });
      await client.query("commit");
    } finally {
      client.release();
    }
  });
  return doubled(round);
}

function findPgbench(): string | null {
  const versions = existsSync(SYSTEM_VERSIONS) ? readdirSync(SYSTEM_VERSIONS).map(Number) : [];
  const program = join(SYSTEM_VERSIONS, String(Math.max(...versions)), "bin/pgbench");
  return existsSync(program) ? program : null;
}

async function tpcB(program: string): Promise<Round> {
  const host = decodeURIComponent(/host=([^&]+)/.exec(lab.peerUrl)?.[1] ?? "");
  const connection = ["-h", host, "-U", "truetick", "peer"];
  await run(program, ["-i", "-q", "-s", String(PGBENCH_SCALE), ...connection]);
  let best = 0;
  for (const clients of [1, 8, 32]) {
    const options = [
      "-M",
      "prepared",
      "-n",
      "-c",
      String(clients),
      "-j",
      "2",
      "-T",
      String(SECONDS),
    ];
    const { stdout } = await run(program, [...options, ...connection]);
    best = Math.max(best, Number(/tps = ([\d.]+)/.exec(stdout)?.[1]));
  }
  return { rate: best, latencies: new Float64Array(), perCpuSecond: null };
}

const results = [
  await contend({
    goal: "G2 against one transaction per movement",
    unit: "postings",
    product,
    peer: oneByOne,
    floor: 8,
    moonshot: 20,
    rounds: ROUNDS,
  }),
];
// Its connections are needed below.
await closePool(pool);
const pgbench = findPgbench();
if (pgbench === null) {
  console.log("G2b is skipped: pgbench is not installed.");
} else {
  results.push(
    await contend({
      goal: "G2b against pgbench TPC-B",
      unit: "postings or transactions",
      product,
      peer: () => tpcB(pgbench),
      floor: 20,
      moonshot: 50,
      rounds: ROUNDS,
    }),
  );
}
await sequencer.stop();
await lab.close();
process.exit(results.every(Boolean) ? 0 : 1);
