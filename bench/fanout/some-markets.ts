// The same when every client follows 10 markets of 20, each a set of its own (G6b).
//
// Peer: `ws` with a JSON.stringify per client, on the same sets.

import { sandboxMarkets } from "@truetick/server";
import { startNode } from "./parts/contenders.ts";
import { openCrowd } from "./parts/crowd.ts";
import { finish, judge, must, takeTurns } from "./parts/measure.ts";
import { codeOf } from "./parts/ticks.ts";

const MARKETS = 20;
const CHOSEN = 10;
const TICKS_PER_SECOND = 10;
const CLIENTS = Number(process.env.BENCH_CLIENTS?.split(",")[0] ?? 1_000);
const FLOOR = 8;

/** Which markets each client chose, by their place; the same for both sides. */
const choices = Array.from({ length: CLIENTS }, () => {
  const places = Array.from({ length: MARKETS }, (_, at) => at);
  return places.sort(() => Math.random() - 0.5).slice(0, CHOSEN);
});
const codes = sandboxMarkets().map(({ code }) => code);

console.log(`${CLIENTS} clients, each ${CHOSEN} of ${MARKETS} markets of its own choice`);
const crowd = openCrowd();
const product = await startNode("product", MARKETS);
const naive = await startNode("naive", MARKETS);
for (const { name, kind, port } of [product, naive]) {
  const nameAt = kind === "product" ? (at: number) => codes[at] ?? "" : codeOf;
  const sets = choices.map((places) => places.map(nameAt));
  await crowd.connect({ name, kind, port, count: CLIENTS, sets });
}
const turns = await takeTurns({ crowd, rate: TICKS_PER_SECOND }, [product, naive]);
const speedOf = (name: string) => turns.get(name)?.map((turn) => turn.perCpuSecond) ?? [];
judge(`G6b ${CLIENTS} clients, sets of their own, against naive`, {
  product: speedOf("product"),
  peer: speedOf("naive"),
  floor: FLOOR,
});
const own = turns.get("product") ?? [];
must(
  own.every(({ heard }) => heard.lost === 0),
  "the product has lost no client",
);
for (const { stop } of [product, naive]) await stop();
crowd.stop();
finish();
