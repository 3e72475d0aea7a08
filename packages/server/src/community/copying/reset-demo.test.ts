// T23: the reset of a demo that copies others. Its follows end with it, what they held is play
// money that nobody has twice, and whoever starts, stops or repeats at the same moment has 10,000
// and no more. Of a real account nothing ends.

import { setTimeout as sleep } from "node:timers/promises";
import { languageOf } from "@truetick/contract";
import { accountId } from "@truetick/engine";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { isRefused, type TraderContext } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { createNews } from "../../platform/news/news.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { askCopier } from "./follow-errands.ts";
import { createResetHandlers } from "./reset-demo.routes.ts";
import { type CopyRoom, createCopyRoom } from "./testing/copy-room.ts";

const RESET = "/v1/api/main/user/resetForexDemoAccount";
const START = { factor: "1", stop_percent: "", max_lots: "", amount: "4000" };
const ROUNDS = 12;

const log = createLog("fatal");
const bus = createMemoryBus(log);
let floor: TradingFloor;
let room: CopyRoom;
let names = 0;
beforeAll(async () => {
  floor = await openTradingFloor("sandbox", { bus });
  room = createCopyRoom(() => floor);
});
beforeEach(() => floor.quote("EURUSD", "1.10000", "1.10010"));
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

async function openLeader(): Promise<{ readonly leader: Trader; readonly alias: string }> {
  names += 1;
  const alias = `leader-${names}`;
  return { leader: await room.openLeader(alias), alias };
}

/** In all accounts of this person together. */
async function wealthOf(trader: Trader): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select sum(p.amount)::text as sum from ledger_posting p
    join user_account a on a.id = p.account_id
    where a.user_id = ${trader.userId}`.execute(floor.test.database);
  return rows[0]?.sum ?? "";
}

function contextOf(
  { userId }: Trader,
  account: ReturnType<typeof accountId>,
  attempt: TraderContext["attempt"] = null,
): TraderContext {
  return {
    language: languageOf("en"),
    requestId: "reset",
    address: "127.0.0.1",
    device: "",
    cookies: "",
    caller: { userId: Number(userId), accountId: account, isDemo: true, sessionId: 1 },
    attempt,
  };
}

const statusesOf = async (trader: Trader) =>
  (await room.mine(trader)).map(({ status }: { status: number }) => status);

const [COPYING, STOPPED] = [1, 4];

describe("T23: the reset of a demo that copies", () => {
  it("ends its follows, and their money does not come on top", async () => {
    const { leader, alias } = await openLeader();
    const demo = await floor.openDemo();
    const { id } = await room.follow(demo, alias, { amount: "4000" });
    await room.open(leader);
    await room.settle();
    expect(await room.holding(demo, id)).toHaveLength(1);
    floor.quote("EURUSD", "1.11000", "1.11010");
    expect(await demo.get(RESET)).toMatchObject({ code: 1, data: { balance: "10000.00" } });
    await room.settle();
    expect(await room.cashOf(demo)).toBe("10000.000000");
    expect(await wealthOf(demo)).toBe("10000000000");
    expect(await statusesOf(demo)).toEqual([STOPPED]);
    expect((await room.ended(demo, id))[0]).toMatchObject({ CloseReason: "copy-stopped" });
  });

  it("ends also what its owner had kept", async () => {
    const { leader, alias } = await openLeader();
    const demo = await floor.openDemo();
    const { id } = await room.follow(demo, alias, { amount: "4000" });
    await room.open(leader);
    await room.settle();
    await demo.post("/api/follow/stop", { id, is_keeping: "1" });
    expect(await room.holding(demo, id)).toHaveLength(1);
    expect((await demo.get(RESET)).code).toBe(1);
    expect(await wealthOf(demo)).toBe("10000000000");
    expect(await statusesOf(demo)).toEqual([STOPPED]);
  });

  it.each([
    ["closed", "MARKET_CLOSED"],
    ["halted", "MARKET_HALTED"],
  ] as const)("is refused while a copy's market is %s, and nothing ends", async (session, why) => {
    const { leader, alias } = await openLeader();
    const demo = await floor.openDemo();
    const { id } = await room.follow(demo, alias, { amount: "4000" });
    await room.open(leader);
    await room.settle();
    await floor.setSession("EURUSD", session);
    expect((await demo.get(RESET)).reason).toBe(why);
    expect(await statusesOf(demo)).toEqual([COPYING]);
    expect(await room.holding(demo, id)).toHaveLength(1);
    await floor.setSession("EURUSD", "open");
    floor.quote("EURUSD", "1.10000", "1.10010");
    expect((await demo.get(RESET)).code).toBe(1);
    expect(await wealthOf(demo)).toBe("10000000000");
  });

  it("is refused while the price of a copy's market is too old, and nothing ends", async () => {
    const { leader, alias } = await openLeader();
    const demo = await floor.openDemo();
    await room.follow(demo, alias, { amount: "4000" });
    await room.open(leader);
    await room.settle();
    floor.clock.advance(3_600_000);
    expect((await demo.get(RESET)).reason).toBe("QUOTE_STALE");
    expect(await statusesOf(demo)).toEqual([COPYING]);
    floor.quote("EURUSD", "1.10000", "1.10010");
    expect((await demo.get(RESET)).code).toBe(1);
    expect(await wealthOf(demo)).toBe("10000000000");
  });

  it("T01: repeated later it ends nothing that began since", async () => {
    const { alias } = await openLeader();
    const demo = await floor.openDemo();
    const reset = () => demo.get(RESET, { t: 1_700_000_000_000 });
    const first = await reset();
    await room.follow(demo, alias, { amount: "4000" });
    expect((await reset()).body).toBe(first.body);
    expect(await statusesOf(demo)).toEqual([COPYING]);
    expect(await room.cashOf(demo)).toBe("6000.000000");
  });

  it("of a real account is refused, and its follows go on", async () => {
    const { alias } = await openLeader();
    const real = await floor.openReal("5000");
    await room.follow(real, alias, { amount: "4000" });
    expect((await real.get(RESET)).reason).toBe("ONLY_DEMO");
    expect(await statusesOf(real)).toEqual([COPYING]);
    expect(await room.cashOf(real)).toBe("1000.000000");
  });
});

describe("T01: a reset that is repeated after it got half way", () => {
  /** The handler, with something happening before the reset of that number, the first being 1. */
  async function openHalfWay(demo: Trader, meanwhile: (reset: number) => Promise<void>) {
    const news = createNews({ bus, log });
    let resets = 0;
    const submit: Sequencer["submit"] = async (command, key) => {
      if (command.type === "ResetDemo") {
        resets += 1;
        await meanwhile(resets);
      }
      return floor.sequencer().submit(command, key);
    };
    const { read } = floor.sequencer();
    const sequencer = { submit, read };
    const parts = { database: floor.test.database, clock: floor.clock, sequencer, news };
    const { resetDemoAccount } = createResetHandlers({ ...parts, ...askCopier(news) });
    const account = accountId(Number(await room.accountOf(demo)));
    return (key: string) =>
      resetDemoAccount({}, contextOf(demo, account, { key, payload: "reset" }));
  }

  it("is no success while what began meanwhile goes on with money on top", async () => {
    const { leader, alias } = await openLeader();
    const demo = await floor.openDemo();
    const reset = await openHalfWay(demo, async (times) => {
      if (times > 1) return;
      await room.follow(demo, alias, { amount: "4000" });
      await room.open(leader);
      await room.settle();
      await floor.setSession("EURUSD", "closed");
    });
    expect(await reset("one")).toMatchObject({ reason: "MARKET_CLOSED" });
    expect(await reset("one")).toMatchObject({ reason: "UNAVAILABLE" });
    expect(await statusesOf(demo)).toEqual([COPYING]);
    await floor.setSession("EURUSD", "open");
    floor.quote("EURUSD", "1.10000", "1.10010");
    expect(await reset("one")).toMatchObject({ reason: "UNAVAILABLE" });
    expect(await reset("two")).toEqual({ balance: "10000.00" });
    expect(await wealthOf(demo)).toBe("10000000000");
    expect(await reset("one")).toEqual({ balance: "10000.00" });
  });

  it("is no success when it died before it took back what came home", async () => {
    const { alias } = await openLeader();
    const demo = await floor.openDemo();
    const reset = await openHalfWay(demo, async (times) => {
      if (times === 1) await room.follow(demo, alias, { amount: "4000" });
      if (times === 2) throw new Error("the process dies");
    });
    await expect(reset("one")).rejects.toThrow("dies");
    expect(await statusesOf(demo)).toEqual([STOPPED]);
    expect(await wealthOf(demo)).toBe("14000000000");
    expect(await reset("one")).toMatchObject({ reason: "UNAVAILABLE" });
    expect(await reset("two")).toEqual({ balance: "10000.00" });
    expect(await wealthOf(demo)).toBe("10000000000");
  });

  it("is the same success when it needed two rounds", async () => {
    const { alias } = await openLeader();
    const demo = await floor.openDemo();
    const reset = await openHalfWay(demo, async (times) => {
      if (times === 1) await room.follow(demo, alias, { amount: "4000" });
    });
    expect(await reset("one")).toEqual({ balance: "10000.00" });
    await room.follow(demo, alias, { amount: "3000" });
    expect(await reset("one")).toEqual({ balance: "10000.00" });
    expect(await statusesOf(demo)).toEqual([COPYING, STOPPED]);
    expect(await wealthOf(demo)).toBe("10000000000");
  });
});

describe("T23: a reset at the same moment as", () => {
  it("the beginning of a follow", async () => {
    const { alias } = await openLeader();
    for (let round = 0; round < ROUNDS; round += 1) {
      const demo = await floor.openDemo();
      const start = () => demo.post("/api/follow/start", { user: alias, ...START });
      // Later and later, so that it meets every step of the beginning.
      await Promise.all([start(), sleep(round).then(() => demo.get(RESET))]);
      await room.settle();
      expect(await wealthOf(demo)).toBe("10000000000");
    }
  });

  it.each(["goes on", "ends at once"])("a follow that begins unseen and %s", async (then) => {
    const { alias } = await openLeader();
    const demo = await floor.openDemo();
    const news = createNews({ bus, log });
    let begun = 0;
    const submit: Sequencer["submit"] = async (command, key) => {
      if (begun === 0) {
        begun += 1;
        const { id } = await room.follow(demo, alias, { amount: "4000" });
        const outcome = await floor.sequencer().submit(command, key);
        if (then === "ends at once") await demo.post("/api/follow/stop", { id });
        return outcome;
      }
      return floor.sequencer().submit(command, key);
    };
    const { read } = floor.sequencer();
    const { database } = floor.test;
    const sequencer = { submit, read };
    const parts = { database, clock: floor.clock, sequencer, news };
    const { resetDemoAccount } = createResetHandlers({ ...parts, ...askCopier(news) });
    const account = accountId(Number(await room.accountOf(demo)));
    const answer = await resetDemoAccount({}, contextOf(demo, account));
    expect(isRefused(answer)).toBe(false);
    expect(await room.cashOf(demo)).toBe("10000.000000");
    expect(await wealthOf(demo)).toBe("10000000000");
    expect(await statusesOf(demo)).toEqual([STOPPED]);
  });

  it("the end of a follow, whose money returns", async () => {
    const { alias } = await openLeader();
    for (let round = 0; round < ROUNDS; round += 1) {
      const demo = await floor.openDemo();
      const { id } = await room.follow(demo, alias, { amount: "4000" });
      await Promise.all([demo.post("/api/follow/stop", { id }), demo.get(RESET)]);
      await room.settle();
      expect(await room.cashOf(demo)).toBe("10000.000000");
      expect(await wealthOf(demo)).toBe("10000000000");
    }
  });

  it("many others", async () => {
    const { alias } = await openLeader();
    const demo = await floor.openDemo();
    await room.follow(demo, alias, { amount: "4000" });
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => demo.get(RESET, { t: 1_700_000_000_000 })),
    );
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await wealthOf(demo)).toBe("10000000000");
  });
});
