// H19: a copy is what its follower would have got alone. P13: its result equals placing the same
// order by oneself at that row of the tape, over random dealings. inv39: it is never filled before
// its leader, and the database finds it if it ever were.

import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { type CopyRoom, createCopyRoom } from "./testing/copy-room.ts";

let floor: TradingFloor;
let room: CopyRoom;
beforeAll(async () => {
  floor = await openTradingFloor();
  room = createCopyRoom(() => floor);
});
afterAll(() => floor.close());

type Row = Readonly<Record<string, string>>;

/** Everything of an order that its owner wins, loses or pays. */
const worthOf = ({ Quantity, Price, UpdatePrice, FactProfits, TradeFee, OpenSeq, CloseSeq }: Row) =>
  [Quantity, Price, UpdatePrice, FactProfits, TradeFee, OpenSeq, CloseSeq].join(" ");

const isFull = process.env.FULL === "1";

/** Steps of a price in points, sides and sizes of the leader in lot steps. */
const dealings = fc.array(
  fc.record({
    market: fc.constantFrom({ id: 1, code: "EURUSD" }, { id: 4, code: "GBPUSD" }),
    type: fc.constantFrom(1, 2),
    steps: fc.integer({ min: 20, max: 90 }),
    move: fc.integer({ min: -300, max: 300 }),
    isTicking: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

describe("P13: a copy", () => {
  it("brings what the same order brings who places it alone at that row of the tape", async () => {
    let names = 0;
    await fc.assert(
      fc.asyncProperty(dealings, fc.integer({ min: 10, max: 300 }), async (deals, factor) => {
        names += 1;
        const leader = await room.openLeader(`fair-${names}`, "50000");
        const follower = await floor.openReal("5000");
        const alone = await floor.openReal("5000");
        const wanted = { amount: "5000", factor: (factor / 100).toFixed(2) };
        const { id } = await room.follow(follower, `fair-${names}`, wanted);
        const quote = (code: string, bid: number) =>
          floor.quote(code, (bid / 1e5).toFixed(5), ((bid + 7) / 1e5).toFixed(5));
        for (const { market, type, steps, move, isTicking } of deals) {
          quote(market.code, 120_000);
          const order = { type, forex_id: market.id, cont: (steps / 100).toFixed(2) };
          const led = await room.open(leader, { ...order, multiple: 100 });
          await room.settle();
          const [copy] = await room.holding(follower, id);
          if (!copy) continue;
          const own = await room.open(alone, { ...order, cont: copy.Quantity, multiple: 100 });
          quote(market.code, 120_000 + move);
          await leader.post("/v1/api/forex/close", { id: led });
          await room.settle();
          if (isTicking) floor.quote("USDJPY", "150.000", "150.010");
          await alone.post("/v1/api/forex/close", { id: own });
        }
        const copied = await room.ended(follower, id);
        const { data } = (await alone.get("/v1/api/forex/my_deal", { status: 3 })).data;
        expect(copied.map(worthOf)).toEqual(data.map(worthOf));
        await follower.post("/api/follow/stop", { id });
        expect(await room.cashOf(follower)).toBe(await room.cashOf(alone));
      }),
      { numRuns: isFull ? 60 : 6 },
    );
    expect(await floor.broken()).toEqual({});
  }, 120_000);
});

describe("inv39: a copy that was filled before its leader", () => {
  it.each([
    ["at an earlier row of the tape", "update fill set tape_seq = 0 where order_id = $1"],
    ["on the other side", "update fill set side = 'sell' where order_id = $1"],
    ["earlier in the journal", "update fill set journal_seq = 1 where order_id = $1"],
    ["in another account", "update fill set account_id = 1 where order_id = $1"],
    ["larger than planned", "update copy_plan set lots = lots + 100 where order_id = $1"],
    ["of a leader before the start", "update follow set started_seq = 1000000"],
  ])("%s is found", async (_what, statement) => {
    floor.quote("EURUSD", "1.10000", "1.10010");
    const alias = `led-${Math.random().toString(36).slice(2, 10)}`;
    const leader = await room.openLeader(alias);
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, alias);
    await room.open(leader, { cont: "1" });
    await room.settle();
    const [copy] = await room.holding(follower, id);
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    try {
      await owner.query("begin; set local session_replication_role = replica");
      await owner.query(statement, statement.includes("$1") ? [copy.Id] : []);
      expect(Object.keys(await askInvariants(owner))).toContain("inv39");
    } finally {
      await owner.query("rollback");
      await owner.end();
    }
    expect(await floor.broken()).toEqual({});
  });
});
