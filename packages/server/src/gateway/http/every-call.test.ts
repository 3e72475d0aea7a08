// Every declared call against every kind of caller, generated from the table of calls, so that a
// call nobody thought of here is covered the day it is declared: no token (T03), a token that
// ended (T18), a demo's (T22), and somebody else's (T74). Who may call is the gateway's to decide
// before a handler runs, so a handler that merely notes it ran stands for each of them.

import { createECDH, randomBytes } from "node:crypto";
import { CALLS, type Call, type CallName } from "@truetick/contract/calls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addPasskey,
  openMember,
  stepUpByPassword,
  turnOnApp,
} from "../../members/testing/open-member.ts";
import { refuse } from "../../platform/handler.ts";
import { createSoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import {
  type Fields,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { ask, type OpenGateway, openGateway } from "../testing/open-gateway.ts";

const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
/** Those for staff: every-staff-call.test.ts. */
const forSessions = calls.filter(
  ([, { audience }]) => audience === "trader" || audience === "member",
);
const forMembers = calls.filter(([, call]) => call.audience === "member");

/** What a demo user may do beyond what any visitor may (spec §6). A new one is a decision. */
const DEMO_MAY: readonly CallName[] = [
  "placeOrder",
  "previewOrder",
  "listOrders",
  "closeOrder",
  "closeAllOrders",
  "cancelOrder",
  "setStops",
  "setTrailingStop",
  "amendOrder",
  "getBalance",
  "getAccount",
  "listAccountLog",
  "resetDemoAccount",
  "getUser",
  "logOut",
  "listSessions",
  "revokeSession",
  "revokeOtherSessions",
  "listLogins",
  "getLimits",
  "setLimits",
  "getMemberSettings",
  "setMemberSettings",
  "listNotices",
  "readNotices",
  "listAlerts",
  "addAlert",
  "removeAlert",
  "getPushKey",
  "subscribePush",
  "unsubscribePush",
  "getStatement",
  "downloadStatement",
];

/** Where her browser is reached; the key is a point of the curve. */
const HER_DEVICE = {
  endpoint: "https://push.example.test/canary-endpoint",
  p256dh: createECDH("prime256v1").generateKeys("base64url"),
  auth: randomBytes(16).toString("base64url"),
};

let floor: TradingFloor;
let traps: OpenGateway;
const ran: string[] = [];

beforeAll(async () => {
  floor = await openTradingFloor();
  const handlers = Object.fromEntries(
    calls.map(([name]) => [
      name,
      () => {
        ran.push(name);
        return refuse("FIELD_INVALID", { field: "none" });
      },
    ]),
  );
  const { findCaller } = floor.members();
  traps = await openGateway({ calls: CALLS, areas: [handlers], findCaller });
});
afterAll(async () => {
  await traps.stop();
  await floor.close();
});
beforeEach(() => {
  ran.length = 0;
});

/** Asks as the call is declared, without any field. */
async function askTrap(call: Call, authorization?: string) {
  const isPost = call.method === "POST";
  const { status, body } = await ask(traps, call.path, {
    method: call.method,
    headers: {
      lang: "en",
      ...(authorization !== undefined && { authorization }),
      ...(isPost && { "content-type": "application/json" }),
    },
    ...(isPost && { body: "{}" }),
  });
  const { code, msg, reason } = JSON.parse(body);
  return { status, code, msg, reason };
}

describe("T03, T18: a call that needs a session", () => {
  it.each(forSessions)(
    "%s answers 999 to no token and to tokens that are none",
    async (_, call) => {
      const tokens = [undefined, "", "Bearer", "x", randomBytes(32).toString("base64url")];
      for (const token of tokens) {
        const heard = await askTrap(call, token);
        expect(heard).toMatchObject({ status: 200, code: 999, reason: "SESSION_EXPIRED" });
      }
      expect(ran).toEqual([]);
    },
  );

  it("every one answers 999 to a token whose session ended", async () => {
    const member = await floor.openReal();
    await member.post("/v1/api/main/user/logout");
    for (const [name, call] of forSessions) {
      expect([name, (await askTrap(call, member.token)).code]).toEqual([name, 999]);
    }
    expect(ran).toEqual([]);
  });
});

describe("T22: a demo's token", () => {
  it("is good for exactly what a demo may do", () => {
    const allowed = forSessions.filter(([, { audience }]) => audience === "trader");
    expect(allowed.map(([name]) => name).sort()).toEqual([...DEMO_MAY].sort());
  });

  it.each(forMembers)("%s is refused with the words of the specification", async (_, call) => {
    const demo = await floor.openDemo();
    const heard = await askTrap(call, demo.token);
    expect(heard).toMatchObject({ status: 200, reason: "ONLY_REAL" });
    expect(heard.msg).toBe("Please register or log in to a real account");
    expect(ran).toEqual([]);
  });

  it("opens what it may: each of these runs, or refuses for its fields", async () => {
    const demo = await floor.openDemo();
    for (const name of DEMO_MAY) {
      const { reason } = await askTrap(CALLS[name], demo.token);
      expect([name, reason]).toEqual([name, "FIELD_INVALID"]);
    }
  });
});

describe("T74: another's token", () => {
  it("reads nothing of hers and changes nothing of hers, whatever ids it sends", async () => {
    const ann = await openMember(floor);
    const canaries = await leaveCanaries(ann);
    const before = await readAll(ann);
    const bob = await openMember(floor);
    await stepUpByPassword(bob);
    const lettersBefore = (await floor.letters()).length;
    for (const [name, call] of forSessions) {
      if (name === "logOut") continue;
      for (const id of canaries.ids) {
        const named = { id, user_id: ann.userId, uid: ann.userId, to: canaries.email };
        const fields = { ...named, ...(await fieldsOf(name, canaries)) };
        const reply = await (call.method === "POST"
          ? bob.post(call.path, fields)
          : bob.get(call.path, fields));
        expect([name, reply.status]).not.toEqual([name, 404]);
        // It ran: were its fields refused, this would say nothing about it.
        expect(["FIELD_INVALID", "SESSION_EXPIRED"], name).not.toContain(reply.reason);
        const found = canaries.texts.filter((text) => reply.body.includes(text));
        expect([name, found]).toEqual([name, []]);
      }
    }
    expect(await readAll(ann)).toEqual(before);
    const letters = (await floor.letters()).slice(lettersBefore);
    expect(letters.length).toBeGreaterThan(0);
    expect(letters.filter(({ to }) => to === canaries.email)).toEqual([]);
  }, 20_000);

  it("finds her sessions, passkeys, orders and proofs as unknown as none at all", async () => {
    const ann = await openMember(floor);
    const canaries = await leaveCanaries(ann);
    const bob = await openMember(floor);
    await stepUpByPassword(bob);
    const { sessionId, passkeyId, orderId, depositId, methodId } = canaries;
    const unknown: readonly (readonly [CallName, string, string])[] = [
      ["revokeSession", sessionId, "SESSION_UNKNOWN"],
      ["removePasskey", passkeyId, "PASSKEY_UNKNOWN"],
      ["closeOrder", orderId, "ORDER_UNKNOWN"],
      ["cancelOrder", orderId, "ORDER_UNKNOWN"],
      ["setStops", orderId, "ORDER_UNKNOWN"],
      ["setTrailingStop", orderId, "ORDER_UNKNOWN"],
      ["amendOrder", orderId, "ORDER_UNKNOWN"],
      ["addPasskey", "", "PASSKEY_EXPIRED"],
      ["stepUpByPasskey", "", "PASSKEY_REFUSED"],
      ["stepUp", "", "STEP_UP_WRONG"],
      ["changePassword", "", "CODE_WRONG"],
      ["getDeposit", depositId, "DEPOSIT_UNKNOWN"],
      ["answerDeposit", depositId, "DEPOSIT_UNKNOWN"],
      ["payTestCard", depositId, "DEPOSIT_UNKNOWN"],
      ["cancelTestCard", depositId, "DEPOSIT_UNKNOWN"],
      ["removePayoutMethod", methodId, "METHOD_UNKNOWN"],
      ["cancelWithdrawal", methodId, "WITHDRAWAL_UNKNOWN"],
      ["disputeAdjustment", depositId, "ADJUSTMENT_UNKNOWN"],
    ];
    for (const [name, id, reason] of unknown) {
      const call: Call = CALLS[name];
      const fields = { id, ...(await fieldsOf(name, canaries)) };
      const reply = await (call.method === "POST"
        ? bob.post(call.path, fields)
        : bob.get(call.path, fields));
      expect([name, reply.reason]).toEqual([name, reason]);
    }
  });

  it("two who ask at the same time hear each of their own", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => openMember(floor)));
    await Promise.all(
      people.map((person, at) =>
        person.post("/v1/api/main/setting", { default_lots: `${at + 1}` }),
      ),
    );
    const rounds = Array.from({ length: 40 }, (_, round) => people[round % 4] ?? people[0]);
    const heard = await Promise.all(rounds.map((person) => person?.get("/v1/api/main/setting")));
    const lots = heard.map((reply) => reply?.data.default_lots);
    expect(lots).toEqual(rounds.map((_, round) => String((round % 4) + 1)));
  });
});

/** Well-formed: the addresses of this network carry a checksum. */
const HER_ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const THIEFS_ADDRESS = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";

type Canaries = Awaited<ReturnType<typeof leaveCanaries>>;

const ORDER = { type: 1, cont: "0.05", forex_id: 1, status: 1, multiple: 30 } as const;

/** What lets a call of somebody else's run, with whatever of hers it could be fooled by. */
async function fieldsOf(name: string, canaries: Canaries): Promise<Fields> {
  const { recoveryCode: auth_code } = canaries;
  switch (name) {
    case "placeOrder":
    case "previewOrder":
      floor.quote("EURUSD", "1.10000", "1.10010");
      return ORDER;
    case "listOrders":
    case "listAccountLog":
      return { status: 1, page: 1 };
    case "getStatement":
    case "downloadStatement":
      return { from: 0, to: 4_000_000_000 };
    case "disputeAdjustment":
      return { text: "not mine" };
    case "amendOrder":
      return { target_price: "1.00000", stop_loss_price: "0.90000" };
    case "setStops":
      return { stop_loss_price: "0.90000" };
    case "setTrailingStop":
      return { trailing_distance: 100 };
    case "setLimits":
      return { daily_loss: "12", max_leverage: 30 };
    case "setMemberSettings":
      return { default_lots: "0.02", theme: "dark", notify_email: 0 };
    case "addAlert":
      return { forex_id: 1, price: "1.5" };
    case "subscribePush":
      return { ...HER_DEVICE, endpoint: "https://push.example.test/a-thief" };
    case "unsubscribePush":
      return { endpoint: HER_DEVICE.endpoint };
    case "sendMemberCode":
      return { purpose: "password" };
    case "changePassword":
      return { new_password: "a thief of passwords 7", auth_code: canaries.mailedCode };
    case "stepUp":
      return { password: "not the password 1", auth_code };
    case "enableTwoFactor":
    case "disableTwoFactor":
    case "renewRecoveryCodes":
      return { auth_code };
    case "addPasskey":
      return { ...(await canaries.madePasskey()), name: "a thief's" };
    case "stepUpByPasskey":
      return await canaries.usedPasskey();
    default:
      return moneyFieldsOf(name, canaries);
  }
}

function moneyFieldsOf(name: string, { methodId }: Canaries): Fields {
  switch (name) {
    case "submitDeposit":
      return { number: "25", charge_id: 1 };
    case "submitWireDeposit":
      return { number: "50", wire_id: 1 };
    case "startCardDeposit":
      return { number: "20" };
    case "payTestCard":
      return { card: "4242 4242 4242 4242" };
    case "bindPayoutMethod":
      return { draw_id: 1, type: 1, dc_address: THIEFS_ADDRESS };
    case "quoteWithdrawal":
      return { draw_currency_id: 1, number: "20" };
    case "withdraw":
      return { draw_currency_id: 1, number: "20", draw_method_id: methodId };
    case "confirmWithdrawal":
      return { auth_code: "1234567" };
    case "answerDeposit":
    case "answerWithdrawal":
    case "disputeAdjustment":
      return { text: "it is mine" };
    case "getStatement":
    case "downloadStatement":
      return { from: 1, to: 2_000_000_000 };
    default:
      return {};
  }
}

/** Things of hers with texts that are nowhere else. */
async function leaveCanaries(ann: Trader) {
  await stepUpByPassword(ann);
  const { reply: passkey, authenticator } = await addPasskey(ann, "canary-passkey");
  const options = "/v1/api/main/passkey/register_options";
  const { data: making } = await ann.post(options);
  const made = JSON.stringify(createSoftwareAuthenticator().make(making.options));
  const { recoveryCodes } = await turnOnApp(floor, ann);
  await ann.post("/v1/api/main/user/send_code", { purpose: "password" });
  const mailedCode = (await floor.letters()).at(-1)?.code ?? "";
  await ann.post("/v1/api/main/setting", { default_lots: "7.654321" });
  await ann.post("/v1/api/main/limit", { daily_loss: "765.4321", max_leverage: "97" });
  floor.quote("EURUSD", "1.10000", "1.10010");
  const order = await ann.post("/v1/api/forex/submit", { ...ORDER, cont: "0.03" });
  const sessions = await ann.get("/v1/api/main/session/list");
  const { email } = (await ann.get("/api/user/info")).data;
  const deposit = await ann.post("/api/quickCharge/submit", { number: "76.54321", charge_id: 1 });
  const method = { draw_id: 1, type: 1, dc_address: HER_ADDRESS };
  const bound = await ann.post("/api/wallet/bind_draw_method", method);
  const alert = await ann.post("/v1/api/main/alert/add", { forex_id: 1, price: "1.76543" });
  await ann.post("/v1/api/main/push/subscribe", HER_DEVICE);
  // Her notices are there, too, once nothing is done behind the back of her calls.
  await floor.letters();
  const notices = await ann.get("/v1/api/main/notice/list");
  const ids = {
    depositId: String(deposit.data.id),
    methodId: String(bound.data.id),
    passkeyId: String(passkey.data.id),
    orderId: String(order.data.Id),
    sessionId: String(sessions.data.data[0].Id),
    alertId: String(alert.data.id),
    noticeId: String(notices.data.data[0].id),
  };
  return {
    ...ids,
    ids: Object.values(ids),
    email: String(email),
    recoveryCode: recoveryCodes[0] ?? "",
    mailedCode,
    madePasskey: async () => ({ id: String(making.id), response: made }),
    usedPasskey: async () => {
      const asked = await ann.post("/v1/api/main/passkey/login_options");
      const response = JSON.stringify(authenticator.answer(asked.data.options));
      return { id: String(asked.data.id), response };
    },
    texts: [
      "canary-passkey",
      "7.654321",
      "765.4321",
      "0.03",
      "76.54321",
      "1.76543",
      HER_ADDRESS,
      HER_DEVICE.endpoint,
      ann.token,
      email,
    ],
  };
}

/** All that she can see, without what moves by itself. */
async function readAll(ann: Trader) {
  const paths = [
    "/v1/api/main/setting",
    "/v1/api/main/limit",
    "/v1/api/main/two_factor/status",
    "/v1/api/main/login/list",
    "/v1/api/main/wallet/getBalance",
    "/api/user/info",
    "/api/quickCharge/quick_ist",
    "/api/wallet/get_draw_method",
    "/api/account/draw_list",
    "/api/user_real/center",
    "/v1/api/main/notice/list",
    "/v1/api/main/alert/list",
  ];
  const devices = await floor.test.database
    .selectFrom("push_device")
    .innerJoin("user_session", "user_session.id", "push_device.session_id")
    .select(["push_device.id", "push_device.session_id", "push_device.sealed"])
    .where("user_session.user_id", "=", BigInt(ann.userId))
    .execute();
  const seen = await Promise.all(paths.map(async (path) => (await ann.get(path)).data));
  const orders = await ann.get("/v1/api/forex/my_deal", { status: 1 });
  const held = orders.data.data.map((order: Record<string, unknown>) => [
    order.Id,
    order.TargetLossPrice,
    order.TargetProfitPrice,
    order.TrailingDistance,
  ]);
  const { password_hash } = await floor.test.database
    .selectFrom("app_user")
    .select("password_hash")
    .where("id", "=", BigInt(ann.userId))
    .executeTakeFirstOrThrow();
  // Not when they were last used: hers did answer, and proved to a stranger's session nothing.
  const passkeys = (await ann.get("/v1/api/main/passkey/list")).data.data.map(
    ({ Id, Name }: { Id: string; Name: string }) => [Id, Name],
  );
  return [...seen, held, passkeys, password_hash, devices];
}
