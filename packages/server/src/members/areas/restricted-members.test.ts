// T81: who is in a country that the service is not offered to pays nothing in and opens nothing,
// whatever tells the country; what is theirs they close and take out.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const BUY = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 };
const PENDING = { ...BUY, status: 0, target_price: "1.05000" };
const FOLLOW = { user: "calm-one", amount: "100", factor: "1" };
const RESTRICTED = ["CN", "CU", "IL", "KP", "VU"];

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
beforeEach(() => floor.quote("EURUSD", "1.08490", "1.08500"));
afterEach(async () => {
  floor.policy.restrictedAreas = RESTRICTED;
  floor.clock.advance(60_000);
  expect(await floor.broken()).toEqual({});
});

type Told = { area?: string; country?: string; mobile?: string; stated_mobile?: string };

/** A member of whom that is known. */
async function memberOf(told: Told): Promise<Trader> {
  const member = await floor.openReal("5000");
  await floor.test.database
    .updateTable("app_user")
    .set(told)
    .where("id", "=", BigInt(member.userId))
    .execute();
  return member;
}

function restrict(...codes: readonly string[]): void {
  floor.policy.restrictedAreas = [...codes];
  floor.clock.advance(11_000);
  floor.quote("EURUSD", "1.08490", "1.08500");
}

const OF_COUNTRY = {
  BE: { mobile: "+32470123456", stated_mobile: "+32470123457" },
  IL: { mobile: "+972502345678", stated_mobile: "+972502345679" },
  VU: { mobile: "+6785912345", stated_mobile: "+6785912346" },
} as const;

const SIGNALS = Object.entries(OF_COUNTRY).flatMap(([code, numbers]) => [
  [code, "area", { area: code }] as const,
  [code, "country", { area: "DE", country: code }] as const,
  [code, "mobile", { mobile: numbers.mobile }] as const,
  [code, "number beside", { area: "DE", stated_mobile: numbers.stated_mobile }] as const,
]);

describe.each(SIGNALS)("T81: %s, known by the %s", (code, _signal, told) => {
  it("pays nothing in and opens nothing", async () => {
    const member = await memberOf(told);
    restrict("KP", code);
    const acts = await Promise.all([
      member.post("/api/quickCharge/submit", { charge_id: "1", number: "100" }),
      member.post("/api/quickCharge/card_submit", { number: "100" }),
      member.post(SUBMIT, BUY),
      member.post(SUBMIT, PENDING),
      member.post("/api/follow/start", FOLLOW),
    ]);
    expect(acts.map(({ reason }) => reason)).toEqual(acts.map(() => "REGION_RESTRICTED"));
    restrict("KP");
    expect((await member.post(SUBMIT, BUY)).code).toBe(1);
  });
});

it("T81: closes, cancels, sets stops and withdraws what there is", async () => {
  const member = await memberOf({ mobile: "+32470123458" });
  const open = (await member.post(SUBMIT, BUY)).data.Id;
  const pending = (await member.post(SUBMIT, PENDING)).data.Id;
  restrict("BE");
  expect((await member.post(SUBMIT, BUY)).reason).toBe("REGION_RESTRICTED");
  const stops = { id: open, stop_loss_price: "1.05000", target_profit_price: "1.20000" };
  expect((await member.post("/v1/api/forex/set_stop_price", stops)).code).toBe(1);
  expect((await member.post("/v1/api/forex/cancel_trade", { id: pending })).code).toBe(1);
  expect((await member.post("/v1/api/forex/close", { id: open })).code).toBe(1);
  const drawn = await member.post("/api/account/draw", { number: "10", method_id: "1" });
  expect(drawn.reason).not.toBe("REGION_RESTRICTED");
});

it("demo users play on, wherever they are", async () => {
  const demo = await floor.openDemo();
  restrict("BE", "DE");
  expect((await demo.post(SUBMIT, BUY)).code).toBe(1);
});
