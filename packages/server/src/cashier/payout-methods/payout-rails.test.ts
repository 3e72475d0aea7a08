// The terms of payouts: seeded once in the sandbox, changed only by two people after their notice,
// followed and never rewritten, so that what was asked for keeps its own (H08, H09, H11, H13).

import { PAYOUT_RAIL_KIND, type PayoutRailProposal } from "@truetick/contract/desk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  FLOOR_NOTICE_SEC,
  type Operator,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { draw, openPayee } from "../testing/open-payee.ts";

let floor: TradingFloor;
let ann: Operator;
let bob: Operator;
beforeAll(async () => {
  floor = await openTradingFloor();
  ann = await floor.openStaff(["finance"]);
  bob = await floor.openStaff(["finance"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const USDT: PayoutRailProposal = {
  id: "1",
  code: "USDT",
  network: "TRC20",
  channel: "coin",
  feeKind: "fixed",
  fee: "2.5",
  marketCode: null,
  fixedRate: "1",
  amountMin: "10",
  amountMax: "5000",
  decimals: 6,
  isOffered: true,
};

const propose = (payload: object) =>
  ann.post("/v1/api/desk/proposal/submit", {
    kind: PAYOUT_RAIL_KIND,
    payload: JSON.stringify(payload),
    reason: "The network costs more",
  });

async function agree({ id, hash }: { id: string; hash: string }): Promise<void> {
  const approved = await bob.post("/v1/api/desk/proposal/approve", { id, hash });
  expect(approved.code).toBe(1);
}

async function passNotice(): Promise<void> {
  floor.clock.advance(FLOOR_NOTICE_SEC * 1_000 + 1);
  await floor.members().staff.proposals.applyDue();
}

const rails = async () => (await ann.get("/v1/api/desk/draw_currency/list")).data.data;

describe("payout currencies", () => {
  it("of the sandbox are written once, with their fees, limits and rates", async () => {
    const before = await rails();
    expect(before.map(({ code }: { code: string }) => code)).toEqual([
      "USDT",
      "BTC",
      "ETH",
      "USD",
      "EUR",
    ]);
    expect(before[0]).toMatchObject({ fee_type: 1, draw_rate: "1", usd_price: "1", min: "10" });
    expect(before[1]).toMatchObject({ fee_type: 2, draw_rate: "0.1", market_code: "BTCUSD" });
    await floor.restart();
    expect(await rails()).toEqual(before);
  });

  it("H09: change after the notice, for what is asked for from then on", async () => {
    const payee = await openPayee(floor);
    const early = await draw(payee, "100");
    const { data } = await propose(USDT);
    expect((await ann.post("/v1/api/desk/proposal/approve", data)).reason).toBe("OWN_PROPOSAL");
    await agree(data);
    const between = await draw(payee, "100");
    expect(between.data.fee).toBe("1.000000");
    const { data: quote } = await payee.member.get("/v1/api/main/withdrawal/quote", {
      draw_currency_id: payee.currencyId,
      number: "100",
    });
    await passNotice();
    const late = await draw(payee, "100");
    expect(late.data).toMatchObject({ fee: "2.500000", real_number: "97.500000" });
    // A quote of the old terms promised what is no longer offered.
    const old = await draw(payee, "100", { quote_id: quote.quote_id });
    expect(old.reason).toBe("QUOTE_EXPIRED");
    // H11: what was asked for before keeps its fee, whatever is agreed on later.
    const { data: list } = await payee.member.get("/api/account/draw_list");
    const first = list.data.find(({ id }: { id: string }) => id === early.data.id);
    expect(first).toMatchObject({ fee: "1.000000", real_number: "99.000000" });
    expect((await rails())[0]).toMatchObject({ draw_rate: "2.5", max: "5000" });
  });

  it("can be added and switched off", async () => {
    const gbp = { ...USDT, id: null, code: "GBP", network: "WIRE", channel: "bank" };
    const market = { fixedRate: null, marketCode: "GBPUSD", decimals: 2 };
    const { data: added } = await propose({ ...gbp, ...market });
    await agree(added);
    await passNotice();
    const known = (await rails()).find(({ code }: { code: string }) => code === "GBP");
    expect(known).toMatchObject({ channel: "bank", market_code: "GBPUSD", usd_price: "" });
    const { data: off } = await propose({ ...gbp, ...market, id: known.id, isOffered: false });
    await agree(off);
    await passNotice();
    const { member } = await openPayee(floor);
    const { data } = await member.get("/api/account/draw_symbol_list", { type: 2 });
    expect(data.data.map(({ code }: { code: string }) => code)).toEqual(["USD", "EUR"]);
  });

  it.each([
    [{ id: null }, "id"],
    [{ id: "2" }, "id"],
    [{ code: "US$" }, "code"],
    [{ network: "WIRE" }, "network"],
    [{ channel: "card" }, "fields"],
    [{ feeKind: "percent", fee: "100" }, "fee"],
    [{ fee: "-1" }, "fee"],
    [{ fixedRate: "0" }, "fixedRate"],
    [{ marketCode: "EURUSD" }, "fixedRate"],
    [{ fixedRate: null, marketCode: "NOWHERE" }, "marketCode"],
    [{ amountMin: "0" }, "amountMin"],
    [{ amountMax: "9" }, "amountMax"],
    [{ amountMax: "99999999999999" }, "amountMax"],
    [{ fee: "99999999999999" }, "fee"],
    [{ decimals: 9 }, "decimals"],
    [{ decimals: "6" }, "fields"],
  ])("refuse %j", async (change, problem) => {
    const refused = await propose({ ...USDT, ...change });
    expect(refused).toMatchObject({ reason: "PROPOSAL_INVALID" });
    expect(refused.msg).toContain(problem);
  });

  it("are for those who keep rails", async () => {
    for (const role of ["support", "dealer", "compliance"] as const) {
      const operator = await floor.openStaff([role]);
      expect((await operator.get("/v1/api/desk/draw_currency/list")).status).toBe(403);
    }
  });
});
