// Money in by coin and wire over HTTP: what is offered, what is kept, who may, and what the desk
// makes of it (T61, T62, T64, T74, T81, H08, inv26, inv27).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approveDeposit,
  networkOf,
  newReference,
  showDeposit,
  submitCoin,
} from "../testing/open-depositor.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

describe("what is offered", () => {
  it("names currencies, networks and accounts with prices, bounds and fingerprints", async () => {
    const trader = await floor.openReal();
    floor.quote("EURUSD", "1.08000", "1.08020");
    const { data: currencies } = await trader.get("/api/quickCharge/symbols");
    expect(currencies.data).toMatchObject([
      { code: "USDT", type: 0, usd_price: "1", min: "10" },
      { code: "BTC", type: 0, usd_price: "" },
      { code: "ETH", type: 0, usd_price: "" },
      { code: "USD", type: 1, usd_price: "1" },
      { code: "EUR", type: 1, usd_price: "0.925840199981" },
    ]);
    const { data: networks } = await trader.get("/api/quickCharge/info");
    expect(networks.data).toHaveLength(4);
    for (const { fingerprint, address } of networks.data) {
      expect(fingerprint).toMatch(/^[0-9a-f]{8}$/);
      expect(address.length).toBeGreaterThan(20);
    }
    const { data: me } = await trader.get("/api/user/info");
    const { data: wires } = await trader.get("/api/quickCharge/wire_info", { bank_coin: "EUR" });
    expect(wires.data).toMatchObject([{ currency_code: "EUR", bank_remark: `SANDBOX ${me.uid}` }]);
    const { data: none } = await trader.get("/api/quickCharge/wire_info", { bank_coin: "JPY" });
    expect(none.data).toEqual([]);
  });

  it("is nothing to demo users and visitors (T22)", async () => {
    const demo = await floor.openDemo();
    for (const path of ["symbols", "info", "wire_info", "quick_ist", "card_info"]) {
      expect(await demo.get(`/api/quickCharge/${path}`)).toMatchObject({ reason: "ONLY_REAL" });
      expect(await floor.ask(`/api/quickCharge/${path}`)).toMatchObject({ code: 999 });
    }
  });
});

describe("a report", () => {
  it("is kept as our own rails say, with an estimate and a deadline", async () => {
    const trader = await floor.openReal();
    const network = await networkOf(trader);
    const { data } = await submitCoin(trader, "250.5", { address: network.address, memo: "mine" });
    expect(data).toMatchObject({
      number: "250.500000",
      type: 0,
      kind: "coin",
      currency_code: "USDT",
      protocol_code: "TRC20",
      status: 0,
      expected_usd: "250.500000",
      credited_usd: "",
      decided_at: 0,
      reference: "",
    });
    expect(data.due_at - data.created_at_unix).toBe(24 * 3_600);
    const { data: list } = await trader.get("/api/quickCharge/quick_ist", { type: 0, page: 1 });
    expect(list).toMatchObject({ total: 1, data: [{ id: data.id }] });
    const { data: bank } = await trader.get("/api/quickCharge/quick_ist", { type: 1 });
    expect(bank).toEqual({ total: 0, data: [] });
  });

  it("T62: with another address than the one we show is refused", async () => {
    const trader = await floor.openReal();
    const other = await networkOf(trader, "USDT", "ERC20");
    expect(await submitCoin(trader, "100", { address: other.address })).toMatchObject({
      reason: "ADDRESS_DIFFERS",
    });
  });

  it.each([
    ["0", "DEPOSIT_BELOW_MINIMUM"],
    ["9.999999", "DEPOSIT_BELOW_MINIMUM"],
    ["1000000.000001", "DEPOSIT_ABOVE_MAXIMUM"],
    ["10.0000001", "FIELD_INVALID"],
    ["-50", "FIELD_INVALID"],
    ["1e3", "FIELD_INVALID"],
  ])("T61: of %s USDT is refused with %s", async (number, reason) => {
    const trader = await floor.openReal();
    expect(await submitCoin(trader, number)).toMatchObject({ reason });
  });

  it("T64: to a rail that does not exist, or is switched off, is refused", async () => {
    const trader = await floor.openReal();
    const coin = { number: "100" };
    for (const id of ["999", "2147483648", "99999999999999"]) {
      expect(
        await trader.post("/api/quickCharge/submit", { ...coin, charge_id: id }),
      ).toMatchObject({ reason: "DEPOSIT_CHANNEL_UNKNOWN" });
      expect(
        await trader.post("/api/quickCharge/wire_submit", { ...coin, wire_id: id }),
      ).toMatchObject({ reason: "DEPOSIT_CHANNEL_UNKNOWN" });
    }
    const { id } = await networkOf(trader, "ETH", "ERC20");
    const change = (is_active: boolean) =>
      floor.test.database
        .updateTable("deposit_network")
        .set({ is_active })
        .where("id", "=", Number(id))
        .execute();
    await change(false);
    expect(
      await trader.post("/api/quickCharge/submit", { number: "1", charge_id: id }),
    ).toMatchObject({ reason: "DEPOSIT_CHANNEL_UNKNOWN" });
    await change(true);
  });

  it("by wire needs a picture, and only an own one that nothing has (T38)", async () => {
    const trader = await floor.openReal();
    const { data } = await trader.get("/api/quickCharge/wire_info", { bank_coin: "USD" });
    const wire = { wire_id: data.data[0].id, number: "100" };
    expect(await trader.post("/api/quickCharge/wire_submit", wire)).toMatchObject({
      reason: "PROOF_REQUIRED",
    });
    const strangers = [
      "http://169.254.169.254/",
      "file:///etc/passwd",
      "/files/aaaaaaaaaaaaaaaaaaaaaa",
    ];
    for (const proofImg of strangers) {
      expect(
        await trader.post("/api/quickCharge/wire_submit", { ...wire, proofImg }),
      ).toMatchObject({ reason: "UPLOAD_UNKNOWN" });
    }
    const { data: list } = await trader.get("/api/quickCharge/quick_ist");
    expect(list.total).toBe(0);
  });

  it("is kept once for one attempt, also at the same moment (T01)", async () => {
    const trader = await floor.openReal();
    const { id } = await networkOf(trader);
    const key = { "idempotency-key": newReference() };
    const fields = { charge_id: id, number: "77" };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => trader.post("/api/quickCharge/submit", fields, key)),
    );
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
    expect(
      await trader.post("/api/quickCharge/submit", { ...fields, number: "78" }, key),
    ).toMatchObject({ reason: "KEY_REUSED" });
  });

  it("T01: is answered the same again, whatever became of it since", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { id } = await networkOf(trader);
    const submit = (t: number) =>
      trader.get("/api/quickCharge/submit", { charge_id: id, number: "77", t });
    const [credited, rejected] = [await submit(1), await submit(2)];
    await approveDeposit(finance, credited.data.id, newReference());
    const question = "From which wallet?";
    await finance.post("/v1/api/desk/deposit/ask", { id: rejected.data.id, question });
    await finance.post("/v1/api/desk/deposit/reject", { id: rejected.data.id, remark: "None" });
    floor.clock.advance(30 * 86_400_000);
    expect((await submit(1)).body).toBe(credited.body);
    expect((await submit(2)).body).toBe(rejected.body);
  });

  it("T81: from a restricted country is refused, and the list can change", async () => {
    const trader = await floor.openReal();
    const set = (values: { area?: string; country?: string }) =>
      floor.test.database
        .updateTable("app_user")
        .set(values)
        .where("id", "=", BigInt(trader.userId))
        .execute();
    for (const values of [{ area: "KP" }, { area: "DE", country: "CU" }]) {
      await set(values);
      expect(await submitCoin(trader, "100")).toMatchObject({ reason: "REGION_RESTRICTED" });
      expect(await trader.post("/api/quickCharge/card_submit", { number: "100" })).toMatchObject({
        reason: "REGION_RESTRICTED",
      });
    }
    await set({ area: "DE", country: "DE" });
    expect((await submitCoin(trader, "100")).code).toBe(1);
  });

  it("by who is self-excluded is refused, and so is the credit of an earlier one", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { data: kept } = await submitCoin(trader, "100");
    await trader.post("/v1/api/main/limit", { exclude_days: "30" });
    expect(await submitCoin(trader, "100")).toMatchObject({ reason: "SELF_EXCLUDED" });
    expect(await approveDeposit(finance, kept.id, newReference())).toMatchObject({
      reason: "SELF_EXCLUDED",
    });
    expect((await showDeposit(finance, kept.id)).state).toBe("reviewing");
  });

  it("is one of twenty at most that wait", async () => {
    const trader = await floor.openReal();
    for (let count = 0; count < 20; count += 1) {
      expect((await submitCoin(trader, "10")).code).toBe(1);
    }
    expect(await submitCoin(trader, "10")).toMatchObject({ reason: "TOO_MANY_DEPOSITS" });
  });

  it("T74: is seen by nobody else", async () => {
    const [owner, other] = [await floor.openReal(), await floor.openReal()];
    const { data } = await submitCoin(owner, "10");
    const path = "/v1/api/main/deposit/show";
    expect((await owner.get(path, { id: data.id })).data.id).toBe(data.id);
    expect(await other.get(path, { id: data.id })).toMatchObject({ reason: "DEPOSIT_UNKNOWN" });
    expect(
      await other.post("/v1/api/main/deposit/answer", { id: data.id, text: "x" }),
    ).toMatchObject({ reason: "DEPOSIT_UNKNOWN" });
    expect((await other.get("/api/quickCharge/quick_ist")).data.total).toBe(0);
  });
});
