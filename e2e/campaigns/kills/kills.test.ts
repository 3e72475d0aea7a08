// kill -9 of the whole program and of its PostgreSQL, at any moment, while traders deal over HTTP
// as fast as they are answered: no yes is lost, doubled or told otherwise afterwards, the books add
// up, and trading goes on (F01, F03, P04). Three kills here; with FULL=1 at least 200, and until
// half a million commands were acknowledged. KILLS, KILL_YESES: other numbers.

import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, killAll } from "../../program.ts";
import { ownerAddress } from "../../tamper.ts";
import { brokenInvariants } from "../broken-invariants.ts";
import { createDice } from "../dice.ts";
import { type Killer, killPostgres, startKiller, type Victim } from "./killer.ts";
import {
  askUntilAnswered,
  type Floor,
  Line,
  type Person,
  tradeOn,
  type Yes,
} from "./persistent-trader.ts";
import { PromiseBook } from "./promised.ts";

const FULL = process.env.FULL !== undefined;
const KILLS_MIN = Number(process.env.KILLS ?? (FULL ? 200 : 3));
const YESES_MIN = Number(process.env.KILL_YESES ?? (FULL ? 500_000 : 300));
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const TRADERS = FULL ? 96 : 16;
const LIFE_MIN_MS = 200;
/** Half of the lives are shorter than half of it. */
const LIFE_MAX_MS = FULL ? 6_000 : 1_500;
const CHECKED_EVERY = 20;
const ASKED_AGAIN = 100;
const ASKED_ON_LINES = 10;
const BACK_WITHIN_MS = 15_000;
const NOBODY_TRADES_MS = 90_000;
/** Some thousand commands a second: half a million in about 200 lives, and small tables. */
const PAUSE_MS = 40;
const TIMEOUT_MS = FULL ? 3_000_000 : 180_000;
const VICTIMS: readonly Victim[] = ["server", "server", "server", "server", "both", "postgres"];

const dice = createDice(SEED);
const promises = new PromiseBook();
const refusals = new Map<string, number>();
/** The newest of those who were told yes, with its words. */
const recent: Yes[] = [];
const faults: string[] = [];
const backMs: number[] = [];
const killed = { server: 0, both: 0, postgres: 0 };
let dataDir: string;
let port: number;
let killer: Killer;
/** Since the last kill. */
let firstYesAt: number | null = 0;
let isOver = false;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "truetick-kills-"));
  // Under root, PostgreSQL has a user of its own who must be able to pass.
  await chmod(dataDir, 0o711);
  port = await freePort();
  killer = await startKiller(dataDir, port);
}, 120_000);
afterAll(async () => {
  isOver = true;
  await killAll();
  killPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

type DemoAnswer = {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly token: string; readonly user: { readonly id: string } };
};

async function openTrader(number: number): Promise<Person> {
  const name = `${SEED}-${number}`;
  const demo_id = randomBytes(16).toString("hex");
  const answer = await fetch(`http://127.0.0.1:${port}/api/user/createAccountDemoForU`, {
    method: "POST",
    headers: { lang: "en" },
    body: new URLSearchParams({ demo_id }),
  });
  const { code, msg, data } = (await answer.json()) as DemoAnswer;
  if (code !== 1) throw new Error(`No demo account: ${msg}`);
  return { userId: data.user.id, token: data.token, name };
}

const floorOf = (): Floor => ({
  port,
  dice,
  pauseMs: PAUSE_MS,
  isOver: () => isOver,
  onYes: (yes) => {
    firstYesAt ??= performance.now();
    promises.note(yes);
    recent[promises.size % ASKED_AGAIN] = yes;
  },
  onNo: (reason, { kind }) => {
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    // Of an order that it was told of.
    if (reason === "ORDER_UNKNOWN") faults.push(`${kind}: an acknowledged order is unknown`);
  },
});

async function withDatabase<T>(look: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(ownerAddress(dataDir));
  await client.connect();
  return look(client).finally(() => client.end());
}

/** Who asks again is told the same, word for word; on several lines, for the next kill waits. */
async function askAgain(): Promise<void> {
  const left = recent.filter(Boolean);
  const askOn = async () => {
    const line = new Line(port);
    for (let yes = left.pop(); yes; yes = left.pop()) {
      const { attempt, words } = yes;
      const again = await askUntilAnswered(line, attempt);
      if (again.words !== words) faults.push(`${attempt.kind}: ${words}, then ${again.words}`);
    }
    line.close();
  };
  await Promise.all(Array.from({ length: ASKED_ON_LINES }, askOn));
}

async function killOnce(): Promise<void> {
  const span = dice.isLucky(0.5) ? LIFE_MAX_MS : LIFE_MAX_MS / 2;
  await sleep(LIFE_MIN_MS + dice.below(span));
  const victim = dice.pick(VICTIMS);
  const killedAt = performance.now();
  await killer.kill(victim, () => {
    firstYesAt = null;
  });
  killed[victim] += 1;
  while (firstYesAt === null) {
    if (performance.now() - killedAt > NOBODY_TRADES_MS) throw new Error("nobody trades");
    await sleep(5);
  }
  backMs.push(firstYesAt - killedAt);
}

it(
  `F01, F03: ${KILLS_MIN} kills of the whole program under load lose no acknowledged command`,
  async ({ task }) => {
    const people: Person[] = [];
    for (let number = 0; number < TRADERS; number += 1) people.push(await openTrader(number));
    const trading = Promise.all(people.map((person) => tradeOn(floorOf(), person)));
    trading.catch((error: unknown) => faults.push(String(error)));
    const isEnough = () => backMs.length >= KILLS_MIN && promises.size >= YESES_MIN;
    while (!isEnough() && faults.length === 0) {
      await killOnce();
      await askAgain();
      if (backMs.length % CHECKED_EVERY > 0) continue;
      faults.push(...(await withDatabase((client) => promises.broken(client, "new"))));
      console.log(`${backMs.length} kills, ${promises.size} acknowledged`);
    }
    isOver = true;
    await trading;
    await askAgain();
    const lost = await withDatabase((client) => promises.broken(client, "all"));
    faults.push(...lost);
    expect(faults.slice(0, 5)).toEqual([]);
    const orders = "select count(*)::int as count from trade_order where part_of is null";
    const stored = await withDatabase((client) => client.query(orders));
    expect(stored.rows).toEqual([{ count: promises.orders }]);
    expect(await brokenInvariants(dataDir)).toEqual([]);
    await killer.stop();
    const sorted = [...backMs].sort((left, right) => left - right);
    const p50 = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    const slowest = Math.round(sorted.at(-1) ?? 0);
    const shown = JSON.stringify([...refusals]);
    console.log(`${backMs.length} kills ${JSON.stringify(killed)}: ${promises.size} acknowledged,`);
    console.log(`none lost; trading again after ${p50} ms, at most ${slowest} ms; no: ${shown}`);
    expect(slowest).toBeLessThan(BACK_WITHIN_MS);
    Object.assign(task.meta, {
      figures: {
        campaign: "kills",
        kills: backMs.length,
        killsOfPostgres: killed.both + killed.postgres,
        acknowledged: promises.size,
        lost: lost.length,
        backP50Ms: p50,
        backMaxMs: slowest,
      },
    });
  },
  TIMEOUT_MS,
);
