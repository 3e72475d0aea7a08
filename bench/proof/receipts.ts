// 10,000 receipts verified on one core, within 10 seconds.
//
// Orders of one account are opened and closed on a real database, the keeper takes them, and the
// file of all receipts is made as a trader would download it. Then every one of them is checked
// offline: signatures, inclusion of row and tape, the fill computed again.

import { accountId } from "@truetick/engine";
import { receiptLines } from "@truetick/server";
import { verifyReceipt } from "@truetick/verify";
import {
  createTrader,
  keepQuoting,
  openAccounts,
  openMarket,
  startExchange,
} from "../orders/parts/exchange.ts";
import { openLab } from "../orders/parts/lab.ts";
import { openLogLab } from "./parts/log-lab.ts";

const RECEIPTS = Number(process.env.BENCH_RECEIPTS ?? 10_000);
const WORKERS = 64;
const SECONDS_MAX = 10;

const lab = await openLab();
const sequencer = await startExchange(lab);
await openMarket(sequencer);
const [account = accountId(1)] = await openAccounts(sequencer, 1);
const stopQuotes = keepQuoting(sequencer);
const acts = Math.ceil(RECEIPTS / WORKERS);
await Promise.all(
  Array.from({ length: WORKERS }, async (_, worker) => {
    const trade = createTrader(sequencer, `trader/${worker}`);
    for (let act = 0; act < acts; act += 1) await trade(account);
  }),
);
stopQuotes();
await sequencer.stop();
const { client, proofLog, turn } = await openLogLab(lab);
await turn();

const files: string[] = [];
const madeAtMs = performance.now();
const lines = receiptLines(
  {
    database: lab.database,
    log: proofLog,
    issuer: { build: "bench", mode: "SIMULATED", origin: "http://localhost" },
    everyMs: 60_000,
    nowMs: Date.now,
  },
  {
    caller: { sessionId: 1, userId: account, accountId: account, isDemo: false },
    since: null,
  },
);
for await (const line of lines) {
  files.push(line.trimEnd());
  if (files.length === RECEIPTS) break;
}
const madeSec = (performance.now() - madeAtMs) / 1_000;
console.log(`${files.length} receipts made in ${madeSec.toFixed(1)} s`);
const keys = await proofLog.keys();
await client.close();
await lab.close();

const cpuBefore = process.cpuUsage();
const startedMs = performance.now();
let bad = 0;
for (const file of files) {
  const { isGood } = await verifyReceipt(file, { keys, remembered: null });
  if (!isGood) bad += 1;
}
const tookSec = (performance.now() - startedMs) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const isQuick = files.length === RECEIPTS && bad === 0 && tookSec <= SECONDS_MAX;
console.log(
  `${isQuick ? "PASS" : "FAIL"} proof receipts: ${files.length} verified, ${bad} bad, in ` +
    `${tookSec.toFixed(1)} s (at most ${SECONDS_MAX} s), ` +
    `${((user + system) / 1e6).toFixed(1)} s of CPU`,
);
process.exit(isQuick ? 0 : 1);
