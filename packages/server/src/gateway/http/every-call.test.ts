// Every declared call against every kind of caller, generated from the table of calls, so that a
// call nobody thought of here is covered the day it is declared: no token (T03), a token that
// ended (T18), a demo's (T22), and somebody else's (T74). Who may call is the gateway's to decide
// before a handler runs, so a handler that merely notes it ran stands for each of them.

import { randomBytes } from "node:crypto";
import { CALLS, type Call, type CallName } from "@truetick/contract/calls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMember, stepUpByPassword } from "../../members/testing/open-member.ts";
import { refuse } from "../../platform/handler.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { fieldsOf, leaveCanaries, readAll } from "../testing/canaries.ts";
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
  "getOrder",
  "getWhy",
  "getReceipt",
  "listReceipts",
  "listStepReceipts",
  "downloadReceipts",
  "downloadArchive",
  "downloadOrders",
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
  "getSupportThread",
  "joinSupport",
  "submitFeedback",
  "listFeedback",
  "replyFeedback",
  "getOwnListing",
  "setOwnListing",
  "listFollows",
  "startFollow",
  "changeFollow",
  "pauseFollow",
  "addToFollow",
  "takeFromFollow",
  "stopFollow",
  "listCopiedOrders",
  "listSkippedCopies",
  "closeCopiedOrder",
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
    const canaries = await leaveCanaries(floor, ann);
    const before = await readAll(floor, ann);
    const bob = await openMember(floor);
    await stepUpByPassword(bob);
    const lettersBefore = (await floor.letters()).length;
    for (const [name, call] of forSessions) {
      if (name === "logOut") continue;
      // What takes no number is not asked for each of hers.
      const takesId = Object.keys(call.input.shape).some((field) => /(?:^|_)id$/.test(field));
      for (const id of takesId ? canaries.ids : canaries.ids.slice(0, 1)) {
        const named = { id, user_id: ann.userId, uid: ann.userId, to: canaries.email };
        const fields = { ...named, ...(await fieldsOf(floor, name, canaries)) };
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
    expect(await readAll(floor, ann)).toEqual(before);
    const letters = (await floor.letters()).slice(lettersBefore);
    expect(letters.length).toBeGreaterThan(0);
    expect(letters.filter(({ to }) => to === canaries.email)).toEqual([]);
  }, 60_000);

  it("finds her sessions, passkeys, orders and proofs as unknown as none at all", async () => {
    const ann = await openMember(floor);
    const canaries = await leaveCanaries(floor, ann);
    const bob = await openMember(floor);
    await stepUpByPassword(bob);
    const { sessionId, passkeyId, orderId, depositId, methodId, followId } = canaries;
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
      ["getReceipt", "", "RECEIPT_UNKNOWN"],
      ["listReceipts", "", "ORDER_UNKNOWN"],
      ["listStepReceipts", depositId, "RECEIPT_UNKNOWN"],
      ["getDeposit", depositId, "DEPOSIT_UNKNOWN"],
      ["answerDeposit", depositId, "DEPOSIT_UNKNOWN"],
      ["payTestCard", depositId, "DEPOSIT_UNKNOWN"],
      ["cancelTestCard", depositId, "DEPOSIT_UNKNOWN"],
      ["removePayoutMethod", methodId, "METHOD_UNKNOWN"],
      ["cancelWithdrawal", methodId, "WITHDRAWAL_UNKNOWN"],
      ["disputeAdjustment", depositId, "ADJUSTMENT_UNKNOWN"],
      ["changeFollow", followId, "FOLLOW_UNKNOWN"],
      ["pauseFollow", followId, "FOLLOW_UNKNOWN"],
      ["addToFollow", followId, "FOLLOW_UNKNOWN"],
      ["takeFromFollow", followId, "FOLLOW_UNKNOWN"],
      ["stopFollow", followId, "FOLLOW_UNKNOWN"],
      ["listCopiedOrders", followId, "FOLLOW_UNKNOWN"],
      ["listSkippedCopies", followId, "FOLLOW_UNKNOWN"],
      ["closeCopiedOrder", followId, "FOLLOW_UNKNOWN"],
    ];
    for (const [name, id, reason] of unknown) {
      const call: Call = CALLS[name];
      const fields = { id, ...(await fieldsOf(floor, name, canaries)) };
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
