// Every declared call against every kind of caller, generated from the table of calls, so that a
// call nobody thought of here is covered the day it is declared: no token (T03), a token that
// ended (T18), a demo's (T22), and somebody else's (T74). Who may call is the gateway's to decide
// before a handler runs, so a handler that merely notes it ran stands for each of them.

import { randomBytes } from "node:crypto";
import { CALLS, type Call, type CallName } from "@truetick/contract/calls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPasskey, openMember, stepUpByPassword } from "../../members/testing/open-member.ts";
import { refuse } from "../../platform/handler.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { ask, type OpenGateway, openGateway } from "../testing/open-gateway.ts";

const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
const forSessions = calls.filter(([, call]) => call.audience !== "visitor");
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
];

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
    const ids = [canaries.sessionId, canaries.passkeyId, canaries.orderId, ann.userId];
    for (const [name, call] of forSessions) {
      if (name === "logOut" || name === "changePassword") continue;
      for (const id of ids) {
        const fields = { id, user_id: ann.userId, uid: ann.userId, status: 1, page: 1 };
        const reply = await (call.method === "POST"
          ? bob.post(call.path, fields)
          : bob.get(call.path, fields));
        expect([name, reply.status]).not.toEqual([name, 404]);
        expect([name, canaries.texts.filter((text) => reply.body.includes(text))]).toEqual([
          name,
          [],
        ]);
      }
    }
    expect(await readAll(ann)).toEqual(before);
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

/** Things of hers with texts that are nowhere else. */
async function leaveCanaries(ann: Trader) {
  await stepUpByPassword(ann);
  const { reply: passkey } = await addPasskey(ann, "canary-passkey");
  await ann.post("/v1/api/main/setting", { default_lots: "7.654321" });
  await ann.post("/v1/api/main/limit", { daily_loss: "765.4321", max_leverage: "97" });
  floor.quote("EURUSD", "1.10000", "1.10010");
  const order = await ann.post("/v1/api/forex/submit", {
    type: 1,
    cont: "0.03",
    forex_id: 1,
    status: 1,
    multiple: 30,
  });
  const sessions = await ann.get("/v1/api/main/session/list");
  const { email } = (await ann.get("/api/user/info")).data;
  return {
    passkeyId: String(passkey.data.id),
    orderId: String(order.data.Id),
    sessionId: String(sessions.data.data[0].Id),
    texts: ["canary-passkey", "7.654321", "765.4321", "0.03", ann.token, email],
  };
}

/** All that she can see, without what moves by itself. */
async function readAll(ann: Trader) {
  const paths = [
    "/v1/api/main/passkey/list",
    "/v1/api/main/setting",
    "/v1/api/main/limit",
    "/v1/api/main/two_factor/status",
    "/v1/api/main/login/list",
    "/v1/api/main/wallet/getBalance",
    "/api/user/info",
  ];
  const seen = await Promise.all(paths.map(async (path) => (await ann.get(path)).data));
  const orders = await ann.get("/v1/api/forex/my_deal", { status: 1 });
  return [...seen, orders.data.total];
}
