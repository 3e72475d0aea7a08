// What a person has chosen, over HTTP on a real database: kept for the person, on every device.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

const SETTING = "/v1/api/main/setting";
const NOTHING = {
  theme: "",
  up_down: "",
  language: "",
  notify_email: 1,
  statement_email: 1,
  notify_push: 0,
  default_lots: "",
  one_tap: 0,
  watchlist: "",
};
const EVERYTHING = {
  theme: "dark",
  up_down: "red-up",
  language: "jp",
  notify_email: 0,
  statement_email: 0,
  notify_push: 1,
  default_lots: "0.25",
  one_tap: 1,
  watchlist: "XAUUSD,EURUSD,BTCUSD",
};

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

describe("settings", () => {
  it("are empty at first, and kept for demo and real users alike", async () => {
    for (const trader of [await floor.openDemo(), await floor.openReal()]) {
      expect((await trader.get(SETTING)).data).toEqual(NOTHING);
      expect((await trader.post(SETTING, EVERYTHING)).data).toEqual(EVERYTHING);
      await floor.restart();
      expect((await trader.get(SETTING)).data).toEqual(EVERYTHING);
    }
  });

  it("change one at a time, and two changes at once lose neither", async () => {
    const trader = await floor.openDemo();
    await Promise.all([
      trader.post(SETTING, { theme: "light" }),
      trader.post(SETTING, { one_tap: 1 }),
      trader.post(SETTING, { default_lots: "2.00" }),
    ]);
    const expected = { ...NOTHING, theme: "light", one_tap: 1, default_lots: "2" };
    expect((await trader.get(SETTING)).data).toEqual(expected);
    expect((await trader.post(SETTING)).data).toEqual(expected);
  });

  it("are taken back by an empty text", async () => {
    const trader = await floor.openDemo();
    await trader.post(SETTING, EVERYTHING);
    const back = { theme: "", up_down: "", language: "", default_lots: "", watchlist: "" };
    expect((await trader.post(SETTING, back)).data).toEqual({ ...EVERYTHING, ...back });
  });

  it("T74: are the caller's own", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    await ann.post(SETTING, EVERYTHING);
    expect((await bob.get(SETTING)).data).toEqual(NOTHING);
    await bob.post(SETTING, { theme: "light", user_id: ann.userId });
    expect((await ann.get(SETTING)).data).toEqual(EVERYTHING);
  });

  it.each([
    { theme: "pink" },
    { up_down: "sideways" },
    { language: "tw2" },
    { notify_email: 2 },
    { notify_push: "yes" },
    { default_lots: "-1" },
    { default_lots: "1e5" },
    { one_tap: "" },
    { watchlist: "EURUSD,EURUSD" },
    { watchlist: "'; drop table member_setting; --" },
    { watchlist: Array.from({ length: 101 }, (_, at) => `M${at}`).join() },
  ])("refuses %o by its field", async (fields) => {
    const trader = await floor.openDemo();
    const [field] = Object.keys(fields);
    const reply = await trader.post(SETTING, fields);
    expect(reply).toMatchObject({ reason: "FIELD_INVALID", data: { field } });
    expect((await trader.get(SETTING)).data).toEqual(NOTHING);
  });
});
