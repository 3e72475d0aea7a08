// What a burst costs: processor time for 1,000 clients at 100 ticks/s per market (G7, G7b).
//
// The product conflates, so its cost hardly follows the ticks; peers that send every tick pay for
// each. Compared is the share of a core, product against peer; and the product against itself at
// 10 ticks/s.

import { type Contender, startBun, startNats, startNode } from "./parts/contenders.ts";
import { openCrowd } from "./parts/crowd.ts";
import { finish, median, must, type Turn, takeTurns } from "./parts/measure.ts";

const MARKETS = 36;
const CALM = 10;
const BURST = 100;
const CLIENTS = Number(process.env.BENCH_CLIENTS?.split(",")[0] ?? 1_000);
/** The product may use a fifth of what sending every tick takes. */
const SHARE_MAX = 1 / 5;
const GROWTH_MAX = 1.5;
/** A flush and a little: what a price may be old at most for 99 of 100. */
const AGE_P99_MAX_MS = 125;

console.log(`${CLIENTS} clients, ${MARKETS} markets, ${BURST} ticks/s each`);
const crowd = openCrowd();
const contenders = [
  await startNode("product", MARKETS),
  await startNats(MARKETS),
  await startBun(MARKETS, "tick", 0),
].filter((contender): contender is Contender => contender !== null);
for (const { name, kind, port } of contenders) {
  await crowd.connect({ name, kind, port, count: CLIENTS });
}
const calm = await takeTurns({ crowd, rate: CALM }, contenders.slice(0, 1));
const burst = await takeTurns({ crowd, rate: BURST }, contenders);
const costOf = (turns: readonly Turn[] = []) => median(turns.map(({ cpuShare }) => cpuShare));
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const own = burst.get("product") ?? [];
for (const [name, turns] of burst) {
  if (name === "product") continue;
  // A peer that did not deliver every tick has paid for the delivered part only.
  const given = MARKETS * BURST * CLIENTS;
  const delivered = median(turns.map(({ perCpuSecond, cpuShare }) => perCpuSecond * cpuShare));
  const kept = Math.min(1, delivered / given);
  const ratio = costOf(own) / (costOf(turns) / kept);
  const shown = `${percent(costOf(own))} of a core against ${percent(costOf(turns))}`;
  const note = `for ${percent(kept)} of the ticks`;
  const verdict = `G7 1/${(1 / ratio).toFixed(1)} of ${name} (floor 1/5)  ${shown} ${note}`;
  must(ratio <= SHARE_MAX, verdict);
}
const growth = costOf(own) / costOf(calm.get("product"));
must(
  growth <= GROWTH_MAX,
  `G7b ${growth.toFixed(2)} times the cost of a tenth of the ticks (at most ${GROWTH_MAX})`,
);
const age = median(own.map(({ heard }) => heard.ageMs(0.99)));
must(age <= AGE_P99_MAX_MS, `p99 age in the burst ${age} ms (at most ${AGE_P99_MAX_MS} ms)`);
for (const { stop } of contenders) await stop();
crowd.stop();
finish();
