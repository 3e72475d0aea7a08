// Nobody reaches what is somebody else's (T56, T74), and no field but the declared ones means
// anything: every writing call × fields that are not its own (T06, T07). Calls without a session
// are in gateway/http/every-call.test.ts.

import { CALLS, type Call } from "@truetick/contract/calls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Fields,
  openTradingFloor,
  type Trader,
  type TradingFloor,
  withQuery,
} from "../../testing/trading-floor.ts";

const BUY = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 100 };
const PENDING = { ...BUY, status: 0, target_price: "1.08" };
const SUBMIT = "/v1/api/forex/submit";
const LIST = "/v1/api/forex/my_deal";
const DETAIL = "/v1/api/main/account/forexDetail";

let floor: TradingFloor;
let owner: Trader;
let stranger: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
beforeEach(async () => {
  // There are more calls than demo accounts an hour.
  floor.clock.advance(HOUR_MS);
  floor.quote("EURUSD", "1.08490", "1.08500");
  owner = await floor.openDemo();
  stranger = await floor.openDemo();
});

const HOUR_MS = 3_600_000;

const tradersCalls = Object.entries(CALLS).filter(([, call]) => call.audience !== "visitor");

describe("T56: another's order", () => {
  const calls: readonly [string, Fields][] = [
    ["/v1/api/forex/close", {}],
    ["/v1/api/forex/close", { cont: "0.05" }],
    ["/v1/api/forex/cancel_trade", {}],
    ["/v1/api/forex/set_stop_price", { stop_loss_price: "1.01" }],
    ["/v1/api/forex/set_stop_price", { stop_loss_price: "1.0100001" }],
    ["/v1/api/forex/set_trailing_stop", { trailing_distance: 10 }],
    ["/v1/api/forex/amend_trade", { target_price: "1.07" }],
  ];

  it.each(calls)("%s %o answers as if it had never been", async (path, fields) => {
    const holding = (await owner.get(SUBMIT, BUY)).data.Id;
    const pending = (await owner.get(SUBMIT, PENDING)).data.Id;
    const ended = (await owner.get(SUBMIT, BUY)).data.Id;
    await owner.get("/v1/api/forex/close", { id: ended });
    const before = await owner.get(LIST, { status: 1 });
    const unknown = await stranger.get(path, { id: "999999999", ...fields });
    expect(unknown.reason).toBe("ORDER_UNKNOWN");
    for (const id of [holding, pending, ended]) {
      const reply = await stranger.get(path, { id, ...fields });
      expect(reply.body).toBe(unknown.body);
    }
    expect((await owner.get(LIST, { status: 1 })).body).toBe(before.body);
    expect((await owner.get(LIST, { status: 0 })).data.total).toBe(1);
  });

  it("is not closed by closing everything", async () => {
    await owner.get(SUBMIT, BUY);
    expect((await stranger.get("/v1/api/forex/close_all")).reason).toBe("NOTHING_TO_CLOSE");
    expect((await owner.get(LIST, { status: 1 })).data.total).toBe(1);
  });
});

describe("T74: two traders interleaved", () => {
  it("each sees nothing but their own", async () => {
    const first = await owner.get(SUBMIT, { ...BUY, cont: "0.11" });
    const second = await stranger.get(SUBMIT, { ...BUY, cont: "0.22" });
    await owner.get("/v1/api/forex/close", { id: (await owner.get(SUBMIT, BUY)).data.Id });
    const paths = [
      [DETAIL, {}],
      ["/v1/api/main/wallet/getBalance", {}],
      ["/v1/api/main/accountLog/forexChange", { page: 1 }],
      ["/api/user/info", {}],
      [LIST, { status: 1 }],
      [LIST, { status: 3 }],
    ] as const;
    for (const [path, fields] of paths) {
      const mine = (await owner.get(path, fields)).body;
      const theirs = (await stranger.get(path, fields)).body;
      expect(mine).not.toBe(theirs);
      const replies = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          const asker = n % 2 === 0 ? owner : stranger;
          return (await asker.get(path, fields)).body;
        }),
      );
      expect(new Set(replies.filter((_, n) => n % 2 === 0))).toEqual(new Set([mine]));
      expect(new Set(replies.filter((_, n) => n % 2 === 1))).toEqual(new Set([theirs]));
    }
    expect((await owner.get(LIST, { status: 1 })).data.data[0].Id).toBe(first.data.Id);
    expect((await stranger.get(LIST, { status: 1 })).data.data[0].Id).toBe(second.data.Id);
  });
});

describe("T06, T07: fields", () => {
  const FOREIGN = [
    ...["is_demo", "balance", "lock_balance", "Price", "UpdatePrice", "FactProfits", "Status"],
    ...["CautionMoney", "TradeFee", "review_status", "uid", "user_id", "account_id", "userId"],
    ...["accountId", "book", "orderId", "Id", "token", "role", "email", "invite_code", "Cash"],
    ...["leverage", "lots", "price", "askedPrice", "openPrice", "atMs", "reason", "margin", "fee"],
  ];

  it("T07: those that are not declared change nothing", async () => {
    const extra = Object.fromEntries(FOREIGN.map((name) => [name, "2"]));
    const plain = await owner.get(SUBMIT, BUY);
    const laden = await stranger.get(SUBMIT, { ...BUY, ...extra });
    expect({ ...laden.data, Id: "" }).toEqual({ ...plain.data, Id: "" });
    const detail = (await owner.get(DETAIL)).body;
    expect((await stranger.get(DETAIL, extra)).body).toBe(detail);
    expect((await stranger.get("/api/user/info", extra)).data.is_demo).toBe(1);
  });

  // Logging out takes no field, and there is but one way to ask for it; a picture is no form.
  const writes = tradersCalls.filter(
    ([name, call]) => call.effect === "write" && !/logOut/i.test(name) && !("body" in call),
  );
  const askerOf = ({ audience }: Call): Promise<{ readonly token: string }> => {
    if (audience === "staff") return floor.openStaff(["admin"]);
    return audience === "member" ? floor.openReal() : Promise.resolve(owner);
  };
  const askFor = ({ method, path }: Call, authorization: string, encoded: string) =>
    method === "GET"
      ? floor.ask(`${path}?${encoded}`, { headers: { authorization } })
      : floor.ask(path, {
          method,
          headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
          body: encoded,
        });
  it.each(writes)("T06: %s refuses repeated, nested and reserved ones", async (_name, call) => {
    const asker = await askerOf(call);
    await owner.get(SUBMIT, BUY);
    const before = (await owner.get(LIST, { status: 1 })).body;
    const names = [...Object.keys(call.input.shape), "t"];
    for (const name of names) {
      const queries = [
        `${name}=1&${name}=1`,
        `${name}[]=1`,
        `${name}[$gt]=1`,
        `${name}=1&__proto__=1`,
        `${name}=1&constructor=1`,
      ];
      for (const query of queries) {
        const reply = await askFor(call, asker.token, query);
        expect(reply.code).not.toBe(1);
        expect(reply.status).toBe(400);
      }
      for (const value of [1, ["1"], { $gt: "" }, null, true]) {
        const body = JSON.stringify({ [name]: value });
        const headers = { authorization: asker.token, "content-type": "application/json" };
        const reply = await floor.ask(call.path, { method: "POST", headers, body });
        expect(reply.code).not.toBe(1);
        expect(reply.status).toBeLessThan(500);
      }
    }
    expect((await owner.get(LIST, { status: 1 })).body).toBe(before);
  });

  it("GET and POST, query, JSON and form mean the same order", async () => {
    const json = await owner.post(SUBMIT, BUY);
    const form = await floor.ask(SUBMIT, {
      method: "POST",
      headers: {
        authorization: `Bearer ${owner.token}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: withQuery("", BUY).slice(1),
    });
    const query = await owner.get(SUBMIT, BUY);
    for (const { data } of [form, query]) {
      expect({ ...data, Id: "" }).toEqual({ ...json.data, Id: "" });
    }
  });
});
