// 500 clients that read one byte a second, beside 1,000 that read everything (F18).
//
// They may change neither the others' p99 by a fifth nor the server's memory by 150 MB.

import { setTimeout as sleep } from "node:timers/promises";
import { startNode } from "./parts/contenders.ts";
import { openCrowd } from "./parts/crowd.ts";
import { describe, finish, median, must, ROUNDS, takeTurn } from "./parts/measure.ts";

const MARKETS = 36;
const TICKS_PER_SECOND = 10;
const CLIENTS = Number(process.env.BENCH_CLIENTS?.split(",")[0] ?? 1_000);
const SLOW = 500;
const CHANGE_MAX = 0.2;
const MEMORY_MAX_BYTES = 150_000_000;
/** Until their buffers are as full as they get while the server still bears with them. */
const FILLING_MS = 8_000;

console.log(`${CLIENTS} clients, and ${SLOW} that read a byte a second`);
const crowd = openCrowd();
const product = await startNode("product", MARKETS);
const { name, port } = product;
await crowd.connect({ name, kind: "product", port, count: CLIENTS });
const turn = (isFirst: boolean) => takeTurn({ crowd, rate: TICKS_PER_SECOND, isFirst }, product);
const alone: number[] = [];
const beside: number[] = [];
const grown: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const without = await turn(round === 0);
  const rssBefore = product.rssBytes();
  const slow = `slow ${round}`;
  await crowd.connect({ name: slow, kind: "slow", port, count: SLOW });
  product.setRate(TICKS_PER_SECOND);
  await sleep(FILLING_MS);
  const withThem = await turn(false);
  grown.push(product.rssBytes() - rssBefore);
  await crowd.leave(slow);
  alone.push(without.heard.ageMs(0.99));
  beside.push(withThem.heard.ageMs(0.99));
  console.log(`      without    ${describe(without)}`);
  console.log(`      with       ${describe(withThem)}`);
}
const change = median(beside) / median(alone) - 1;
const p99s = `p99 ${median(alone)} ms alone, ${median(beside)} ms beside them`;
must(change < CHANGE_MAX, `${p99s}: ${(change * 100).toFixed(0)} % (below 20 %)`);
const memory = median(grown);
must(memory < MEMORY_MAX_BYTES, `memory ${(memory / 1e6).toFixed(0)} MB more (below 150 MB)`);
await product.stop();
crowd.stop();
finish();
