// A checkpoint over new rows, and a proof of inclusion, in logs of 1 and of 10 million leaves.
//
// 10,000 rows of the journal are taken by the keeper, real rows with their chain, salts and
// signatures: at 10 million leaves it may cost at most 1.3 times what it costs at 1 million. A
// proof of any of 10 million leaves, out of the database, may take a millisecond (median).

import { accountId, encodeCommand, encodeEvents, marketId, orderId } from "@truetick/engine";
import { price } from "@truetick/money";
import { linkOf } from "@truetick/server";
import { openLab } from "../orders/parts/lab.ts";
import { median, openLogLab, readEdge, share, timeMs } from "./parts/log-lab.ts";

const LEAVES = Number(process.env.BENCH_LEAVES ?? 10_000_000);
const FEWER = LEAVES / 10;
const NEW_ROWS = 10_000;
const ROUNDS = 5;
const PROOFS = 5_000;
const RATIO_MAX = 1.3;
const PROOF_MS_MAX = 1;
const ACCOUNTS = 5_000;

const lab = await openLab();
const { client, proofLog, turn, fill } = await openLogLab(lab);

/** Sets stops, over and over: a row with one event, as most are. */
function rowOf(seq: number) {
  const atMs = 1_790_000_000_000 + seq;
  const account = accountId(1 + (seq % ACCOUNTS));
  const order = { accountId: account, orderId: orderId(seq) };
  const stops = { stopLoss: price(109_000), takeProfit: null };
  const command = encodeCommand({ type: "SetStops", atMs, ...order, ...stops });
  const about = { book: "real", marketId: marketId(1), seq } as const;
  const events = encodeEvents([{ type: "StopsSet", atMs, ...order, ...about, ...stops }]);
  return { shard: 0, seq, atMs, command, events };
}

let hash: Uint8Array = new Uint8Array(32);

async function writeRows(first: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const row = rowOf(first + index);
    const previous = hash;
    hash = linkOf(previous, row);
    return { ...row, previous, hash };
  });
  await client.query(
    `insert into journal (shard, seq, at_ms, command, events, prev_hash, hash)
     select 0, * from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[],
       $6::bytea[])`,
    [
      rows.map(({ seq }) => seq),
      rows.map(({ atMs }) => atMs),
      rows.map(({ command }) => Buffer.from(command)),
      rows.map(({ events }) => Buffer.from(events)),
      rows.map(({ previous }) => Buffer.from(previous)),
      rows.map((row) => Buffer.from(row.hash)),
    ],
  );
}

/** CPU that a turn takes over the new rows, ours and the database's, with a log of this size. */
async function measureTurns(size: number): Promise<number> {
  const edge = await readEdge(client, "journal/0");
  const filledMs = await timeMs(() => fill("journal/0", edge, size));
  console.log(
    `${size.toLocaleString("en")} leaves are there after ${(filledMs / 1_000).toFixed()} s`,
  );
  await writeRows(size, 1);
  const times: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await writeRows(size + 1 + round * NEW_ROWS, NEW_ROWS);
    const before = cpuMs();
    times.push(await timeMs(turn));
    costs.push(cpuMs() - before);
  }
  const perRow = (1_000 * median(costs)) / NEW_ROWS;
  console.log(
    `a checkpoint over ${NEW_ROWS} more: ${median(times).toFixed()} ms, ` +
      `${median(costs).toFixed()} ms of CPU, ${perRow.toFixed(1)} µs each`,
  );
  return median(costs);
}

function cpuMs(): number {
  return 1_000 * (lab.cpuSeconds() ?? performance.now() / 1_000);
}

const few = await measureTurns(FEWER);
const many = await measureTurns(LEAVES);
const ratio = many / few;
const isFlat = ratio <= RATIO_MAX;
console.log(
  `${isFlat ? "PASS" : "FAIL"} proof checkpoint: ${ratio.toFixed(2)}x at ten times the leaves ` +
    `(at most ${RATIO_MAX}x)`,
);

const times: number[] = [];
const cpuBefore = cpuMs();
for (let proof = 0; proof < PROOFS; proof += 1) {
  const index = Math.floor(Math.random() * LEAVES);
  times.push(await timeMs(() => proofLog.inclusion({ log: "journal/0", index, size: LEAVES })));
}
const proofCpuMs = (cpuMs() - cpuBefore) / PROOFS;
const isQuick = median(times) <= PROOF_MS_MAX;
console.log(
  `${isQuick ? "PASS" : "FAIL"} proof inclusion among ${LEAVES.toLocaleString("en")} leaves: ` +
    `p50 ${median(times).toFixed(2)} ms, p99 ${share(times, 0.99).toFixed(2)} ms ` +
    `(p50 at most ${PROOF_MS_MAX} ms), ${proofCpuMs.toFixed(2)} ms of CPU each`,
);
await client.close();
await lab.close();
process.exit(isFlat && isQuick ? 0 : 1);
