// The ranking over HTTP: empty until somebody chooses to be listed, and then what the orders say.
// There is nowhere to write a result (H18, T44).

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../testing/trading-floor.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  await floor.test.database.deleteFrom("leader").execute();
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const DAY_MS = 86_400_000;

async function choose(trader: Trader, alias: string): Promise<void> {
  const { id } = await floor.test.database
    .selectFrom("user_account")
    .select("id")
    .where("user_id", "=", BigInt(trader.userId))
    .executeTakeFirstOrThrow();
  await floor.test.database.insertInto("leader").values({ account_id: id, alias }).execute();
}

const ranking = async () => (await floor.ask("/api/follow/list")).data;

const MARKETS = { EURUSD: 1, GBPUSD: 4 } as const;

/** Opens at one price and closes at another. */
async function deal(
  trader: Trader,
  from: string,
  to: string,
  code: keyof typeof MARKETS = "EURUSD",
): Promise<void> {
  floor.quote(code, from, from);
  const order = { type: 1, cont: "0.01", forex_id: MARKETS[code], status: 1, multiple: 30 };
  const { data } = await trader.post("/v1/api/forex/submit", order);
  floor.quote(code, to, to);
  await trader.post("/v1/api/forex/close", { id: data.Id });
}

describe("the ranking", () => {
  it("is empty while nobody has chosen to be listed, however well they trade", async () => {
    const ann = await floor.openReal("1000");
    await deal(ann, "1.10000", "1.11000");
    expect(await ranking()).toEqual({ data: [], total: 0 });
  });

  it("has every field of a ranked trader, from the orders alone", async () => {
    const ann = await floor.openReal("1000");
    await choose(ann, "quiet-tide");
    await deal(ann, "1.10000", "1.11000");
    await deal(ann, "1.10000", "1.09000");
    // The only one of these markets that takes a fee.
    await deal(ann, "1.30000", "1.31000", "GBPUSD");
    const { data, total } = await ranking();
    // Nothing else has moved the account: what it gained is what the orders brought after fees.
    const { Cash } = (await ann.get("/v1/api/main/account/forexDetail")).data;
    const gained = Math.round(Number(Cash) * 1e6) - 1_000 * 1e6;
    expect(total).toBe(1);
    expect(data).toEqual([
      {
        user: "quiet-tide",
        code: "EUR/USD",
        multiple: 30,
        three_week_rate: "",
        three_week_win: "",
        three_week_profit: (gained / 1e6).toFixed(6),
        total_rate: "",
        total_trade_num: 3,
        followers: 0,
        days: 0,
      },
    ]);
  });

  it("tells a win rate of three weeks once there are 21 days and 10 closed orders", async () => {
    const bob = await floor.openReal("1000");
    await choose(bob, "two_cents");
    for (let n = 0; n < 3; n += 1) await deal(bob, "1.10000", "1.09990");
    floor.clock.advance(22 * DAY_MS);
    for (let n = 0; n < 6; n += 1) await deal(bob, "1.10000", "1.10010");
    expect((await ranking()).data[0]).toMatchObject({ days: 22, three_week_win: "" });
    for (let n = 0; n < 3; n += 1) await deal(bob, "1.10000", "1.09990");
    expect((await ranking()).data[0]).toMatchObject({
      three_week_win: "0.6666",
      total_trade_num: 12,
    });
  });

  it("never ranks a demo account among real ones", async () => {
    const demo = await floor.openDemo();
    await choose(demo, "play-money");
    await deal(demo, "1.10000", "1.11000");
    expect(await ranking()).toEqual({ data: [], total: 0 });
  });

  it("T44: names nobody by uid or address, and has no column for a result", async () => {
    const ann = await floor.openReal("1000");
    await choose(ann, "north_gate");
    const { uid, email } = (await ann.get("/api/user/info")).data;
    const said = JSON.stringify(await ranking());
    for (const secret of [uid, email]) if (secret) expect(said).not.toContain(secret);
    const client = new pg.Client({ connectionString: floor.test.ownerUrl });
    await client.connect();
    const { rows } = await client.query(
      "select column_name from information_schema.columns where table_name = 'leader' order by 1",
    );
    await client.end();
    expect(rows.map(({ column_name }) => column_name)).toEqual([
      "account_id",
      "alias",
      "listed_at",
    ]);
  });

  it.each(["ab", "<script>", "an alias", "a".repeat(25)])("refuses the alias %j", async (alias) => {
    const ann = await floor.openReal();
    await expect(choose(ann, alias)).rejects.toThrow("leader_alias_check");
  });
});
