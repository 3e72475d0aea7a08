// What the provider says of a card payment afterwards: refunds and disputes are kept once, in
// whatever order they come, told to staff and reviewers and to the member, and move no money (H08,
// H10).

import { setTimeout as sleep } from "node:timers/promises";
import { parseMoney } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callSocket } from "../../gateway/testing/socket-caller.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { cashOf, showDeposit, statusOf } from "../testing/open-depositor.ts";
import { drawConfirmed, openPayee } from "../testing/open-payee.ts";
import { createCardPayments, newId, type Told } from "./testing/card-payments.ts";
import { type LocalStripe, startLocalStripe } from "./testing/local-stripe.ts";

const FLUSHED_MS = 300;

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

const { hook, tellerOf, newestSession, startCard, payCard } = createCardPayments({
  floor: () => floor,
  stripe: () => stripe,
});

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

  it.each([
    ["a part", 2_000],
    ["all of it", 10_000],
  ])("counts whole after another, of %s, has failed", async (_what, failed) => {
    const trader = await floor.openReal();
    const { id, tell } = await payCard(trader, "100");
    const later = (news: () => Told) => {
      floor.clock.advance(60_000);
      return news();
    };
    const first = { id: newId("re") };
    // By the provider's own sum too, what has failed is refunded no more.
    const news = [
      tell.refund("refund.created", "succeeded", failed, first),
      tell.refunded(failed),
      later(() => tell.refund("refund.failed", "failed", failed, first)),
      later(() => tell.refunded(3_000)),
    ];
    for (const each of news.toReversed()) await hook(each);
    const at = Math.floor(floor.clock.now() / 1_000);
    expect((await showDeposit(finance, id)).reversal).toEqual({
      kind: "refunded",
      amount: "30.00",
      at,
    });
  });

  it.each(["pending", "requires_action", "unheard_of"])(
    "that is %s is the desk's to know, not yet made to the member",
    async (status) => {
      const trader = await floor.openReal();
      const { id, tell } = await payCard(trader, "50");
      await hook(tell.refund("refund.created", status, 2_000));
      expect(await showDeposit(finance, id)).toMatchObject({
        reversal: { kind: "refunded", amount: "20.00" },
        has_reversal_news: true,
      });
      expect((await shownTo(trader, id)).remark).toBe("");
      await hook(tell.refund("refund.updated", "succeeded", 2_000));
      expect((await shownTo(trader, id)).remark).toContain("20 USD refunded to the card on ");
    },
  );

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
});

describe("the reviewers of a withdrawal", () => {
  async function openReview() {
    const payee = await openPayee(floor);
    const paid = await payCard(payee.member, "60");
    const id = await drawConfirmed(floor, payee, "100");
    const read = async () => (await finance.get("/v1/api/desk/withdrawal/show", { id })).data;
    return { payee, paid, read };
  }

  it("see what was disputed", async () => {
    const { paid, read } = await openReview();
    const before = await read();
    expect(before).toMatchObject({ status: "reviewing", reversed_deposits: [] });
    await hook(paid.tell.dispute("created", "needs_response", 6_000));
    expect(await read()).toMatchObject({
      reversed_deposits: [
        { deposit_id: paid.id, kind: "disputed", amount: "60.00", currency_code: "USD" },
      ],
      // Nothing has gone back yet.
      deposited_total: before.deposited_total,
    });
  });

  it("see as deposited what did not go back, refunded and charged back together", async () => {
    const { paid, read } = await openReview();
    const before = parseMoney((await read()).deposited_total) ?? 0n;
    const less = async () => before - (parseMoney((await read()).deposited_total) ?? 0n);
    await hook(paid.tell.refunded(2_000));
    expect(await less()).toBe(20_000_000n);
    await hook(paid.tell.dispute("closed", "lost", 3_000));
    expect(await less()).toBe(50_000_000n);
    await hook(paid.tell.refunded(6_000));
    expect(await less()).toBe(60_000_000n);
  });

  it("see all of a payment as gone that went back in another currency", async () => {
    const { paid, read } = await openReview();
    const before = parseMoney((await read()).deposited_total) ?? 0n;
    await hook(paid.tell.dispute("closed", "lost", 100, { currency: "jpy" }));
    expect(parseMoney((await read()).deposited_total)).toBe(before - 60_000_000n);
  });

  it("are not told of a payment that was never credited", async () => {
    const { payee, read } = await openReview();
    const before = await read();
    const { id, told } = await startCard(payee.member, "50", { amount_total: 4_999 });
    await hook(told);
    await hook(tellerOf(`pi_${newestSession().id}`).refunded(4_999));
    expect(await showDeposit(finance, id)).toMatchObject({ state: "stuck" });
    const { reversed_deposits, deposited_total } = await read();
    expect(reversed_deposits).toEqual([]);
    expect(deposited_total).toBe(before.deposited_total);
    await finance.post("/v1/api/desk/deposit/reject", { id, remark: "Refunded" });
    expect((await read()).reversed_deposits).toEqual([]);
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

  it("of a payment that was not credited is found beside it, and waits once", async () => {
    const trader = await floor.openReal();
    const before = await waiting(finance);
    const { id, told } = await startCard(trader, "50", { amount_total: 4_999 });
    await hook(told);
    expect(await waiting(finance)).toBe(before + 1);
    await hook(tellerOf(`pi_${newestSession().id}`).refunded(4_999));
    expect(await showDeposit(finance, id)).toMatchObject({
      state: "stuck",
      reversal: { kind: "refunded", amount: "49.99" },
    });
    expect(await cashOf(trader)).toBe("0.000000");
    expect(await waiting(finance)).toBe(before + 1);
    await finance.post("/v1/api/desk/deposit/reject", { id, remark: "Refunded" });
    expect(await waiting(finance)).toBe(before + 1);
    const { reversals_up_to: up_to } = await showDeposit(finance, id);
    await finance.post("/v1/api/desk/deposit/look_reversals", { id, up_to });
    expect(await waiting(finance)).toBe(before);
  });

  it("is told to open screens once more when it is told again", async () => {
    const trader = await floor.openReal();
    const { tell } = await payCard(trader, "50");
    const caller = await callSocket(floor.gateway());
    caller.say({ type: "login", params: trader.token });
    await caller.until("login");
    caller.say({ type: "sub", params: "CASHIER" });
    await sleep(FLUSHED_MS);
    const told = tell.refunded(5_000);
    for (let times = 0; times < 2; times += 1) {
      const before = caller.heard.length;
      await hook(told);
      // Whoever kept it the first time may have died before anybody was told.
      await expect.poll(() => caller.heard.slice(before).join()).toContain("CASHIER");
    }
    caller.socket.terminate();
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

  it("T87: is not looked at by whoever paid", async () => {
    const trader = await floor.openReal();
    const self = await floor.openStaff(["finance"]);
    await sql`update staff set email = (select email from app_user where id = ${trader.userId})
      where id = ${self.staffId}`.execute(floor.test.database);
    const { id, tell } = await payCard(trader, "50");
    await hook(tell.dispute("closed", "lost", 5_000));
    const { reversals_up_to: up_to } = await showDeposit(finance, id);
    const path = "/v1/api/desk/deposit/look_reversals";
    expect((await self.post(path, { id, up_to })).reason).toBe("OWN_PROPOSAL");
    expect(await showDeposit(finance, id)).toMatchObject({ has_reversal_news: true });
    expect((await finance.post(path, { id, up_to })).data.has_reversal_news).toBe(false);
  });
});
