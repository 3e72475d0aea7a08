// CPU-seconds of an order and of a delivered update: a cluster against one process that plays all.
//
// Both platforms run as their operator starts them, side by side, and take turns: nothing for a
// while, then orders over HTTP (connections that open and close in turn), then sockets that follow
// all prices and an account with positions. What every process of a platform has used is counted,
// PostgreSQL and NATS too, less what the same time costs when nobody is there. The balancer stands
// in for the operator's own and is told apart. BENCH_ROUNDS, BENCH_SECONDS, BENCH_SOCKETS and
// BENCH_CONNECTIONS make it shorter or longer.

import { setTimeout as sleep } from "node:timers/promises";
import { finish, median, must } from "../fanout/parts/measure.ts";
import { createDealers, type Dealers } from "./parts/dealers.ts";
import { findMarkets, makePeople, openPositions } from "./parts/people.ts";
import { type Platform, startPlatform } from "./parts/platform.ts";
import { openSockets, type Sockets } from "./parts/sockets.ts";
import { describeCost, type Figure, figureOf, type Window, windowOf } from "./parts/windows.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 512);
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 400);
const DEALERS = 512;
const RATIO_MAX = 1.3;
/** Eleven processes need longer until their compilers are done. */
const WARM_UP_SECONDS = 4 * SECONDS;
/** What an order or a reader leaves behind is done by then. */
const SETTLE_MS = 6_000;

type Side = { readonly platform: Platform; readonly dealers: Dealers; readonly sockets: Sockets };

async function open(name: "alone" | "cluster"): Promise<Side> {
  const platform = await startPlatform(name);
  const { port } = platform;
  const people = await makePeople(port, DEALERS + SOCKETS);
  const markets = await findMarkets(port);
  const readers = people.slice(DEALERS);
  await openPositions(port, readers, markets);
  const dealers = await createDealers({ port, people: people.slice(0, DEALERS), markets });
  const tokens = readers.map(({ token }) => token);
  return { platform, dealers, sockets: await openSockets(port, tokens) };
}

type Counted = { readonly window: Window; readonly count: number };
type Round = { readonly idle: Window; readonly dealing: Counted; readonly reading: Counted };

async function warmUp({ platform, dealers }: Side): Promise<void> {
  const orders = await dealers.deal({ connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
  await sleep(SETTLE_MS);
  console.log(`warm-up ${platform.name.padEnd(7)} ${orders} orders`);
}

async function play({ platform, dealers, sockets }: Side, round: string): Promise<Round> {
  const { spent, name } = platform;
  const idle = await windowOf(spent, () => sleep(1_000 * SECONDS));
  let orders = 0;
  const dealing = await windowOf(spent, async () => {
    orders = await dealers.deal({ connections: CONNECTIONS, seconds: SECONDS });
    await sleep(SETTLE_MS);
  });
  await sockets.connect();
  await sleep(SETTLE_MS);
  await sockets.count();
  let updates = 0;
  let accountFrames = 0;
  const reading = await windowOf(spent, async () => {
    await sleep(1_000 * SECONDS);
    const told = await sockets.count();
    must(told.lost === 0 && told.updates > 0, `${name}: ${SOCKETS} sockets stay and are told`);
    ({ updates, accountFrames } = told);
  });
  await sockets.leave();
  await sleep(SETTLE_MS);
  console.log(
    `${round} ${name.padEnd(7)} ${orders} orders; ${updates} updates and ${accountFrames} frames ` +
      `of accounts; nobody there: ${idle.describe()}`,
  );
  return {
    idle,
    dealing: { window: dealing, count: orders },
    // An account that moves is an update as well; how often it does is up to the prices.
    reading: { window: reading, count: updates + accountFrames },
  };
}

function judge(what: string, sides: Record<"alone" | "cluster", readonly Figure[]>): void {
  const costs = (name: "alone" | "cluster", has: "whole" | "bare") =>
    median(sides[name].map((figure) => figure[has]));
  const whole = costs("cluster", "whole") / costs("alone", "whole");
  const bare = costs("cluster", "bare") / costs("alone", "whole");
  const [ours, theirs] = [costs("cluster", "bare").toFixed(2), costs("alone", "whole").toFixed(2)];
  const shown = `${ours} µs against ${theirs} µs`;
  must(
    bare <= RATIO_MAX,
    `${what}: ${bare.toFixed(2)}x (${shown}; at most ${RATIO_MAX}x; ` +
      `${whole.toFixed(2)}x with the balancer that stands in)`,
  );
}

const sides = [await open("alone"), await open("cluster")];
const rounds = new Map(sides.map(({ platform }): [string, Round[]] => [platform.name, []]));
for (const side of sides) await warmUp(side);
for (let round = 1; round <= ROUNDS; round += 1) {
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
    rounds.get(side.platform.name)?.push(await play(side, `round ${round}`));
  }
}
/** The cheapest idle window counts: another has the rest of what was done before in it. */
function figures(name: "alone" | "cluster", pick: (round: Round) => Counted): Figure[] {
  const all = rounds.get(name) ?? [];
  const [idle] = all.map((round) => round.idle).sort((left, right) => left.share - right.share);
  if (!idle) throw new Error("Invariant: there was a round");
  return all.map((round) => {
    const figure = figureOf({ ...pick(round), idle });
    console.log(`${name.padEnd(7)} ${describeCost(figure)}`);
    return figure;
  });
}

function compare(what: string, pick: (round: Round) => Counted): void {
  console.log(what);
  judge(what, { alone: figures("alone", pick), cluster: figures("cluster", pick) });
}

compare("CPU per order", ({ dealing }) => dealing);
compare("CPU per delivered update", ({ reading }) => reading);
for (const { platform, sockets } of sides) {
  sockets.stop();
  await platform.stop();
}
finish();
