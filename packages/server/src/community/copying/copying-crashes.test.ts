// The program dies at every step of starting, copying and stopping (F02): before a command reaches
// the engine, or after it was carried out and before that was noted. The next life finishes what
// was begun: nothing is missed, nothing is done twice, no millionth is lost.

import { CALLS } from "@truetick/contract/calls";
import { type AccountId, accountId } from "@truetick/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { isRefused, type TraderContext } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type Sequencer, startSequencer } from "../../trading/sequencer/sequencer.ts";
import type { Copying } from "./copying.ts";
import {
  carryOut,
  countCopies,
  openCrowdMarket,
  openLed,
  quoteCrowd,
  seedCrowd,
} from "./testing/copy-crowd.ts";
import { startCrowdCopying } from "./testing/lead-crowd.ts";

const log = createLog("silent");
let test: TestDatabase;
let sequencer: Sequencer;
let leader: AccountId;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  const address = { url: test.appUrl, role: null };
  sequencer = await startSequencer({ address, database, clock: systemClock, log });
  await openCrowdMarket({ database, sequencer });
  // Somebody else follows all the time.
  leader = await seedCrowd({ database, sequencer }, 1);
});
afterAll(async () => {
  await sequencer.stop();
  await test.close();
});

type Death = { readonly atStep: number; readonly when: "before" | "after" };

/** The engine as a life reaches it: from its death on it hears nothing and answers nothing. */
function mortal({ atStep, when }: Death) {
  let step = 0;
  let isDead = false;
  const forever = new Promise<never>(() => undefined);
  const submit: Sequencer["submit"] = async (command, key) => {
    step += 1;
    if (isDead || (step >= atStep && when === "before")) {
      isDead = true;
      return forever;
    }
    const outcome = await sequencer.submit(command, key);
    if (step < atStep) return outcome;
    isDead = true;
    return forever;
  };
  const subscribe: Sequencer["subscribe"] = (listener) =>
    sequencer.subscribe((committed) => {
      if (!isDead) listener(committed);
    });
  return { engine: { ...sequencer, submit, subscribe }, isDead: () => isDead };
}

/** A person with the demo's 10,000 and an account that the engine knows. */
async function openPerson(n: number): Promise<TraderContext> {
  const { rows } = await sql<{ user_id: bigint; id: bigint }>`
    with person as (
      insert into app_user (book, uid, demo_secret_hash)
      values ('demo', ${String(200_000_000 + n)}, sha256(${`person ${n}`}::text::bytea))
      returning id
    )
    insert into user_account (user_id, book, is_main) select id, 'demo', true from person
    returning id, user_id`.execute(test.database);
  const [row] = rows;
  if (!row) throw new Error("Invariant: a person was made");
  const own = { accountId: accountId(Number(row.id)), ownerId: Number(row.user_id) };
  await carryOut(sequencer, { type: "OpenAccount", ...own, book: "demo" });
  const caller = {
    sessionId: 1,
    userId: own.ownerId,
    accountId: own.accountId,
    isDemo: true,
  };
  // What a handler of these calls looks at.
  return {
    caller,
    language: { id: "en", tag: "en" },
    attempt: { key: `key/start-${n}`, payload: "" },
  } as unknown as TraderContext;
}

const START = { user: "crowd-leader", amount: "2000.000001", factor: "1" };

/** Starts, copies an order of the leader's and its end, adds, takes and stops. */
async function liveThrough(copying: Copying, context: TraderContext): Promise<string> {
  const { handlers } = copying;
  const attempt = (name: string) => ({
    ...context,
    attempt: { key: `key/${name}-${context.caller.userId}`, payload: "" },
  });
  const fields = CALLS.startFollow.input.parse(START);
  const started = await handlers.startFollow(fields, context);
  if (isRefused(started) || !("id" in started)) throw new Error("Invariant: it starts");
  const { id } = started;
  await handlers.addToFollow({ id, amount: "7.5" }, attempt("add"));
  await handlers.takeFromFollow({ id, amount: "3.25" }, attempt("take"));
  const order = await openLed(sequencer, leader, 2_000);
  await copying.settle();
  const close = { type: "CloseOrder", accountId: leader, orderId: order, reason: "user" } as const;
  await carryOut(sequencer, { ...close, lots: null });
  await copying.settle();
  await handlers.stopFollow({ id, is_keeping: "0" }, context);
  return id;
}

async function cashOf(accountOf: AccountId): Promise<bigint> {
  return sequencer.read((books) => books.account(accountOf)?.cash ?? -1n);
}

async function statusOf(userId: number): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from follow where user_id = ${userId}`.execute(test.database);
  return rows.map(({ status }) => status);
}

/** Lives until it dies or is done; a dead one hangs, and is left. */
async function liveAndDie(death: Death, context: TraderContext): Promise<boolean> {
  const { engine, isDead } = mortal(death);
  const { database, close } = openDatabase({ url: test.appUrl, role: null }, log);
  const life = await startCrowdCopying({ database, sequencer: engine, log });
  const done = liveThrough(life, context).then(
    () => true,
    () => true,
  );
  const dead = new Promise<boolean>((resolve) => {
    const timer = setInterval(() => {
      if (!isDead()) return;
      clearInterval(timer);
      // What it had under way in the database comes to its end, as in a kill it may.
      setTimeout(() => resolve(false), 60);
    }, 5);
    void done.then(() => clearInterval(timer));
  });
  const isDone = await Promise.race([done, dead]);
  if (isDone) await life.stop();
  // The dead change nothing any more.
  await close();
  return isDone;
}

describe.each(["before", "after"] as const)("F02: killed %s a command", (when) => {
  it("at every step: the next life finishes what was begun, to the millionth", async () => {
    let steps = 0;
    for (let atStep = 1; ; atStep += 1) {
      quoteCrowd({ database: test.database, sequencer }, 110_000, Date.now());
      const context = await openPerson(atStep + (when === "after" ? 100 : 0));
      const isDone = await liveAndDie({ atStep, when }, context);
      const life = await startCrowdCopying({ database: test.database, sequencer, log });
      await life.settle();
      // Whatever the client repeats is the same attempt.
      if (!isDone) await liveThrough(life, context).catch(() => undefined);
      await life.settle();
      await life.stop();
      const { userId, accountId: main } = context.caller;
      expect([atStep, await statusOf(userId)]).toEqual([atStep, ["stopped"]]);
      const { rows } = await sql<{ cash: string; profit: string; fees: string }>`
        select coalesce(sum(p.amount), 0)::text as cash,
          coalesce(sum(p.amount) filter (where p.cause = 'profit'), 0)::text as profit,
          coalesce(sum(p.amount) filter (where p.cause = 'fee'), 0)::text as fees
        from ledger_posting p join follow f on f.account_id = p.account_id
        where f.user_id = ${userId}`.execute(test.database);
      const dealt = BigInt(rows[0]?.profit ?? 0) + BigInt(rows[0]?.fees ?? 0);
      // Nothing is left in the follow, and what it lost by dealing is all that is gone.
      expect(rows[0]?.cash).toBe("0");
      expect(await cashOf(main)).toBe(10_000_000_000n + dealt);
      steps = atStep;
      if (isDone) break;
    }
    expect(steps).toBeGreaterThan(6);
    const count = await countCopies(test.database);
    expect(count).toMatchObject({ missing: 0, undone: 0, stray: 0, left: 0 });
    expect(await brokenInvariants(test.ownerUrl)).toEqual({});
  }, 120_000);
});
