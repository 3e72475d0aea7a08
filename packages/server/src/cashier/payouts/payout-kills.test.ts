// kill -9 of the whole program at every step of a withdrawal (T73, F02): it runs in a process of
// its own on a real PostgreSQL, with the sandbox's bank, and is killed by the system; the next one
// goes on from the rows. The bank is sent each payment once, the books hold it once and settle or
// release it once (inv21 to inv26). Each step once, and 2 kills at random; 50 of them with FULL=1.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askAt, traderOf } from "../../testing/floor-asker.ts";
import {
  newSecret,
  type Operator,
  openTradingFloor,
  type Reply,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { approve, balanceOf, draw, openPayee, type Payee } from "../testing/open-payee.ts";
import {
  buildPayingProgram,
  killPayingProcesses,
  loadPayingProcess,
  type PayingProcess,
  type PayingProgram,
  type Point,
  SENT_FILE,
  type Stop,
} from "../testing/paying-process.ts";
import type { DueAct, WithdrawalRecord } from "../withdrawals/withdrawal-table.ts";

/** What is under way when it is killed. */
type Act = "request" | "payment" | "rejection";
/** What the row says then: its status and what the books still have to do. */
type Left = `${WithdrawalRecord["status"]}/${DueAct | ""}`;
type Step = readonly [name: string, act: Act, stop: Stop, left: Left];

const step = (at: Point, nth = 1): Stop => ({ at, nth });
const STEPS: readonly Step[] = [
  ["asked for, before the hold", "request", step("before Hold"), "placing/hold"],
  ["held, before that is written down", "request", step("after Hold"), "placing/hold"],
  ["written down as held, before the answer", "request", step("told"), "unconfirmed/"],
  ["approved, before the intention", "payment", step("told"), "approved/"],
  ["with the intention written down", "payment", step("told", 2), "paying/"],
  ["before the bank is asked", "payment", step("find"), "paying/"],
  ["before the bank is sent it", "payment", step("send"), "paying/"],
  ["sent by the bank, before the outcome", "payment", step("sent"), "paying/"],
  ["with its outcome, before the books settle", "payment", step("before Settle"), "paid/settle"],
  ["settled, before that is written down", "payment", step("after Settle"), "paid/settle"],
  ["written down as settled, before the letter", "payment", step("told", 3), "paid/"],
  ["rejected, before the release", "rejection", step("before Release"), "rejected/release"],
  ["released, before that is written down", "rejection", step("after Release"), "rejected/release"],
  ["written down as released, before the answer", "rejection", step("told"), "rejected/"],
];

const KILLS = process.env.FULL === "1" ? 50 : 2;
/** What a request, a payment or a rejection takes at most, on a machine with time. */
const MOMENT_MAX_MS = 80;
/** Between two lives, so that another code may be mailed. */
const AWAY_MS = 61_000;
const FINISHED_WITHIN_MS = 60_000;
/** Two programs start for each kill, beside whatever else the machine does. */
const TIMEOUT_MS = 120_000;
const CASH = "5000";
const AMOUNT = "20";

let program: PayingProgram;
let floor: TradingFloor;
let payee: Payee;
let operators: readonly [Operator, Operator];
let house: PayingProcess;
let next: ReturnType<typeof loadPayingProcess>;
let lives = 0;
let paid = 0;

/** Loads behind the back of the one that stands, which saves the time of it. */
function load(): ReturnType<typeof loadPayingProcess> {
  lives += 1;
  const { test, dataDir, clock } = floor;
  const startsAtMs = clock.now() + lives * AWAY_MS;
  return loadPayingProcess(program, { url: test.appUrl, dataDir, startsAtMs });
}

async function openNext(): Promise<void> {
  house = await next.open();
  next = load();
}

beforeAll(async () => {
  program = await buildPayingProgram();
  floor = await openTradingFloor();
  payee = await openPayee(floor, { cash: CASH });
  operators = [await floor.openStaff(["finance"]), await floor.openStaff(["compliance"])];
  await floor.leave();
  next = load();
  await openNext();
});
afterAll(async () => {
  killPayingProcesses();
  await floor.close();
  await program.remove();
});

/** The same people, at the house that stands now. */
function here<P extends Trader | Operator>(person: P): P {
  const { get, post } = traderOf((path, ask) => askAt(house.port, path, ask), person.token, "");
  return { ...person, get, post };
}
const payeeHere = (): Payee => ({ ...payee, member: here(payee.member) });

async function taken(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  expect(reply).toMatchObject({ code: 1 });
  return reply;
}

/** The same attempt, as often as it is sent (T01). */
async function request(attempt: string): Promise<string> {
  const asked = draw(payeeHere(), AMOUNT, {}, { "idempotency-key": attempt });
  return (await taken(asked)).data.id;
}

async function confirm(id: string): Promise<void> {
  const { member } = payeeHere();
  await until(async () => {
    // A letter may have gone down with the house that was to send it.
    const auth_code = await house.codeOf(id);
    if (auth_code === "") await member.post("/v1/api/main/withdrawal/send_code", { id });
    else await taken(member.post("/api/account/draw_confirm", { id, auth_code }));
    return auth_code !== "";
  });
}

const REJECTION = { reason: "other", remark: "Not ours" };
const reject = (id: string) =>
  taken(here(operators[0]).post("/v1/api/desk/withdrawal/reject", { id, ...REJECTION }));
const approveBy = (nth: 0 | 1, id: string) => taken(approve(here(operators[nth]), id));

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + FINISHED_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("Invariant: it comes to an end");
    await sleep(10);
  }
}

/** The newest, which is the one under way. */
const newest = () =>
  floor.test.database
    .selectFrom("withdrawal")
    .leftJoin("payout", "payout.withdrawal_id", "withdrawal.id")
    .select(["withdrawal.id", "status", "due_act", "payout_key"])
    .orderBy("withdrawal.id", "desc")
    .executeTakeFirstOrThrow();

/** What the books did for it, and how often. */
async function bookingsOf(id: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ cause: string; times: bigint }>`
    select cause, count(*) as times from ledger_posting
    where house = 'withdrawals' and cause_id = ${id}::bigint group by cause`.execute(
    floor.test.database,
  );
  return Object.fromEntries(rows.map(({ cause, times }) => [cause, Number(times)]));
}

async function bankFiles(): Promise<readonly string[]> {
  return await readdir(join(floor.dataDir, "payouts"));
}

async function timesSent(key: string): Promise<number> {
  const sent = await readFile(join(floor.dataDir, SENT_FILE), "utf8").catch(() => "");
  return sent.split("\n").filter((line) => line === key).length;
}

type Killed = { readonly id: string | null; readonly attempt: string };

/** Up to the act, then the act; null as a stop: killed at any moment of it. */
async function killDuring(act: Act, stop: Stop | null): Promise<Killed> {
  const attempt = newSecret();
  let id: string | null = null;
  if (act !== "request") {
    id = await request(attempt);
    await confirm(id);
    if (act === "payment") await approveBy(0, id);
  }
  if (stop) await house.stopAt(stop);
  // Whoever asked the house that was killed may never hear.
  const over = begin(act, { id, attempt }).catch(() => undefined);
  await (stop ? house.stopped() : sleep(Math.random() * MOMENT_MAX_MS));
  await house.kill();
  await over;
  return { id, attempt };
}

async function begin(act: Act, { id, attempt }: Killed): Promise<void> {
  if (id === null) await request(attempt);
  else await (act === "payment" ? approveBy(1, id) : reject(id));
}

/** By the next house: a request that was not answered is sent again, the rest is its own. */
async function finish(act: Act, { id: known, attempt }: Killed): Promise<string> {
  const id = known ?? (await request(attempt));
  if (act === "request") {
    expect(await bookingsOf(id)).toEqual({ "withdrawal-hold": 1 });
    await confirm(id);
    await approveBy(0, id);
    await approveBy(1, id);
  }
  await until(async () => {
    const { status, due_act } = await newest();
    return status === (act === "rejection" ? "rejected" : "paid") && due_act === null;
  });
  return id;
}

async function expectPaidOnce(id: string, isCounted: boolean): Promise<void> {
  paid += 1;
  const { payout_key } = await newest();
  const key = payout_key ?? "";
  const files = await bankFiles();
  expect(files).toContain(`${key}.json`);
  expect(files).toHaveLength(paid);
  const times = await timesSent(key);
  expect(times).toBeLessThanOrEqual(1);
  // Killed between the file and the line that counts it, the file alone tells.
  if (isCounted) expect(times).toBe(1);
  expect(await bookingsOf(id)).toEqual({
    "withdrawal-hold": 1,
    "withdrawal-payout": 1,
    "withdrawal-fee": 1,
  });
}

async function expectReleasedOnce(id: string): Promise<void> {
  expect((await newest()).payout_key).toBeNull();
  expect(await bankFiles()).toHaveLength(paid);
  expect(await bookingsOf(id)).toEqual({ "withdrawal-hold": 1, "withdrawal-release": 1 });
}

async function expectOnce(act: Act, stop: Stop | null, left: Left | null): Promise<void> {
  const killed = await killDuring(act, stop);
  const { status, due_act } = await newest();
  if (left !== null) expect(`${status}/${due_act ?? ""}`).toBe(left);
  await openNext();
  // At any moment is also: before anybody had decided.
  if (status === "reviewing") await begin(act, killed);
  const id = await finish(act, killed);
  if (act === "rejection") await expectReleasedOnce(id);
  else await expectPaidOnce(id, stop !== null);
  expect(await floor.broken()).toEqual({});
  const cash = (Number(CASH) - paid * Number(AMOUNT)).toFixed(6);
  expect(await balanceOf(payeeHere())).toEqual({ cash, held: "0.000000" });
}

describe("T73, F02: the program is killed while a withdrawal is", () => {
  it.each(STEPS)("%s", { timeout: TIMEOUT_MS }, async (_name, act, stop, left) => {
    await expectOnce(act, stop, left);
  });

  it(`at any step or moment, ${KILLS} times`, { timeout: KILLS * TIMEOUT_MS }, async () => {
    const acts: readonly Act[] = ["request", "payment", "payment", "rejection"];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // One half at a step, the other half at any moment.
      const [, act, stop, left] = STEPS[Math.floor(Math.random() * STEPS.length * 2)] ?? [];
      const any = acts[Math.floor(Math.random() * acts.length)] ?? "payment";
      await expectOnce(act ?? any, stop ?? null, left ?? null);
    }
  });
});
