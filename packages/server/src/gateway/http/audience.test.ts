// Who may call: every audience × every kind of caller (T22, T84), and what a caller hears while
// nobody can know who they are (T19).

import type { Call } from "@truetick/contract/calls";
import { accountId } from "@truetick/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Caller, StaffCaller } from "../../platform/handler.ts";
import {
  ask,
  HANDLERS,
  MARKET_CALLS,
  type OpenGateway,
  openGateway,
} from "../testing/open-gateway.ts";

function callFor(audience: Call["audience"], own: Partial<Call> = {}): Call {
  const permission = audience === "staff" ? { permission: "any" as const } : {};
  return {
    method: "GET",
    path: `/v1/api/test/${audience}`,
    effect: "read",
    audience,
    summary: "Says who calls.",
    input: z.object({}),
    output: z.object({ who: z.string() }),
    reasons: [],
    ...permission,
    ...own,
  } as Call; // The permission goes with the audience, which the compiler cannot follow here.
}

const calls = {
  ...MARKET_CALLS,
  forVisitor: callFor("visitor"),
  forTrader: callFor("trader"),
  forMember: callFor("member"),
  forStaff: callFor("staff"),
  forFinance: callFor("staff", { path: "/v1/api/test/finance", permission: "deposits.read" }),
};

const CALLERS: Readonly<Record<string, Caller>> = {
  demo: { sessionId: 1, userId: 1, accountId: accountId(1), isDemo: true },
  real: { sessionId: 1, userId: 2, accountId: accountId(2), isDemo: false },
};

const DEALER: StaffCaller = {
  sessionId: 1,
  staffId: 7,
  name: "Dee",
  can: (permission) => permission === "markets.read",
};

const away = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });

let gateway: OpenGateway;

beforeAll(async () => {
  const say = (
    _input: unknown,
    { caller, staff }: { caller: Caller | null; staff?: StaffCaller | null },
  ) => ({
    who: String(staff?.name ?? caller?.userId ?? "nobody"),
  });
  const failing = (authorization: string | undefined) => {
    if (authorization === "away") throw away;
    if (authorization === "broken") throw new Error("a bug");
  };
  gateway = await openGateway({
    calls,
    areas: [
      HANDLERS,
      { forVisitor: say, forTrader: say, forMember: say, forStaff: say, forFinance: say },
    ],
    findCaller: async (authorization) => {
      failing(authorization);
      return CALLERS[authorization ?? ""] ?? null;
    },
    findStaff: async (authorization) => {
      failing(authorization);
      if (authorization === "gone") return "ended";
      return authorization === "dealer" ? DEALER : null;
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
    ["staff", "dealer", "Dee"],
  ])("what is for a %s answers %s as %s", async (audience, authorization, who) => {
    expect(await heard(audience, authorization)).toMatchObject({ status: 200, code: 1, who });
  });

  it.each([
    ["trader", "nobody"],
    ["member", "nobody"],
    ["trader", "dealer"],
    ["member", "dealer"],
    ["staff", "gone"],
  ])("what is for a %s answers %s 999", async (audience, authorization) => {
    expect(await heard(audience, authorization)).toMatchObject({ status: 200, code: 999 });
  });

  it.each(["nobody", "demo", "real"])(
    "T84: what is for staff answers %s like a path that does not exist",
    async (authorization) => {
      const headers = { authorization, lang: "en" };
      const unknown = await ask(gateway, "/v1/api/test/nothing", { headers });
      for (const path of ["/v1/api/test/staff", "/v1/api/test/finance"]) {
        const { status, body } = await ask(gateway, path, { headers });
        expect([status, body]).toEqual([404, unknown.body]);
      }
    },
  );

  it("T85: staff without the permission are refused", async () => {
    expect(await heard("finance", "dealer")).toMatchObject({ status: 403, code: 2570 });
  });

  it("T85: who tried what they may not is a line of the log, by number alone", async () => {
    gateway.logged.length = 0;
    await heard("finance", "dealer");
    const lines = gateway.logged.map((line) => JSON.parse(line));
    const [line, ...more] = lines.filter(({ msg }) => msg === "not permitted");
    expect(more).toEqual([]);
    const named = { level: "warn", staffId: 7, call: "forFinance", permission: "deposits.read" };
    expect(line).toMatchObject(named);
    expect(JSON.stringify(line)).not.toMatch(/Dee|127\.0\.0\.1|dealer/);
    gateway.logged.length = 0;
    await heard("staff", "dealer");
    expect(gateway.logged.join("")).not.toContain("not permitted");
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
