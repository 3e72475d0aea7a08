// Cards: Stripe Checkout as it is documented, against a server of ours that speaks it, and the
// sandbox's test card. A payment is credited exactly once, and only as it was asked for (T61,
// inv27).

import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { approveDeposit, cashOf, showDeposit, statusOf } from "../testing/open-depositor.ts";
import { type LocalStripe, type StripeSession, startLocalStripe } from "./testing/local-stripe.ts";

const start = (trader: Trader, number: string, headers: Record<string, string> = {}) =>
  trader.post("/api/quickCharge/card_submit", { number }, headers);

type Notice = { readonly kind: string; readonly text: string };

/** The newest first. */
async function noticesOf(trader: Trader): Promise<readonly Notice[]> {
  return (await trader.get("/v1/api/main/notice/list")).data.data;
}

describe("Stripe Checkout", () => {
  let stripe: LocalStripe;
  let floor: TradingFloor;
  beforeAll(async () => {
    stripe = await startLocalStripe();
    floor = await openTradingFloor("sandbox", { stripe: stripe.access });
  });
  afterEach(async () => {
    expect(await floor.broken()).toEqual({});
  });
  afterAll(async () => {
    await floor.close();
    await stripe.close();
  });

  const newest = (): StripeSession => {
    const session = stripe.sessions.at(-1);
    if (!session) throw new Error("Invariant: a session was made");
    return session;
  };
  const hook = ({ body, signature }: { body: string; signature: string }) =>
    floor.ask("/v1/api/hook/stripe", {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body,
    });
  const told = (type: string, more: Parameters<LocalStripe["tell"]>[1] | object = {}) =>
    stripe.tell(newest(), { type, atMs: floor.clock.now(), ...more });
  const completed = "checkout.session.completed";

  it("makes a page for the amount, credited once the signed webhook says so", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "123.45");
    expect(newest().form).toMatchObject({
      mode: "payment",
      client_reference_id: data.id,
      "line_items[0][price_data][unit_amount]": "12345",
      "line_items[0][price_data][currency]": "usd",
    });
    expect(data.url).toBe(`https://checkout.stripe.com/c/pay/${newest().id}`);
    const { data: before } = await trader.get("/v1/api/main/deposit/show", { id: data.id });
    expect(before).toMatchObject({ status: 0, kind: "card", type: 1, pay_url: data.url });
    expect(await cashOf(trader)).toBe("0.000000");
    expect((await hook(told(completed))).data).toEqual({ received: true });
    expect(await cashOf(trader)).toBe("123.450000");
    expect(await statusOf(trader, data.id)).toBe(1);
    expect((await floor.letters()).at(-1)).toMatchObject({ kind: "depositCredited" });
  });

  it("T01: the same attempt twice at once is one deposit and one page", async () => {
    const trader = await floor.openReal();
    const key = { "idempotency-key": "card-at-once" };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        trader.post("/api/quickCharge/card_submit", { number: "50" }, key),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ data }) => `${data.id} ${data.url}`)).size).toBe(1);
  });

  it("hears the same event, and others about the same payment, once", async () => {
    const trader = await floor.openReal();
    await start(trader, "50");
    const first = told(completed);
    await Promise.all(Array.from({ length: 10 }, () => hook(first)));
    await hook(first);
    await hook(told(completed));
    await hook(told("checkout.session.async_payment_succeeded"));
    await hook(told("checkout.session.expired"));
    expect(await cashOf(trader)).toBe("50.000000");
  });

  it("hears nobody else: wrong signature, other secret, old time, changed body", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "50");
    const good = told(completed);
    const forged = [
      { ...good, signature: "" },
      { ...good, signature: good.signature.replace(/v1=../, "v1=00") },
      { ...good, signature: good.signature.replace(/t=\d+/, "t=1") },
      { ...good, signature: "t=,v1=" },
      { ...good, body: good.body.replace("5000", "9000") },
      told(completed, { secret: "whsec_another0123456789" }),
      told(completed, { atMs: floor.clock.now() - 301_000 }),
      told(completed, { atMs: floor.clock.now() + 301_000 }),
    ];
    for (const each of forged) {
      expect(await hook(each)).toMatchObject({ status: 400, reason: "MALFORMED" });
    }
    expect(await statusOf(trader, data.id)).toBe(0);
    expect(await cashOf(trader)).toBe("0.000000");
  });

  it.each([
    ["amount", { amount_total: 4_999 }],
    ["larger amount", { amount_total: 500_000 }],
    ["currency", { currency: "jpy" }],
  ])("credits nothing by another %s: somebody must look", async (_what, object) => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { data } = await start(trader, "50");
    await hook(told(completed, { object }));
    expect(await cashOf(trader)).toBe("0.000000");
    expect(await showDeposit(finance, data.id)).toMatchObject({
      state: "stuck",
      problem: "AMOUNT_DIFFERS",
    });
    expect(await approveDeposit(finance, data.id, "x")).toMatchObject({ reason: "AMOUNT_INVALID" });
    await finance.post("/v1/api/desk/deposit/reject", { id: data.id, remark: "Refunded" });
    expect(await statusOf(trader, data.id)).toBe(2);
  });

  it("waits while a completed page is not paid, and ends with what failed or expired", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "50");
    await hook(told(completed, { object: { payment_status: "unpaid" } }));
    expect(await statusOf(trader, data.id)).toBe(0);
    await hook(told("checkout.session.async_payment_failed"));
    const { data: failed } = await trader.get("/v1/api/main/deposit/show", { id: data.id });
    expect(failed).toMatchObject({ status: 3, pay_url: "" });
    expect(failed.remark).toContain("bank");
    const { data: other } = await start(trader, "50");
    await hook(told("checkout.session.expired"));
    expect(await statusOf(trader, other.id)).toBe(3);
  });

  it("ignores events about other things", async () => {
    const trader = await floor.openReal();
    await start(trader, "50");
    for (const each of [
      told("invoice.paid"),
      told(completed, { object: { id: "cs_test_somebody_elses" } }),
      told(completed, { object: { amount_total: "5000" } }),
    ]) {
      expect((await hook(each)).code).toBe(1);
    }
    expect(await cashOf(trader)).toBe("0.000000");
  });

  it("makes one page for one deposit, whatever is lost on the way", async () => {
    const trader = await floor.openReal();
    const made = stripe.sessions.length;
    stripe.plan("lost");
    const { data } = await start(trader, "50");
    expect(stripe.sessions).toHaveLength(made + 1);
    expect(data.url).toContain(newest().id);
    const key = { "idempotency-key": randomBytes(8).toString("hex") };
    const first = await start(trader, "60", key);
    expect((await start(trader, "60", key)).data).toEqual(first.data);
    expect(stripe.sessions).toHaveLength(made + 2);
  });

  it.each([["broken", "broken"], ["hangUp", "hangUp"], ["invalid"], ["elsewhere"]] as const)(
    "says that cards are not taken when the provider is %s",
    async (...moods) => {
      const trader = await floor.openReal();
      stripe.plan(...moods);
      expect(await start(trader, "50")).toMatchObject({ reason: "CARD_UNAVAILABLE" });
      const { data } = await trader.get("/api/quickCharge/quick_ist");
      expect(data.data).toMatchObject([{ status: 3, pay_url: "" }]);
    },
  );

  it("credits what was paid on a page that we had given up", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "50");
    floor.clock.advance(27 * 3_600_000);
    await floor.cashier().sweep();
    expect(await statusOf(trader, data.id)).toBe(3);
    await hook(told(completed));
    expect(await statusOf(trader, data.id)).toBe(1);
    expect(await cashOf(trader)).toBe("50.000000");
    const [after, before] = await noticesOf(trader);
    expect(after).toMatchObject({ kind: "depositCredited" });
    expect(after?.text).toContain("credited with 50.00 USD");
    expect(before).toMatchObject({ kind: "depositRejected" });
  });

  it("tells again of one that was given up, paid otherwise and sent back", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { data } = await start(trader, "50");
    floor.clock.advance(27 * 3_600_000);
    await floor.cashier().sweep();
    await hook(told(completed, { object: { amount_total: 4_000 } }));
    floor.clock.advance(60_000);
    await finance.post("/v1/api/desk/deposit/reject", { id: data.id, remark: "Refunded" });
    const notices = await noticesOf(trader);
    expect(notices.map(({ kind }) => kind)).toEqual(["depositRejected", "depositRejected"]);
    expect(notices[0]?.text).toContain("Refunded");
  });

  it("has no test page", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "50");
    const card = { id: data.id, card: "4242424242424242" };
    expect(await trader.post("/v1/api/sandbox/card_pay", card)).toMatchObject({
      reason: "CARD_UNAVAILABLE",
    });
  });
});

describe("the sandbox's test card", () => {
  let floor: TradingFloor;
  beforeAll(async () => {
    floor = await openTradingFloor();
  });
  afterEach(async () => {
    expect(await floor.broken()).toEqual({});
  });
  afterAll(() => floor.close());
  const pay = (trader: Trader, id: string, card: string) =>
    trader.post("/v1/api/sandbox/card_pay", { id, card });

  it("is offered as a test, pays with 4242…, and ends where the webhook ends", async () => {
    const trader = await floor.openReal();
    expect((await trader.get("/api/quickCharge/card_info")).data).toEqual({
      is_available: 1,
      is_test: 1,
      currency: "USD",
      min: "10.00",
      max: "5000.00",
    });
    const { data } = await start(trader, "75.5");
    expect(data.url).toBe(`/mine/card?id=${data.id}`);
    expect(await pay(trader, data.id, "4000 0000 0000 0002")).toMatchObject({
      reason: "CARD_DECLINED",
    });
    expect(await pay(trader, data.id, "5555555555554444")).toMatchObject({
      reason: "CARD_DECLINED",
    });
    expect((await pay(trader, data.id, "4242 4242 4242 4242")).data).toMatchObject({
      status: 1,
      credited_usd: "75.500000",
    });
    expect(await pay(trader, data.id, "4242424242424242")).toMatchObject({
      reason: "DEPOSIT_DECIDED",
    });
    expect(await cashOf(trader)).toBe("75.500000");
  });

  it("pays once when it is pressed twenty times at once", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "20");
    await Promise.all(Array.from({ length: 20 }, () => pay(trader, data.id, "4242424242424242")));
    expect(await cashOf(trader)).toBe("20.000000");
  });

  it("is left by cancelling or by not coming back, with nothing charged", async () => {
    const trader = await floor.openReal();
    const { data } = await start(trader, "20");
    const { data: left } = await trader.post("/v1/api/sandbox/card_cancel", { id: data.id });
    expect(left).toMatchObject({ status: 3, pay_url: "" });
    expect(left.remark).not.toBe("");
    const { data: other } = await start(trader, "20");
    floor.clock.advance(3_600_001);
    await floor.cashier().sweep();
    expect(await statusOf(trader, other.id)).toBe(3);
    expect(await cashOf(trader)).toBe("0.000000");
  });

  it("is the payer's own (T74), within bounds, and tells nothing by a webhook", async () => {
    const [owner, other] = [await floor.openReal(), await floor.openReal()];
    const { data } = await start(owner, "20");
    expect(await pay(other, data.id, "4242424242424242")).toMatchObject({
      reason: "DEPOSIT_UNKNOWN",
    });
    expect(await start(owner, "9.99")).toMatchObject({ reason: "DEPOSIT_BELOW_MINIMUM" });
    expect(await start(owner, "5000.01")).toMatchObject({ reason: "DEPOSIT_ABOVE_MAXIMUM" });
    expect(await start(owner, "10.001")).toMatchObject({ reason: "FIELD_INVALID" });
    const hook = { method: "POST", headers: { "stripe-signature": "t=1,v1=00" }, body: "{}" };
    expect(await floor.ask("/v1/api/hook/stripe", hook)).toMatchObject({ status: 404 });
  });

  it("is not there in live (H13)", async () => {
    const live = await openTradingFloor("live");
    const trader = await live.openReal();
    expect((await trader.get("/api/quickCharge/card_info")).data.is_available).toBe(0);
    expect(await start(trader, "20")).toMatchObject({ reason: "CARD_UNAVAILABLE" });
    expect((await trader.get("/api/quickCharge/info")).data.data).toEqual([]);
    await live.close();
  });
});
