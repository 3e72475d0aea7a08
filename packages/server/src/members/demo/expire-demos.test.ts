// T21: demo accounts that nobody uses do not stay for ever.

import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecret, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { expireDemos } from "./expire-demos.ts";

let floor: TradingFloor;
let owner: pg.Client;

beforeAll(async () => {
  floor = await openTradingFloor();
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});

async function logIn(secret: string) {
  const reply = await floor.ask(`/api/user/createAccountDemoForU?demo_id=${secret}&t=1`);
  return { userId: String(reply.data.user.id), token: String(reply.data.token) };
}

/** As if the user had been made, and last seen, that long ago. */
async function age(userId: string, { madeDays, seenDays }: { madeDays: number; seenDays: number }) {
  await owner.query(
    "update app_user set created_at = created_at - make_interval(days => $2) where id = $1",
    [userId, madeDays],
  );
  await owner.query(
    `update user_session set created_at = created_at - make_interval(days => $2),
       last_used_at = last_used_at - make_interval(days => $2) where user_id = $1`,
    [userId, seenDays],
  );
}

const expire = () => expireDemos({ database: floor.test.database, sequencer: floor.sequencer() });

it("T21: lets go of a demo that was not used for half a year, and of no other", async () => {
  const [unused, used, young] = [newSecret(), newSecret(), newSecret()];
  const gone = await logIn(unused);
  const kept = await logIn(used);
  const recent = await logIn(young);
  await age(gone.userId, { madeDays: 400, seenDays: 181 });
  await age(kept.userId, { madeDays: 400, seenDays: 10 });
  // Made a moment ago, and not logged in yet.
  await owner.query("delete from user_session where user_id = $1", [recent.userId]);

  expect(await expire()).toBe(1);
  expect(await expire()).toBe(0);
  expect((await logIn(unused)).userId).not.toBe(gone.userId);
  expect((await logIn(used)).userId).toBe(kept.userId);
  expect((await logIn(young)).userId).toBe(recent.userId);
  expect(await floor.broken()).toEqual({});
});

it("T21: lets go of nobody who comes back while others are let go", async () => {
  const secrets = [newSecret(), newSecret()];
  const [first, second] = [await logIn(secrets[0] ?? ""), await logIn(secrets[1] ?? "")];
  for (const { userId } of [first, second]) await age(userId, { madeDays: 400, seenDays: 181 });
  const { submit } = floor.sequencer();
  const returned: string[] = [];
  const sequencer: Parameters<typeof expireDemos>[0]["sequencer"] = {
    submit: async (...command) => {
      returned.push((await logIn(secrets[1] ?? "")).userId);
      return await submit(...command);
    },
  };
  expect(await expireDemos({ database: floor.test.database, sequencer })).toBe(1);
  expect(returned).toEqual([second.userId]);
  expect((await logIn(secrets[0] ?? "")).userId).not.toBe(first.userId);
  expect((await logIn(secrets[1] ?? "")).userId).toBe(second.userId);
});

it("T21: closes what was left open, with a line in the journal for it", async () => {
  const trader = await floor.openDemo();
  const { userId } = trader;
  floor.quote("EURUSD", "1.10000", "1.10010");
  const order = { type: 1, cont: "0.1", forex_id: "1", status: 1, multiple: 100 };
  expect(await trader.post("/v1/api/forex/submit", order)).toMatchObject({ code: 1 });
  await age(userId, { madeDays: 200, seenDays: 200 });
  await floor.setSession("EURUSD", "closed");
  expect(await expire()).toBe(0);
  await floor.setSession("EURUSD", "open");
  floor.quote("EURUSD", "1.10000", "1.10010");
  expect(await expire()).toBe(1);
  const { rows } = await owner.query(
    `select o.status, o.end_reason from trade_order o join user_account a on a.id = o.account_id
     where a.user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([{ status: "closed", end_reason: "demo-reset" }]);
});
