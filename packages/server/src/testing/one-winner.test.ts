// Of many who want the same thing at the same moment, exactly one gets it: over the real calls of a
// whole house on a real PostgreSQL. A few dozen at once here, 500 with FULL=1.

import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type TestContext } from "vitest";
import {
  approve,
  balanceOf,
  draw,
  drawConfirmed,
  mailedCode,
  openPayee,
} from "../cashier/testing/open-payee.ts";
import {
  type Applicants,
  applicantsAt,
  newEmail,
  PASSWORD,
} from "../members/testing/applicants.ts";
import { openTradingFloor, type Reply, type TradingFloor } from "./trading-floor.ts";

const WAYS = process.env.FULL === "1" ? 500 : 40;
const TIMEOUT_MS = 180_000;
const ROUNDS_MAX = 3;
const SUBMIT = "/v1/api/forex/submit";
const BUY = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 100 };
const NEXT_PASSWORD = "velvet harbour 7";
/** Turned away without having begun: too many at once is no verdict. */
const NOT_BEGUN = ["BUSY", "UNAVAILABLE", "TOO_MANY"];

let floor: TradingFloor;
let people: Applicants;
beforeAll(async () => {
  floor = await openTradingFloor();
  people = applicantsAt(floor);
});
afterAll(() => floor.close());
beforeEach(() => {
  floor.clock.advance(3_600_001);
  floor.quote("EURUSD", "1.08490", "1.08500");
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

/** Where nobody had begun, all ask again: that was no race yet. */
async function race(ask: (racer: number) => Promise<Reply>): Promise<Reply[]> {
  for (let round = 1; ; round += 1) {
    const replies = await Promise.all(Array.from({ length: WAYS }, (_, racer) => ask(racer)));
    const hasBegun = replies.some(({ reason }) => !NOT_BEGUN.includes(reason ?? ""));
    if (hasBegun || round === ROUNDS_MAX) return replies;
  }
}

function countReasons(replies: readonly Reply[]): string {
  const counts: Record<string, number> = {};
  for (const { reason = "yes" } of replies) counts[reason] = (counts[reason] ?? 0) + 1;
  return JSON.stringify(counts);
}

/** One yes; everybody else hears one of these, and nobody anything else. */
function expectOneWinner(
  replies: readonly Reply[],
  { task, name, others }: { task: TestContext["task"]; name: string; others: readonly string[] },
): void {
  const losers = replies.filter(({ code }) => code !== 1);
  const known = [...others, ...NOT_BEGUN];
  const strange = losers.filter(({ reason }) => !known.includes(reason ?? ""));
  expect(strange.map(({ status, body }) => `${status} ${body}`).slice(0, 3)).toEqual([]);
  const winners = replies.length - losers.length;
  expect(winners, countReasons(replies)).toBe(1);
  Object.assign(task.meta, {
    figures: { campaign: "races", race: name, ways: replies.length, winners },
  });
}

it(
  `submit: ${WAYS} of one key are one order and ${WAYS} equal answers`,
  async ({ task }) => {
    const trader = await floor.openDemo();
    const headers = { "idempotency-key": "one-of-many" };
    const replies = await race(() => trader.post(SUBMIT, BUY, headers));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]?.code).toBe(1);
    const { data } = await trader.get("/v1/api/forex/my_deal", { status: 1 });
    expect(data.total).toBe(1);
    Object.assign(task.meta, {
      figures: { campaign: "races", race: "submit", ways: WAYS, winners: data.total },
    });
  },
  TIMEOUT_MS,
);

it(
  `submit: of ${WAYS} that each need 60 % of the money one is filled`,
  async ({ task }) => {
    const trader = await floor.openDemo();
    const replies = await race(() => trader.post(SUBMIT, { ...BUY, cont: "5.53" }));
    expectOneWinner(replies, {
      task,
      name: "submit of one's money",
      others: ["MARGIN_EXCEEDS_FREE"],
    });
  },
  TIMEOUT_MS,
);

it(
  `close: of ${WAYS} one settles the position`,
  async ({ task }) => {
    const trader = await floor.openDemo();
    const { data } = await trader.post(SUBMIT, BUY);
    const replies = await race(() => trader.post("/v1/api/forex/close", { id: data.Id }));
    expectOneWinner(replies, { task, name: "close", others: ["ORDER_UNKNOWN"] });
    expect((await trader.get("/v1/api/forex/my_deal", { status: 3 })).data.total).toBe(1);
  },
  TIMEOUT_MS,
);

it(
  `cancel: of ${WAYS} one takes the order back`,
  async ({ task }) => {
    const trader = await floor.openDemo();
    const pending = { ...BUY, status: 0, target_price: "1.05000" };
    const { data } = await trader.post(SUBMIT, pending);
    const replies = await race(() => trader.post("/v1/api/forex/cancel_trade", { id: data.Id }));
    expectOneWinner(replies, { task, name: "cancel", others: ["ORDER_UNKNOWN"] });
  },
  TIMEOUT_MS,
);

it(
  `draw: of ${WAYS} for the whole balance one holds it`,
  async ({ task }) => {
    const payee = await openPayee(floor, { cash: "1000" });
    const replies = await race(() => draw(payee, "1000"));
    const others = ["FUNDS_EXCEED_AVAILABLE", "TOO_MANY_WITHDRAWALS"];
    expectOneWinner(replies, { task, name: "draw", others });
    await floor.cashier().sweep();
    expect(await balanceOf(payee)).toEqual({ cash: "0.000000", held: "1000.000000" });
  },
  TIMEOUT_MS,
);

it(
  `register: of ${WAYS} with one address one is a member`,
  async ({ task }) => {
    const account = newEmail();
    const sms_code = await people.codeFor(account);
    const fields = { type: "email", account, password: PASSWORD, re_password: PASSWORD, sms_code };
    const replies = await race(() => people.post("/api/user/register", fields));
    expectOneWinner(replies, { task, name: "register", others: ["CODE_WRONG", "ACCOUNT_TAKEN"] });
    const rows = await floor.test.database
      .selectFrom("app_user")
      .select("id")
      .where("email", "=", account)
      .execute();
    expect(rows).toHaveLength(1);
  },
  TIMEOUT_MS,
);

it(
  `code: of ${WAYS} who confirm a withdrawal by one code one does`,
  async ({ task }) => {
    const payee = await openPayee(floor, { cash: "1000" });
    const { id } = (await draw(payee, "400")).data;
    const fields = { id, auth_code: await mailedCode(floor, id) };
    const replies = await race(() => payee.member.post("/api/account/draw_confirm", fields));
    const others = ["CODE_WRONG", "WITHDRAWAL_DECIDED", "TOO_MANY_ATTEMPTS"];
    expectOneWinner(replies, { task, name: "code", others });
  },
  TIMEOUT_MS,
);

it(
  `reset: of ${WAYS} new passwords by one code one is set`,
  async ({ task }) => {
    const { email } = await people.join();
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(email, "2");
    const password = (racer: number) => `${NEXT_PASSWORD} ${racer}`;
    const replies = await race((racer) =>
      people.post("/api/user/forget_password", {
        type: "email",
        account: email,
        new_password: password(racer),
        secondary_password: password(racer),
        auth_code,
      }),
    );
    expectOneWinner(replies, { task, name: "reset", others: ["CODE_WRONG"] });
    const winner = replies.findIndex(({ code }) => code === 1);
    floor.clock.advance(3_600_001);
    const login = { account: email, password: password(winner), login_type: "email" };
    expect((await people.post("/api/user/loginForU", login)).code).toBe(1);
  },
  TIMEOUT_MS,
);

it(
  `approve: of ${WAYS} that would each be the second, by three people, one is`,
  async ({ task }) => {
    const payee = await openPayee(floor, { cash: "1000" });
    const id = await drawConfirmed(floor, payee, "400");
    expect((await approve(await floor.openStaff(["finance"]), id)).code).toBe(1);
    const operators = await Promise.all([1, 2, 3].map(() => floor.openStaff(["compliance"])));
    const { data } = await floor
      .openStaff(["compliance"])
      .then((reader) => reader.get("/v1/api/desk/withdrawal/show", { id }));
    const fields = { id, hash: data.hash };
    const replies = await race((racer) => {
      const operator = operators[racer % operators.length];
      if (!operator) throw new Error("Invariant: there are people at the desk");
      return operator.post("/v1/api/desk/withdrawal/approve", fields);
    });
    expectOneWinner(replies, { task, name: "approve", others: ["WITHDRAWAL_DECIDED"] });
  },
  TIMEOUT_MS,
);
