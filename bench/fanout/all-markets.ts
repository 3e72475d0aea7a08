// Quotes delivered per CPU-second of one gateway to 1,000 and 5,000 sockets (G6).
//
// 36 markets, 10 ticks a second each, everybody follows all of them. Peers: `ws` with a
// JSON.stringify per client, socket.io, nats-server's own WebSocket fan-out, Bun's publish of one
// message per flush. BENCH_CLIENTS=200 and BENCH_SECONDS=2 make a quick look.

import { type Contender, startBun, startNats, startNode } from "./parts/contenders.ts";
import { openCrowd } from "./parts/crowd.ts";
import { finish, judge, median, must, takeTurns } from "./parts/measure.ts";

const MARKETS = 36;
const TICKS_PER_SECOND = 10;
const SIZES = (process.env.BENCH_CLIENTS ?? "1000,5000").split(",").map(Number);
/** As often as the product flushes. */
const FLUSH_EVERY_MS = 90;
/** The oldest that a price may be for 99 of 100 updates, wait for the flush included. */
const AGE_P99_MAX_MS = 100;
const AGE_CLIENTS = 1_000;

const FLOORS: readonly [string, number][] = [
  ["naive", 20],
  ["socketio", 15],
  ["nats", 2],
  ["bun flush", 0.7],
];

for (const clients of SIZES) {
  console.log(`${clients} clients, ${MARKETS} markets, ${TICKS_PER_SECOND} ticks/s each`);
  const crowd = openCrowd();
  const contenders = [
    await startNode("product", MARKETS),
    await startNode("naive", MARKETS),
    await startNode("socketio", MARKETS),
    await startNats(MARKETS),
    await startBun(MARKETS, "flush", FLUSH_EVERY_MS),
  ].filter((contender): contender is Contender => contender !== null);
  for (const { name, kind, port } of contenders) {
    await crowd.connect({ name, kind, port, count: clients });
  }
  const turns = await takeTurns({ crowd, rate: TICKS_PER_SECOND }, contenders);
  const speedOf = (name: string) => turns.get(name)?.map((turn) => turn.perCpuSecond) ?? [];
  for (const [peer, floor] of FLOORS) {
    if (!turns.has(peer)) continue;
    const rates = { product: speedOf("product"), peer: speedOf(peer), floor };
    judge(`G6 ${clients} clients, against ${peer}`, rates);
  }
  const own = turns.get("product") ?? [];
  if (clients <= AGE_CLIENTS) {
    const age = median(own.map(({ heard }) => heard.ageMs(0.99)));
    must(age <= AGE_P99_MAX_MS, `p99 age ${age} ms (at most ${AGE_P99_MAX_MS} ms)`);
  }
  must(
    own.every(({ heard }) => heard.lost === 0),
    "the product has lost no client",
  );
  for (const { stop } of contenders) await stop();
  crowd.stop();
}
finish();
