// The ranking over HTTP: empty until somebody chooses to be listed, and then what the facts say.
// There is nowhere to write a result (H17, H18, T44).

import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertDeposit } from "../testing/open-deposit.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../testing/trading-floor.ts";
import { cutAt } from "../trading/exchange/new-york-cut.ts";
import { tradingDayEnd } from "../trading/sessions/trading-day.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  await floor.test.database.deleteFrom("leader").execute();
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const MINUTE_MS = 60_000;
const list = (trader: Trader, alias: string) =>
  trader.post("/api/follow/leader", { user: alias, is_listed: 1 });
const leave = (trader: Trader) => trader.post("/api/follow/leader", { user: "", is_listed: 0 });

/** What was known before is a minute old: it is looked at anew. */
async function ranking(query = "") {
  floor.clock.advance(MINUTE_MS);
  return (await floor.ask(`/api/follow/list${query}`)).data;
}

async function profile(alias: string) {
  floor.clock.advance(MINUTE_MS);
  return floor.ask(`/api/follow/trader?user=${alias}`);
}

const MARKETS = { EURUSD: 1, GBPUSD: 4 } as const;

/** Opens at one price and closes at another. */
async function deal(
  trader: Trader,
  [from, to]: readonly [string, string],
  { code = "EURUSD", lots = "0.01" }: { code?: keyof typeof MARKETS; lots?: string } = {},
): Promise<void> {
  floor.quote(code, from, from);
  const order = { type: 1, cont: lots, forex_id: MARKETS[code], status: 1, multiple: 30 };
  const { data, code: answer } = await trader.post("/v1/api/forex/submit", order);
  expect(answer).toBe(1);
  floor.quote(code, to, to);
  await trader.post("/v1/api/forex/close", { id: data.Id });
}

const WIN = ["1.10000", "1.11000"] as const;
const LOSS = ["1.10000", "1.09000"] as const;

/** Goes past the New York cut, which the exchange would have kept. */
async function endDay(): Promise<void> {
  const { clock } = floor;
  const cutAtMs = tradingDayEnd("new-york", clock.now());
  clock.advance(cutAtMs - clock.now() + 1_000);
  await floor.sequencer().submit({ type: "StartDay", cutDate: cutAt(cutAtMs).cutDate });
}

describe("the ranking", () => {
  it("is empty while nobody has chosen to be listed, however well they trade", async () => {
    const ann = await floor.openReal("1000");
    await deal(ann, WIN);
    expect(await ranking()).toEqual({ data: [], total: 0, is_simulated: 1 });
  });

  it("has every field of a ranked trader, from the facts alone", async () => {
    const ann = await floor.openReal("1000");
    await list(ann, "quiet-tide");
    await deal(ann, WIN);
    await deal(ann, LOSS);
    // The only one of these markets that takes a fee.
    await deal(ann, ["1.30000", "1.31000"], { code: "GBPUSD" });
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
        total_followers: 0,
        days: 0,
        drawdown: "0.0000",
        risk: "",
        is_simulated: 0,
        book: "real",
        curve: ["0.0000", (Math.floor(gained / 1e5) / 1e4).toFixed(4)],
        is_blown: 0,
        is_hedged: 0,
      },
    ]);
  });

  it("tells rates once there are 21 days and 10 closed orders, open profit included", async () => {
    const bob = await floor.openReal("1000");
    await list(bob, "two_cents");
    await deal(bob, LOSS, { lots: "0.1" });
    for (let day = 0; day < 22; day += 1) await endDay();
    for (let n = 0; n < 5; n += 1) await deal(bob, WIN);
    for (let n = 0; n < 3; n += 1) await deal(bob, LOSS);
    floor.quote("EURUSD", "1.10000", "1.10000");
    const order = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 30 };
    await bob.post("/v1/api/forex/submit", order);
    expect((await ranking()).data[0]).toMatchObject({ days: 21, total_rate: "", risk: "" });
    await deal(bob, WIN);
    await endDay();
    // 1,000 lost 100 three weeks ago and has won 30 since; the first day is out of the window.
    floor.quote("EURUSD", "1.10000", "1.10000");
    expect((await ranking()).data[0]).toMatchObject({
      three_week_rate: "0.0333",
      three_week_win: "0.6666",
    });
    await deal(bob, WIN);
    floor.quote("EURUSD", "1.11000", "1.11000");
    // With what is open: 900 + 50 - 30 + 20 - 0 = 940 and 100 open.
    expect((await ranking()).data[0]).toMatchObject({
      three_week_rate: "0.1555",
      three_week_win: "0.7000",
      three_week_profit: "40.000000",
      total_rate: "0.0400",
      total_trade_num: 12,
      drawdown: "0.1000",
      curve: expect.arrayContaining(["0.0000", "-0.1000", "0.0400"]),
    });
  });

  it("takes no deposit and no withdrawal for a result", async () => {
    const eve = await floor.openReal("1000");
    await list(eve, "rich-aunt");
    await deal(eve, WIN, { lots: "0.1" });
    await endDay();
    const { account_id } = await floor.test.database
      .selectFrom("leader")
      .select("account_id")
      .executeTakeFirstOrThrow();
    const paid = { accountId: accountId(Number(account_id)), amount: money(5_000_000_000n) };
    const causeId = await insertDeposit(floor.test, { userId: Number(eve.userId), ...paid });
    await floor.sequencer().submit({ type: "Credit", cause: "deposit", causeId, ...paid });
    const { data } = await profile("rich-aunt");
    expect(data.record.at(-1)).toMatchObject({ rate: "0.1000", drawdown: "0.0000" });
    await endDay();
    expect((await profile("rich-aunt")).data).toMatchObject({
      finished_days: 2,
      best_day: { rate: "0.1000" },
      worst_day: { rate: "0.0000" },
      loss_days: 0,
    });
  });

  it("orders by what is asked for, finds by a part of the alias, and says how many", async () => {
    const [ann, bob] = [await floor.openReal("1000"), await floor.openReal("1000")];
    await list(ann, "Aurora");
    await list(bob, "borealis");
    await deal(bob, WIN);
    const order = async (sort: string) =>
      (await ranking(`?sort=${sort}`)).data.map(({ user }: { user: string }) => user);
    expect(await order("three_week_profit")).toEqual(["borealis", "Aurora"]);
    expect(await order("total_trade_num")).toEqual(["borealis", "Aurora"]);
    expect(await order("three_week_rate")).toEqual(["Aurora", "borealis"]);
    expect(await ranking("?search=REAL")).toMatchObject({ total: 1, data: [{ user: "borealis" }] });
    expect((await floor.ask("/api/follow/list?sort=uid")).code).not.toBe(1);
  });

  it("H17: never ranks a demo account among real ones; the sandbox labels its own", async () => {
    const demo = await floor.openDemo();
    await list(demo, "play-money");
    expect((await ranking()).data).toMatchObject([{ user: "play-money", book: "demo" }]);
    const live = await openTradingFloor("live");
    try {
      const player = await live.openDemo();
      expect(
        await player.post("/api/follow/leader", { user: "player", is_listed: 1 }),
      ).toMatchObject({ code: 2309 });
      expect((await player.get("/api/follow/leader")).data).toMatchObject({
        can_list: 0,
        why_not: "only-real",
      });
      await insertLeader(live, player, "smuggled");
      expect((await live.ask("/api/follow/list")).data).toEqual({
        data: [],
        total: 0,
        is_simulated: 0,
      });
      expect(await live.ask("/api/follow/trader?user=smuggled")).toMatchObject({ code: 2720 });
    } finally {
      await live.close();
    }
  });

  it("T44: names nobody by uid or address, and has no column for a result", async () => {
    const ann = await floor.openReal("1000");
    await list(ann, "north_gate");
    const { uid, email } = (await ann.get("/api/user/info")).data;
    const said = JSON.stringify([await ranking(), await profile("north_gate")]);
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
      "left_at",
      "listed_at",
    ]);
  });
});

/** Opens on both at once, opposite ways, and closes both, ten times over. */
async function hedge(ann: Trader, bob: Trader): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    floor.quote("EURUSD", "1.10000", "1.10000");
    const order = { cont: "0.01", forex_id: 1, status: 1, multiple: 30 };
    const long = await ann.post("/v1/api/forex/submit", { ...order, type: 1 });
    const short = await bob.post("/v1/api/forex/submit", { ...order, type: 2 });
    floor.clock.advance(30_000);
    const gain = n % 3 === 0 ? "1.09900" : "1.10100";
    floor.quote("EURUSD", gain, gain);
    await ann.post("/v1/api/forex/close", { id: long.data.Id });
    await bob.post("/v1/api/forex/close", { id: short.data.Id });
    floor.clock.advance(30_000);
  }
}

/** As if both had bound one and the same address. */
async function sharePayout(...traders: readonly Trader[]): Promise<void> {
  for (const { userId } of traders) {
    await sql`insert into payout_method
      (user_id, currency_id, sealed, destination_hash, bound_at, usable_at)
      select ${userId}, min(id), decode(repeat('00', 29), 'hex'), sha256('shared'), now(), now()
      from payout_currency`.execute(floor.test.database);
  }
}

describe("T43: a hedged pair", () => {
  it("has no place in the order, and the profile tells of both accounts", async () => {
    const [ann, bob] = [await floor.openReal("1000"), await floor.openReal("1000")];
    const eve = await floor.openReal("1000");
    await list(ann, "heads");
    await list(bob, "tails");
    await list(eve, "zz-alone");
    await hedge(ann, bob);
    const seen = async () => {
      floor.clock.advance(6 * MINUTE_MS);
      const { data } = await ranking("?sort=three_week_profit");
      return data.map((row: { user: string; is_hedged: number }) => [row.user, row.is_hedged]);
    };
    // Nothing connects them yet.
    expect(await seen()).toEqual([
      ["heads", 0],
      ["zz-alone", 0],
      ["tails", 0],
    ]);
    await sharePayout(ann, bob);
    expect(await seen()).toEqual([
      ["zz-alone", 0],
      ["heads", 1],
      ["tails", 1],
    ]);
    expect((await profile("heads")).data).toMatchObject({ accounts: 2, is_hedged: 1 });
    expect((await profile("zz-alone")).data).toMatchObject({ accounts: 1, is_hedged: 0 });
  });

  it("is also known by device and network, where few come from", async () => {
    const [ann, bob] = [await floor.openReal("1000"), await floor.openReal("1000")];
    await list(ann, "heads");
    await list(bob, "tails");
    await hedge(ann, bob);
    for (const { userId } of [ann, bob]) {
      await sql`insert into known_device (user_id, device, address_masked)
        values (${userId}, 'Firefox/Linux', '192.0.2.0/24')`.execute(floor.test.database);
    }
    floor.clock.advance(6 * MINUTE_MS);
    expect((await ranking()).data).toMatchObject([{ is_hedged: 1 }, { is_hedged: 1 }]);
    // A network is no proof of a person: only the pair's trades are told.
    expect((await profile("heads")).data).toMatchObject({ accounts: 1 });
  });
});

async function insertLeader(at: TradingFloor, trader: Trader, alias: string): Promise<void> {
  const { id } = await at.test.database
    .selectFrom("user_account")
    .select("id")
    .where("user_id", "=", BigInt(trader.userId))
    .executeTakeFirstOrThrow();
  await at.test.database.insertInto("leader").values({ account_id: id, alias }).execute();
}

describe("one's own listing", () => {
  it("is chosen by oneself, under an alias that stays, and can be left again", async () => {
    const ann = await floor.openReal("1000");
    const none = {
      user: "",
      is_listed: 0,
      can_list: 1,
      why_not: "",
      can_leave: 0,
      followers: 0,
      follow_amount: "0.000000",
      copied_orders: 0,
    };
    expect((await ann.get("/api/follow/leader")).data).toEqual(none);
    expect((await list(ann, "Quiet-Tide")).data).toEqual({
      ...none,
      user: "Quiet-Tide",
      is_listed: 1,
      can_leave: 1,
    });
    expect(await list(ann, "other-tide")).toMatchObject({ code: 2723 });
    expect((await leave(ann)).data).toMatchObject({ user: "Quiet-Tide", is_listed: 0 });
    expect((await ranking()).data).toEqual([]);
    expect((await profile("quiet-tide")).data).toMatchObject({ user: "Quiet-Tide", is_listed: 0 });
    expect((await list(ann, "")).data).toMatchObject({ user: "Quiet-Tide", is_listed: 1 });
    expect((await ranking()).total).toBe(1);
  });

  it("gives an alias to one person, however spelt", async () => {
    const [ann, bob] = [await floor.openReal(), await floor.openReal()];
    await list(ann, "north-gate");
    expect(await list(bob, "North-Gate")).toMatchObject({ code: 2721 });
    await leave(ann);
    expect(await list(bob, "NORTH-GATE")).toMatchObject({ code: 2721 });
  });

  it.each([
    ...["ab", "<script>", "an alias", "a".repeat(25), "", "-dash", "日本語"],
    ...["admin", "Truetick", "the-official-one", "Supp0rt", "sup-port", "sim-harbour", "ADM1N_x"],
  ])("refuses the alias %j", async (alias) => {
    const ann = await floor.openReal();
    expect(await list(ann, alias)).toMatchObject({ code: 2722 });
    expect((await ranking()).total).toBe(0);
  });

  it("H18: is kept by who has lost nearly everything", async () => {
    const ann = await floor.openReal("1000");
    await list(ann, "full_send");
    await deal(ann, ["1.10000", "1.00850"], { lots: "0.1" });
    expect((await ann.get("/api/follow/leader")).data).toMatchObject({ can_leave: 1 });
    floor.clock.advance(MINUTE_MS);
    expect((await ann.get("/api/follow/leader")).data).toMatchObject({ can_leave: 0 });
    expect(await leave(ann)).toMatchObject({ code: 2724 });
    expect((await ranking()).data).toMatchObject([{ user: "full_send", is_blown: 1 }]);
  });

  it("H18: is kept also when what is shown does not tell of the loss yet", async () => {
    const ann = await floor.openReal("1000");
    await list(ann, "full_send");
    expect((await ranking()).data).toMatchObject([{ user: "full_send", is_blown: 0 }]);
    await deal(ann, ["1.10000", "1.00850"], { lots: "0.1" });
    expect(await leave(ann)).toMatchObject({ code: 2724 });
    expect((await ranking()).data).toMatchObject([{ user: "full_send", is_blown: 1 }]);
  });

  it("knows no trader by another name", async () => {
    expect(await profile("nobody")).toMatchObject({ code: 2720 });
  });
});
