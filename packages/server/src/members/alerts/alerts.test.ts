// Price alerts as their owner meets them: set, listed, removed; fired once, at the first row of the
// tape that reaches them, which is named and stored (inv43); over random tapes the same as by brute
// force, also when the house falls down in between; nobody else's (T74).

import { ALERTS_MAX } from "@truetick/contract/notices";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const LIST = "/v1/api/main/alert/list";
const ADD = "/v1/api/main/alert/add";
const REMOVE = "/v1/api/main/alert/remove";
const NOTICES = "/v1/api/main/notice/list";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const settle = () => floor.members().notices.alerts.settle();
const price = (points: number) => (points / 100_000).toFixed(5);
const quote = (points: number) => floor.quote("EURUSD", price(points), price(points + 10));

async function alertsOf(trader: Trader) {
  await settle();
  return (await trader.get(LIST)).data.data;
}

describe("a price alert", () => {
  it("takes its direction from the bid, fires once, names its row, and tells", async () => {
    const ann = await floor.openDemo();
    quote(110_000);
    await settle();
    const above = await ann.post(ADD, { forex_id: 1, price: "1.10050" });
    const below = await ann.post(ADD, { forex_id: 1, price: "1.09" });
    expect(above.data).toMatchObject({
      forex_id: "1",
      code: "EURUSD",
      price: "1.10050",
      direction: "above",
      fired_at: null,
      fired_seq: null,
    });
    expect(below.data).toMatchObject({ price: "1.09000", direction: "below" });
    quote(110_049);
    expect((await alertsOf(ann)).map(({ fired_seq }: never) => fired_seq)).toEqual([null, null]);
    quote(110_060);
    quote(110_070);
    quote(110_010);
    quote(110_060);
    const [waiting, fired] = await alertsOf(ann);
    const { seq } = floor.sequencer().newestQuote(1 as never) ?? { seq: 0 };
    expect(waiting).toMatchObject({ id: below.data.id, fired_seq: null });
    expect(fired).toMatchObject({ id: above.data.id, fired_seq: seq - 3 });
    const { data } = (await ann.get(NOTICES)).data;
    expect(data).toMatchObject([
      { kind: "priceAlert", title: "EUR/USD has reached 1.10050", link: "/trade?market=EURUSD" },
    ]);
    expect(data[0].text).toContain(`Bid 1.10060 at`);
    expect(data[0].text).toContain(`row ${seq - 3} of the tape`);
  });

  it("at the price itself, without a price, or of no market is refused", async () => {
    const ann = await floor.openDemo();
    quote(110_000);
    const asked = async (fields: object) => (await ann.post(ADD, { ...fields })).reason;
    expect(await asked({ forex_id: 1, price: "1.1" })).toBe("ALERT_AT_PRICE");
    expect(await asked({ forex_id: 6, price: "2000" })).toBe("ALERT_WITHOUT_PRICE");
    expect(await asked({ forex_id: 99, price: "1" })).toBe("MARKET_UNKNOWN");
    for (const wrong of ["0", "1.000001", "-1", "x", ""]) {
      expect(await asked({ forex_id: 1, price: wrong })).toBe("FIELD_INVALID");
    }
  });

  it("there are fifty of one person, also when many are set at once", async () => {
    const ann = await floor.openDemo();
    quote(110_000);
    const add = (at: number) => ann.post(ADD, { forex_id: 1, price: price(200_000 + at) });
    for (let at = 5; at < ALERTS_MAX; at += 1) await add(at);
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => add(at)));
    const refused = replies.filter(({ code }) => code !== 1);
    expect(refused.map(({ reason }) => reason)).toEqual(Array(3).fill("TOO_MANY_ALERTS"));
    expect(refused[0]?.msg).toContain("50");
    expect(await alertsOf(ann)).toHaveLength(ALERTS_MAX);
  });

  it("T01: asked for again is the same one, with the same bytes, whatever came since", async () => {
    const ann = await floor.openDemo();
    quote(110_000);
    const named = { "idempotency-key": "one-alert" };
    const add = (fields: object = {}) =>
      ann.post(ADD, { forex_id: 1, price: "1.10100", ...fields }, named);
    const replies = await Promise.all(Array.from({ length: 8 }, () => add()));
    expect(replies[0]).toMatchObject({ code: 1, data: { price: "1.10100", fired_at: null } });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await alertsOf(ann)).toHaveLength(1);
    expect(await add({ price: "1.2" })).toMatchObject({ reason: "KEY_REUSED" });
    // At its price and beyond it, and after a restart.
    for (const bid of [110_100, 110_200]) {
      quote(bid);
      expect((await add()).body).toBe(replies[0]?.body);
    }
    await settle();
    await floor.restart();
    expect((await add()).body).toBe(replies[0]?.body);
    expect(await alertsOf(ann)).toMatchObject([{ id: replies[0]?.data.id, direction: "above" }]);
    const bob = await floor.openDemo();
    quote(110_000);
    await settle();
    const other = await bob.post(ADD, { forex_id: 1, price: "1.10100" }, named);
    expect(other.data.id).not.toBe(replies[0]?.data.id);
  });

  it("T74: is its owner's alone, and removed is gone", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    quote(110_000);
    const { id } = (await ann.post(ADD, { forex_id: 1, price: "1.2" })).data;
    expect(await bob.post(REMOVE, { id })).toMatchObject({ reason: "ALERT_UNKNOWN" });
    expect(await alertsOf(bob)).toEqual([]);
    expect(await alertsOf(ann)).toHaveLength(1);
    expect((await ann.post(REMOVE, { id })).code).toBe(1);
    quote(120_100);
    expect(await alertsOf(ann)).toEqual([]);
    expect((await ann.get(NOTICES)).data.unread).toBe(0);
  });

  it("that fires while it is being set fires all the same", async () => {
    const ann = await floor.openDemo();
    quote(110_000);
    const adding = ann.post(ADD, { forex_id: 1, price: "1.10100" });
    for (let count = 0; count < 50; count += 1) {
      quote(110_200);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const { data, reason } = await adding;
    // Set before the first of them, or after: never lost between.
    if (reason !== undefined || data.direction === "below") return;
    expect(await alertsOf(ann)).toMatchObject([{ id: data.id, fired_seq: expect.any(Number) }]);
  });

  it("H07: what has fired does not change, whoever asks", async () => {
    const { database } = floor.test;
    const fired = database.updateTable("price_alert").where("fired_at", "is not", null);
    await expect(fired.set({ fired_at: null }).execute()).rejects.toThrow("does not change");
    const waiting = database.updateTable("price_alert").where("fired_at", "is", null);
    await expect(waiting.set({ price: 1n }).execute()).rejects.toThrow("does not change");
  });

  it("inv43: a row that did not have that bid is found", async () => {
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    const corrupt = (by: number) =>
      owner.query(
        `set session_replication_role = replica;
         update price_alert set fired_bid = fired_bid + ${by} where fired_at is not null`,
      );
    await corrupt(1);
    expect(Object.keys(await brokenInvariants(floor.test.ownerUrl))).toEqual(["inv43"]);
    await corrupt(-1);
    await owner.end();
  });
});

type Step = { readonly kind: "row" | "add" | "restart"; readonly points: number };

const points = fc.integer({ min: 100_000, max: 100_060 });
const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant("row" as const), points }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("add" as const), points }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), points }) },
  ),
  { minLength: 30, maxLength: 60 },
);

describe("over random tapes", () => {
  it("each fires at its first row, also across restarts", async () => {
    await fc.assert(fc.asyncProperty(steps, checkTape), { numRuns: 4 });
  }, 120_000);
});

/** The house is left without a word in between: its timers never run here. */
async function checkTape(tape: readonly Step[]): Promise<void> {
  const ann = await floor.openReal("1");
  const rows: { seq: number; bid: number }[] = [];
  const expected = new Map<string, { afterSeq: number; above: boolean; level: number }>();
  const row = (bid: number) => {
    quote(bid);
    rows.push({ seq: floor.sequencer().newestQuote(1 as never)?.seq ?? 0, bid });
  };
  row(100_030);
  for (const { kind, points: level } of tape) {
    if (kind === "row") row(level);
    else if (kind === "restart") await floor.restart();
    else {
      await settle();
      const { data, reason } = await ann.post(ADD, { forex_id: 1, price: price(level) });
      if (reason !== undefined) continue;
      const afterSeq = rows.at(-1)?.seq ?? 0;
      expected.set(data.id, { afterSeq, above: data.direction === "above", level });
    }
  }
  const found = Object.fromEntries(
    (await alertsOf(ann)).map(({ id, fired_seq }: { id: string; fired_seq: number }) => [
      id,
      fired_seq,
    ]),
  );
  const byForce = Object.fromEntries(
    [...expected].map(([id, { afterSeq, above, level }]) => {
      const first = rows.find(
        ({ seq, bid }) => seq > afterSeq && (above ? bid >= level : bid <= level),
      );
      return [id, first?.seq ?? null];
    }),
  );
  expect(found).toEqual(byForce);
}
