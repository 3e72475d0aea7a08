// A withdrawal from the trader's side: what is refused and in which order, the hold, the code, the
// quote, cancelling, and what is shown (T66–T72, P18).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { certify } from "../../members/testing/certify-member.ts";
import { openMember, turnOnApp } from "../../members/testing/open-member.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approve,
  BANK,
  balanceOf,
  bind,
  confirm,
  currencyIds,
  draw,
  drawConfirmed,
  mailedCode,
  openPayee,
} from "../testing/open-payee.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

describe("asking for money", () => {
  it("holds the amount before it answers, and waits for the mailed code", async () => {
    const payee = await openPayee(floor);
    const asked = await draw(payee, "100.000001");
    expect(asked).toMatchObject({
      code: 1,
      data: {
        number: "100.000001",
        fee: "1.000000",
        real_number: "99.000001",
        status: "unconfirmed",
        needs_confirmation: 1,
      },
    });
    expect(await balanceOf(payee)).toEqual({ cash: "899.999999", held: "100.000001" });
    const letters = await floor.letters();
    const letter = letters.findLast(({ kind }) => kind === "withdrawalCode");
    expect(letter?.text).toContain("100.000001 USD");
    expect(letter?.text).toContain("TRC20 T");
    expect(await confirm(floor, payee, asked.data.id)).toMatchObject({
      data: { status: "reviewing", needs_confirmation: 0 },
    });
    const again = await confirm(floor, payee, asked.data.id);
    expect(again.reason).toBe("WITHDRAWAL_DECIDED");
  });

  it("says what is in the way, in the order in which something can be done about it", async () => {
    const member = await floor.openReal("1000");
    const { USDT = "" } = await currencyIds(member);
    const payee = { member, methodId: "999999", currencyId: USDT };
    expect((await draw(payee, "5")).reason).toBe("IDENTITY_NEEDED");
    await certify(floor, member);
    await floor.test.database
      .updateTable("app_user")
      .set({ withdrawals_frozen_until: new Date(floor.clock.now() + 5_000) })
      .where("id", "=", BigInt(member.userId))
      .execute();
    expect((await draw(payee, "5")).reason).toBe("WITHDRAWALS_FROZEN");
    floor.clock.advance(5_000);
    expect((await draw(payee, "5")).reason).toBe("METHOD_UNKNOWN");
    const { data } = await bind(member, "USDT");
    const own = { ...payee, methodId: data.id };
    expect((await draw(own, "5")).reason).toBe("METHOD_COOLING");
    floor.clock.advance(59_999);
    expect((await draw(own, "5")).reason).toBe("METHOD_COOLING");
    floor.clock.advance(1);
    expect(await draw(own, "5")).toMatchObject({ reason: "WITHDRAWAL_BELOW_MINIMUM" });
    expect((await draw(own, "100000.01")).reason).toBe("WITHDRAWAL_ABOVE_MAXIMUM");
    expect((await draw(own, "1001", { quote_id: "nonsense" })).reason).toBe("QUOTE_EXPIRED");
    expect(await draw(own, "1001")).toMatchObject({ reason: "FUNDS_EXCEED_AVAILABLE" });
    expect(await balanceOf(own)).toEqual({ cash: "1000.000000", held: "0.000000" });
    expect((await member.get("/api/account/draw_list")).data.total).toBe(0);
  });

  it.each(["-5", "0", "0.000", "1e3", "1,000", "٥٠", "10.0000001", "999999999999999", ""])(
    "T67: %j is no amount",
    async (amount) => {
      const payee = await openPayee(floor);
      const refused = await draw(payee, amount);
      expect(refused.code).not.toBe(1);
      expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    },
  );

  it("T67: money that an open position needs does not leave", async () => {
    floor.quote("EURUSD", "1.10000", "1.10010");
    const payee = await openPayee(floor);
    floor.quote("EURUSD", "1.10000", "1.10010");
    const placed = await payee.member.post("/v1/api/forex/submit", {
      type: 1,
      cont: "0.10",
      forex_id: 1,
      status: 1,
      multiple: 30,
    });
    expect(placed.code).toBe(1);
    expect((await draw(payee, "1000")).reason).toBe("FUNDS_EXCEED_AVAILABLE");
    expect((await draw(payee, "100")).code).toBe(1);
  });

  it("demo accounts have no part in it", async () => {
    const demo = await floor.openDemo();
    for (const path of ["/api/account/draw_list", "/api/wallet/get_draw_method"]) {
      expect((await demo.get(path)).reason).toBe("ONLY_REAL");
    }
  });

  it("T01: the same attempt is answered the same and holds once", async () => {
    const payee = await openPayee(floor);
    const key = { "idempotency-key": "attempt-1" };
    const [first, second] = await Promise.all([
      draw(payee, "600", {}, key),
      draw(payee, "600", {}, key),
    ]);
    expect(first.code).toBe(1);
    expect(second.data).toEqual(first.data);
    expect((await draw(payee, "600", {}, key)).data).toEqual(first.data);
    expect((await draw(payee, "500", {}, key)).reason).toBe("KEY_REUSED");
    expect(await balanceOf(payee)).toEqual({ cash: "400.000000", held: "600.000000" });
    const tooMuch = { "idempotency-key": "attempt-2" };
    const refused = await draw(payee, "401", {}, tooMuch);
    expect(refused.reason).toBe("FUNDS_EXCEED_AVAILABLE");
    expect((await draw(payee, "401", {}, tooMuch)).msg).toBe(refused.msg);
  });
});

describe("confirming", () => {
  it("T69: a code is good for its own withdrawal, not for another", async () => {
    const payee = await openPayee(floor);
    const a = (await draw(payee, "10")).data.id;
    const b = (await draw(payee, "20")).data.id;
    const code = await mailedCode(floor, a);
    const crossed = await payee.member.post("/api/account/draw_confirm", {
      id: b,
      auth_code: code,
    });
    expect(crossed.reason).toBe("CODE_WRONG");
    const other = await openPayee(floor);
    const stolen = { id: a, auth_code: code };
    expect((await other.member.post("/api/account/draw_confirm", stolen)).reason).toBe(
      "WITHDRAWAL_UNKNOWN",
    );
    expect((await confirm(floor, payee, a)).code).toBe(1);
  });

  it("T69: the fifth wrong code cancels it and the money is back", async () => {
    const payee = await openPayee(floor);
    const { id } = (await draw(payee, "10")).data;
    const right = await mailedCode(floor, id);
    const wrong = { id, auth_code: right === "0000000" ? "0000001" : "0000000" };
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await payee.member.post("/api/account/draw_confirm", wrong)).reason).toBe(
        "CODE_WRONG",
      );
    }
    const late = await payee.member.post("/api/account/draw_confirm", { id, auth_code: right });
    expect(late.reason).toBe("WITHDRAWAL_DECIDED");
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
  });

  it("after 15 minutes it is cancelled, and a new code can be asked for before", async () => {
    const payee = await openPayee(floor);
    const { id } = (await draw(payee, "10")).data;
    const first = await mailedCode(floor, id);
    const send = () => payee.member.post("/v1/api/main/withdrawal/send_code", { id });
    expect((await send()).reason).toBe("RESEND_TOO_SOON");
    floor.clock.advance(60_000);
    expect((await send()).code).toBe(1);
    const second = await mailedCode(floor, id);
    expect(second).not.toBe(first);
    floor.clock.advance(14 * 60_000);
    const late = await payee.member.post("/api/account/draw_confirm", { id, auth_code: second });
    expect(late.reason).toBe("WITHDRAWAL_DECIDED");
    await floor.cashier().sweep();
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    const { data } = await payee.member.get("/api/account/draw_list");
    expect(data.data[0]).toMatchObject({ status: "cancelled", status_name: "Cancelled" });
  });

  it("T69: who has an app proves it with the request, and needs no mail", async () => {
    const member = await openMember(floor);
    await certify(floor, member);
    const { data } = await bind(member, "USDT");
    const app = await turnOnApp(floor, member);
    floor.clock.advance(60_000);
    const payee = { member, methodId: data.id, currencyId: data.draw_currency.id };
    expect((await draw(payee, "10")).reason).toBe("STEP_UP_CODE_NEEDED");
    expect((await draw(payee, "10", { auth_code: "000000" })).reason).toBe("AUTH_CODE_WRONG");
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    const auth_code = app.nextCode();
    expect(await draw(payee, "10", { auth_code })).toMatchObject({
      data: { status: "reviewing", needs_confirmation: 0 },
    });
    expect((await draw(payee, "10", { auth_code })).reason).toBe("AUTH_CODE_WRONG");
  });
});

describe("a quote", () => {
  const quote = (payee: Awaited<ReturnType<typeof openPayee>>, number: string) =>
    payee.member.get("/v1/api/main/withdrawal/quote", {
      draw_currency_id: payee.currencyId,
      number,
    });

  it("P18, T68: holds for a minute, whatever the market does, and then no more", async () => {
    floor.quote("EURUSD", "1.10000", "1.10010");
    const payee = await openPayee(floor, { code: "EUR" });
    floor.quote("EURUSD", "1.10000", "1.10010");
    const { data } = await quote(payee, "100");
    expect(data).toMatchObject({ fee: "0.500000", received: "90.45", refusal: "" });
    floor.clock.advance(59_000);
    floor.quote("EURUSD", "1.20000", "1.20010");
    const asked = await draw(payee, "100", { quote_id: data.quote_id });
    expect(asked.data).toMatchObject({ real_number: data.received, fee: data.fee });
    expect((await draw(payee, "101", { quote_id: data.quote_id })).reason).toBe("QUOTE_EXPIRED");
    const other = await openPayee(floor, { code: "EUR" });
    floor.quote("EURUSD", "1.20000", "1.20010");
    const fresh = (await quote(payee, "100")).data.quote_id;
    expect((await draw(other, "100", { quote_id: fresh })).reason).toBe("QUOTE_EXPIRED");
    floor.clock.advance(60_000);
    floor.quote("EURUSD", "1.20000", "1.20010");
    expect((await draw(payee, "100", { quote_id: fresh })).reason).toBe("QUOTE_EXPIRED");
    expect((await draw(payee, "100")).data).toMatchObject({ real_number: "82.91" });
  });

  it("tells ahead why it would be refused", async () => {
    const payee = await openPayee(floor);
    expect((await quote(payee, "0")).data).toMatchObject({ received: "0.000000" });
    expect((await quote(payee, "1")).data).toMatchObject({
      received: "0.000000",
      refusal: "WITHDRAWAL_BELOW_MINIMUM",
    });
    expect((await quote(payee, "2000")).data).toMatchObject({
      refusal: "FUNDS_EXCEED_AVAILABLE",
      available: "1000.000000",
    });
  });

  it("is refused while nobody knows the price", async () => {
    const payee = await openPayee(floor, { code: "EUR" });
    floor.clock.advance(120_000);
    expect((await quote(payee, "100")).reason).toBe("RATE_MISSING");
    expect((await draw(payee, "100")).reason).toBe("RATE_MISSING");
  });
});

describe("cancelling and answering", () => {
  it("gives the money back while nobody has approved, and not afterwards", async () => {
    const payee = await openPayee(floor);
    const cancel = (id: string) => payee.member.post("/v1/api/main/withdrawal/cancel", { id });
    const first = await drawConfirmed(floor, payee, "300");
    expect((await cancel(first)).code).toBe(1);
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    expect((await cancel(first)).reason).toBe("WITHDRAWAL_DECIDED");
    const second = await drawConfirmed(floor, payee, "300");
    await approve(await floor.openStaff(["finance"]), second);
    expect((await cancel(second)).reason).toBe("WITHDRAWAL_DECIDED");
    const stranger = await openPayee(floor);
    const foreign = await stranger.member.post("/v1/api/main/withdrawal/cancel", { id: second });
    expect(foreign.reason).toBe("WITHDRAWAL_UNKNOWN");
  });

  it("a question is answered by the member, and the deadline stays", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "300");
    const operator = await floor.openStaff(["finance"]);
    const asked = await operator.post("/v1/api/desk/withdrawal/ask", { id, question: "Why?" });
    const answer = { id, text: "For the rent" };
    expect((await payee.member.post("/v1/api/main/withdrawal/answer", answer)).code).toBe(1);
    const shown = await operator.get("/v1/api/desk/withdrawal/show", { id });
    expect(shown.data).toMatchObject({ question: "Why?", answer: "For the rent" });
    expect(shown.data.due_at).toBe(asked.data.due_at);
    const { data } = await payee.member.get("/api/account/draw_list", { type: 1, page: 1 });
    expect(data.data[0]).toMatchObject({ question: "Why?", answer: "For the rent" });
  });
});

describe("payout methods", () => {
  it("T72: are the owner's alone, with account numbers masked", async () => {
    const payee = await openPayee(floor, { code: "USD" });
    const stranger = await openPayee(floor, { code: "USDT" });
    const { data } = await payee.member.get("/api/wallet/get_draw_method", { draw_type: 2 });
    expect(data.data).toHaveLength(1);
    expect(data.data[0]).toMatchObject({ payee_account: "••••3000", payee_name: "CHAN Tai Man" });
    const { body } = await payee.member.get("/api/wallet/get_draw_method");
    expect(body).not.toContain(BANK.payee_account);
    const theirs = await stranger.member.get("/api/wallet/get_draw_method", { draw_type: 2 });
    expect(theirs.data.data).toEqual([]);
    const gone = { id: payee.methodId };
    expect((await stranger.member.post("/api/wallet/del_draw_method", gone)).reason).toBe(
      "METHOD_UNKNOWN",
    );
    const stored = await floor.test.database.selectFrom("payout_method").selectAll().execute();
    const bytes = JSON.stringify(stored.map(({ sealed }) => sealed.toString("latin1")));
    expect(bytes).not.toContain(BANK.payee_account);
  });

  it("T69: tell their owner when one was added, and when it may be used", async () => {
    const payee = await openPayee(floor);
    const letters = await floor.letters();
    const letter = letters.findLast(({ kind }) => kind === "methodBound");
    expect(letter?.to).toBeDefined();
    expect(letter?.text).toContain("TRC20 T");
    const again = await bind(payee.member, "USDT");
    expect(again.reason).toBe("METHOD_KNOWN");
  });

  it("T70: refuse what would lose the money, by name", async () => {
    const { member } = await openPayee(floor);
    const { USDT = "", USD = "" } = await currencyIds(member);
    const wrong = { draw_id: USDT, type: 1, dc_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u" };
    expect(await member.post("/api/wallet/bind_draw_method", wrong)).toMatchObject({
      reason: "ADDRESS_INVALID",
    });
    const bank = { draw_id: USD, type: 2, ...BANK, payee_name: "<script>" };
    const refused = await member.post("/api/wallet/bind_draw_method", bank);
    expect(refused).toMatchObject({ reason: "FIELD_INVALID" });
    expect(refused.msg).toContain("payee_name");
    const mixed = { draw_id: USDT, type: 2, ...BANK };
    expect((await member.post("/api/wallet/bind_draw_method", mixed)).reason).toBe(
      "PAYOUT_CURRENCY_UNKNOWN",
    );
  });

  it("T71: removed while a withdrawal is under way, it still goes where it was sent", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    const before = await payee.member.get("/api/account/draw_list");
    floor.clock.advance(1);
    await payee.member.post("/api/wallet/del_draw_method", { id: payee.methodId });
    expect((await payee.member.get("/api/wallet/get_draw_method")).data.data).toEqual([]);
    expect((await draw(payee, "100")).reason).toBe("METHOD_UNKNOWN");
    const after = await payee.member.get("/api/account/draw_list");
    expect(after.data.data[0].address).toBe(before.data.data[0].address);
    expect(after.data.data[0].id).toBe(id);
    const rebound = await bind(payee.member, "USDT");
    expect((await draw({ ...payee, methodId: rebound.data.id }, "100")).reason).toBe(
      "METHOD_COOLING",
    );
  });
});
