// Who may call: every audience × every kind of caller (T22), and what a caller hears while nobody
// can know who they are (T19).

import type { Call } from "@truetick/contract/calls";
import { accountId } from "@truetick/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Caller } from "../../platform/handler.ts";
import {
  ask,
  HANDLERS,
  MARKET_CALLS,
  type OpenGateway,
  openGateway,
} from "../testing/open-gateway.ts";

function callFor(audience: Call["audience"]): Call {
  return {
    method: "GET",
    path: `/v1/api/test/${audience}`,
    effect: "read",
    audience,
    summary: "Says who calls.",
    input: z.object({}),
    output: z.object({ who: z.string() }),
    reasons: [],
  };
}

const calls = {
  ...MARKET_CALLS,
  forVisitor: callFor("visitor"),
  forTrader: callFor("trader"),
  forMember: callFor("member"),
  forStaff: callFor("staff"),
};

const CALLERS: Readonly<Record<string, Caller>> = {
  demo: { sessionId: 1, userId: 1, accountId: accountId(1), isDemo: true },
  real: { sessionId: 1, userId: 2, accountId: accountId(2), isDemo: false },
};

const away = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });

let gateway: OpenGateway;

beforeAll(async () => {
  const say = (_input: unknown, { caller }: { caller: Caller | null }) => ({
    who: String(caller?.userId ?? "nobody"),
  });
  gateway = await openGateway({
    calls,
    areas: [HANDLERS, { forVisitor: say, forTrader: say, forMember: say, forStaff: say }],
    findCaller: async (authorization) => {
      if (authorization === "away") throw away;
      if (authorization === "broken") throw new Error("a bug");
      return CALLERS[authorization ?? ""] ?? null;
    },
  });
});
afterAll(() => gateway.stop());

async function heard(audience: string, authorization: string) {
  const headers = { authorization, lang: "en" };
  const { status, body } = await ask(gateway, `/v1/api/test/${audience}`, { headers });
  const { code, msg, data, reason } = JSON.parse(body);
  return { status, code, msg, who: data?.who, reason };
}

describe("who may call", () => {
  it.each([
    ["visitor", "nobody", "nobody"],
    ["visitor", "demo", "nobody"],
    ["trader", "demo", "1"],
    ["trader", "real", "2"],
    ["member", "real", "2"],
  ])("what is for a %s answers %s as %s", async (audience, authorization, who) => {
    expect(await heard(audience, authorization)).toMatchObject({ status: 200, code: 1, who });
  });

  it.each([
    ["trader", "nobody"],
    ["member", "nobody"],
    ["staff", "nobody"],
    ["staff", "demo"],
    ["staff", "real"],
  ])("what is for a %s answers %s 999", async (audience, authorization) => {
    expect(await heard(audience, authorization)).toMatchObject({ status: 200, code: 999 });
  });

  it("T22: what is for a member tells a demo user so, word for word", async () => {
    expect(await heard("member", "demo")).toMatchObject({
      status: 200,
      reason: "ONLY_REAL",
      msg: "Please register or log in to a real account",
    });
  });

  it("T19: nobody is logged out because the database is away or we are wrong", async () => {
    for (const audience of ["trader", "member", "staff"]) {
      expect(await heard(audience, "away")).toMatchObject({ status: 503, code: 1503 });
      expect(await heard(audience, "broken")).toMatchObject({ status: 500, code: 1500 });
    }
    expect(await heard("visitor", "away")).toMatchObject({ status: 200, code: 1 });
  });
});
