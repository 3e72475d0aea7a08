// What the provider says of a card payment afterwards: refunds and disputes are kept once, in
// whatever order they come, told to staff and reviewers and to the member, and move no money (H08,
// H10).

import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { cashOf, showDeposit, statusOf } from "../testing/open-depositor.ts";
import { drawConfirmed, openPayee } from "../testing/open-payee.ts";
import { type LocalStripe, startLocalStripe } from "./testing/local-stripe.ts";

let stripe: LocalStripe;
let floor: TradingFloor;
let finance: Operator;
beforeAll(async () => {
  stripe = await startLocalStripe();
  floor = await openTradingFloor("sandbox", { stripe: stripe.access });
  finance = await floor.openStaff(["finance"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(async () => {
  await floor.close();
  await stripe.close();
});

type Told = { readonly body: string; readonly signature: string };

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;
const hook = ({ body, signature }: Told) =>
  floor.ask("/v1/api/hook/stripe", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
  });

/** What is told about a payment, as Stripe's documents have it. */
function tellerOf(paymentRef: string) {
  const ids = { charge: newId("ch"), dispute: newId("dp"), refund: newId("re") };
  const about = (type: string, object: Record<string, unknown>) =>
    stripe.tellOf({
      type,
      atMs: floor.clock.now(),
      object: { currency: "usd", payment_intent: paymentRef, ...object },
    });
  return {
    refunded: (amount_refunded: number, more = {}) =>
      about("charge.refunded", { id: ids.charge, object: "charge", amount_refunded, ...more }),
    refund: (type: string, status: string, amount: number, more = {}) =>
      about(type, {
        id: ids.refund,
        object: "refund",
        charge: ids.charge,
        amount,
        status,
        ...more,
      }),
    dispute: (type: string, status: string, amount: number, more = {}) =>
      about(`charge.dispute.${type}`, {
        id: ids.dispute,
        object: "dispute",
        charge: ids.charge,
        amount,
        status,
        reason: "fraudulent",
        ...more,
      }),
  };
}

const newestSession = () => {
  const session = stripe.sessions.at(-1);
  if (!session) throw new Error("Invariant: a session was made");
  return session;
};

async function startCard(trader: Trader, number: string): Promise<{ id: string; told: Told }> {
  const { data } = await trader.post("/api/quickCharge/card_submit", { number });
  const type = "checkout.session.completed";
  return { id: data.id, told: stripe.tell(newestSession(), { type, atMs: floor.clock.now() }) };
}

async function payCard(trader: Trader, number: string) {
  const { id, told } = await startCard(trader, number);
  await hook(told);
  return { id, tell: tellerOf(`pi_${newestSession().id}`) };
}

const waiting = async (operator: Operator): Promise<number> => {
  const { data } = await operator.get("/v1/api/desk/summary");
  return data.queues.find(({ queue }: { queue: string }) => queue === "deposits").open;
};
const listed = async (reversed: string): Promise<string[]> => {
  const { data } = await finance.get("/v1/api/desk/deposit/list", { reversed });
  return data.data.map(({ id }: { id: string }) => id);
};
const shownTo = async (trader: Trader, id: string) =>
  (await trader.get("/v1/api/main/deposit/show", { id })).data;

describe("a refund", () => {
  it("is shown at the desk and to the member, waits for a look, and takes nothing", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "50");
    const before = await waiting(finance);
    expect((await hook(tell.refund("refund.created", "succeeded", 2_000))).data).toEqual({
      received: true,
    });
    expect((await hook(tell.refunded(2_000))).data).toEqual({ received: true });
    const shown = await showDeposit(finance, id);
    expect(shown).toMatchObject({
      state: "credited",
      reversal: { kind: "refunded", amount: "20.00", at: Math.floor(floor.clock.now() / 1_000) },
      has_reversal_news: true,
    });
    expect(shown.reversals).toMatchObject([
      { about: "refund", state: "done", amount: "20.00", currency_code: "USD", does_fit: true },
      { about: "charge", state: "done", amount: "20.00", currency_code: "USD", does_fit: true },
    ]);
    expect(await waiting(finance)).toBe(before + 1);
    expect(await listed("waiting")).toContain(id);
    const own = await shownTo(trader, id);
    expect(own).toMatchObject({ status: 1, credited_usd: "50.000000" });
    expect(own.remark).toContain("20 USD refunded to the card on ");
    const { data: history } = await trader.get("/api/quickCharge/quick_ist");
    expect(history.data[0]).toMatchObject({ id, status: 1, remark: own.remark });
    expect(await cashOf(trader)).toBe("50.000000");
  });

  it("is the sum of all, however it is told, and less what failed", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "100");
    const reversalOf = async () => (await showDeposit(finance, id)).reversal;
    await hook(tell.refunded(3_000));
    await hook(tell.refunded(1_000));
    expect(await reversalOf()).toMatchObject({ amount: "30.00" });
    await hook(tell.refund("refund.created", "pending", 4_000, { id: "re_one" }));
    expect(await reversalOf()).toMatchObject({ amount: "40.00" });
    await hook(tell.refund("refund.failed", "failed", 4_000, { id: "re_one" }));
    await hook(tell.refund("refund.updated", "succeeded", 4_000, { id: "re_one" }));
    await hook(tell.refunded(7_000));
    expect(await reversalOf()).toMatchObject({ kind: "refunded", amount: "30.00" });
  });

  it("leaves no mark once it has failed", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "50");
    await hook(tell.refund("refund.created", "pending", 5_000));
    await hook(tell.refund("charge.refund.updated", "failed", 5_000));
    expect(await showDeposit(finance, id)).toMatchObject({ reversal: null });
    expect((await shownTo(trader, id)).remark).toBe("");
  });
});

describe("a dispute", () => {
  it("goes through its life, each news waiting for a look", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "80");
    const before = await waiting(finance);
    await hook(tell.dispute("created", "needs_response", 8_000));
    const opened = await showDeposit(finance, id);
    expect(opened).toMatchObject({ reversal: { kind: "disputed", amount: "80.00" } });
    const look = { id, up_to: opened.reversals_up_to };
    await hook(tell.dispute("funds_withdrawn", "needs_response", 8_000));
    // What came after the page was read still waits.
    const path = "/v1/api/desk/deposit/look_reversals";
    expect((await finance.post(path, look)).data).toMatchObject({ has_reversal_news: true });
    expect(await waiting(finance)).toBe(before + 1);
    const { reversals_up_to: up_to } = await showDeposit(finance, id);
    expect((await finance.post(path, { id, up_to })).data.has_reversal_news).toBe(false);
    expect(await waiting(finance)).toBe(before);
    expect(await listed("waiting")).not.toContain(id);
    expect(await listed("all")).toContain(id);
    floor.clock.advance(60_000);
    await hook(tell.dispute("closed", "lost", 8_000));
    expect(await showDeposit(finance, id)).toMatchObject({
      state: "credited",
      reversal: { kind: "chargedBack", amount: "80.00" },
      has_reversal_news: true,
    });
    expect((await shownTo(trader, id)).remark).toContain("taken back");
    expect(await statusOf(trader, id)).toBe(1);
    expect(await cashOf(trader)).toBe("80.000000");
  });

  it("ends the same in whatever order its news come, and is heard once", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "80");
    const news = [
      tell.dispute("closed", "won", 8_000),
      tell.dispute("funds_withdrawn", "under_review", 8_000),
      tell.dispute("created", "warning_needs_response", 8_000),
    ];
    for (const each of [...news, ...news]) expect((await hook(each)).code).toBe(1);
    await Promise.all(news.flatMap((each) => [hook(each), hook(each)]));
    const shown = await showDeposit(finance, id);
    expect(shown.reversals).toMatchObject([{ about: "dispute", state: "won" }]);
    expect(shown.reversal).toBeNull();
    const { data } = await (await floor.openStaff(["admin"])).get("/v1/api/desk/audit/list", {
      subject: `deposit:${id}`,
      action: "deposit.reversal",
    });
    expect(data.data).toHaveLength(3);
  });

  it("is shown to the reviewers of a withdrawal", async () => {
    const payee = await openPayee(floor);
    const { id: deposit_id, tell } = await payCard(payee.member, "60");
    const id = await drawConfirmed(floor, payee, "100");
    const read = async () => (await finance.get("/v1/api/desk/withdrawal/show", { id })).data;
    expect(await read()).toMatchObject({ status: "reviewing", reversed_deposits: [] });
    await hook(tell.dispute("created", "needs_response", 6_000));
    expect((await read()).reversed_deposits).toMatchObject([
      { deposit_id, kind: "disputed", amount: "60.00", currency_code: "USD" },
    ]);
  });
});

describe("what is said", () => {
  it("before the payment itself is found once the payment is there", async () => {
    const trader = await floor.openReal();
    const { id, told } = await startCard(trader, "50");
    const tell = tellerOf(`pi_${newestSession().id}`);
    expect((await hook(tell.dispute("created", "needs_response", 5_000))).code).toBe(1);
    await hook(told);
    expect(await showDeposit(finance, id)).toMatchObject({
      state: "credited",
      reversal: { kind: "disputed", amount: "50.00" },
      has_reversal_news: true,
    });
    expect(await cashOf(trader)).toBe("50.000000");
  });

  it.each([
    ["more than was paid", 5_001, "usd", { amount: "50.01" }],
    ["another currency", 5_000, "jpy", { amount: "", currency_code: "JPY" }],
  ])("of %s does not fit, and somebody must look", async (_what, amount, currency, as) => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "50");
    await hook(tell.refund("refund.created", "succeeded", amount, { currency }));
    const shown = await showDeposit(finance, id);
    expect(shown).toMatchObject({ reversal: { kind: "refunded" }, has_reversal_news: true });
    expect(shown.reversals).toMatchObject([{ does_fit: false, ...as }]);
    expect(await cashOf(trader)).toBe("50.000000");
  });

  it("of a payment that was not credited is found beside it", async () => {
    const trader = await floor.openReal();
    const { data } = await trader.post("/api/quickCharge/card_submit", { number: "50" });
    const type = "checkout.session.completed";
    const object = { amount_total: 4_999 };
    const session = newestSession();
    await hook(stripe.tell(session, { type, atMs: floor.clock.now(), object }));
    await hook(tellerOf(`pi_${session.id}`).refunded(4_999));
    expect(await showDeposit(finance, data.id)).toMatchObject({
      state: "stuck",
      reversal: { kind: "refunded", amount: "49.99" },
    });
    expect(await cashOf(trader)).toBe("0.000000");
  });

  it("about payments that are none of ours, or cannot be read, is accepted", async () => {
    const before = await waiting(finance);
    const tell = tellerOf(newId("pi"));
    for (const each of [
      tell.dispute("created", "needs_response", 5_000),
      tell.refunded(5_000, { payment_intent: null }),
      tell.refund("refund.created", "succeeded", -1),
      tell.refund("refund.updated", "succeeded", 1, { currency: 7 }),
      tell.dispute("closed", "lost", 1, { id: null }),
      stripe.tellOf({ type: "charge.refunded", atMs: floor.clock.now(), object: {} }),
    ]) {
      expect((await hook(each)).data).toEqual({ received: true });
    }
    expect(await waiting(finance)).toBe(before);
  });

  it("counts for nothing without the provider's signature", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "50");
    const good = tell.dispute("created", "needs_response", 5_000);
    const forged = { ...good, body: good.body.replace("needs_response", "lost") };
    expect(await hook(forged)).toMatchObject({ status: 400, reason: "MALFORMED" });
    expect(await showDeposit(finance, id)).toMatchObject({ reversal: null, reversals: [] });
  });

  it("is looked at by those who decide about deposits (T85)", async () => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "50");
    await hook(tell.refunded(5_000));
    const { reversals_up_to: up_to } = await showDeposit(finance, id);
    const path = "/v1/api/desk/deposit/look_reversals";
    const reader = await floor.openStaff(["compliance"]);
    expect((await reader.post(path, { id, up_to })).reason).toBe("NOT_PERMITTED");
    const other = { id: "999999", up_to };
    expect((await finance.post(path, other)).reason).toBe("DEPOSIT_UNKNOWN");
  });
});
