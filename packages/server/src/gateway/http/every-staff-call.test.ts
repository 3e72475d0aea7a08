// Every declared call of the desk against every role and against everybody who is none, generated
// from the table of calls, so that a call that nobody thought of here is covered the day it is
// declared (T84, T85). Handlers that merely note that they ran stand for the real ones.

import { randomBytes } from "node:crypto";
import { CALLS, type Call } from "@truetick/contract/calls";
import { PERMISSIONS, type Permission, permissionsOf, ROLES } from "@truetick/contract/desk";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMember } from "../../members/testing/open-member.ts";
import { refuse } from "../../platform/handler.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { ask, type OpenGateway, openGateway } from "../testing/open-gateway.ts";

const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
const forStaff = calls.filter(([, call]) => call.audience === "staff");
const forTraders = calls.filter(
  ([, call]) => call.audience === "trader" || call.audience === "member",
);

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
  const { findCaller, staff } = floor.members();
  const { findStaff } = staff;
  traps = await openGateway({ calls: CALLS, areas: [handlers], findCaller, findStaff });
});
afterAll(async () => {
  await traps.stop();
  await floor.close();
});
beforeEach(() => {
  ran.length = 0;
});

/** Asks as the call is declared, without any field. */
async function askTrap({ method, path }: Pick<Call, "method" | "path">, authorization?: string) {
  const isPost = method === "POST";
  const { status, body } = await ask(traps, path, {
    method,
    headers: {
      lang: "en",
      ...(authorization !== undefined && { authorization }),
      ...(isPost && { "content-type": "application/json" }),
    },
    ...(isPost && { body: "{}" }),
  });
  return { status, body, reason: JSON.parse(body).reason as string | undefined };
}

describe("T84: what is for staff does not exist", () => {
  it("for nobody, strangers, demo users and members: answered as unknown paths are", async () => {
    const demo = await floor.openDemo();
    const member = await openMember(floor);
    const left = await floor.openReal();
    await left.post("/v1/api/main/user/logout");
    const tokens = [
      undefined,
      "",
      "Bearer",
      randomBytes(32).toString("base64url"),
      demo.token,
      member.token,
      `Bearer ${member.token}`,
      left.token,
    ];
    for (const token of tokens) {
      const unknown = {
        GET: await askTrap({ method: "GET", path: "/v1/api/desk/nothing" }, token),
        POST: await askTrap({ method: "POST", path: "/v1/api/desk/nothing" }, token),
      };
      expect(unknown.GET.status).toBe(404);
      for (const [name, call] of forStaff) {
        const heard = await askTrap(call, token);
        expect([name, heard]).toEqual([name, unknown[call.method]]);
      }
    }
    expect(ran).toEqual([]);
  });

  it("by no other method, either", async () => {
    const { token } = await openMember(floor);
    for (const [name, { method, path }] of forStaff) {
      for (const other of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] as const) {
        if (other === method) continue;
        const headers = { authorization: token, lang: "en" };
        const heard = await ask(traps, path, { method: other, headers });
        const unknown = await ask(traps, "/v1/api/desk/nothing", { method: other, headers });
        const shown = [heard.status, heard.body, heard.headers.allow];
        expect([name, other, shown]).toEqual([
          name,
          other,
          [unknown.status, unknown.body, unknown.headers.allow],
        ]);
      }
    }
    expect(ran).toEqual([]);
  });

  it("and is gone with the session: every one answers 999 to who was logged in", async () => {
    const operator = await floor.openStaff(["admin"]);
    await operator.post("/v1/api/desk/logout");
    for (const [name, call] of forStaff) {
      const { reason } = await askTrap(call, operator.token);
      expect([name, reason]).toEqual([name, "SESSION_EXPIRED"]);
    }
    expect(ran).toEqual([]);
  });

  it("and a token of the staff opens nothing of a trader's", async () => {
    const operator = await floor.openStaff(["admin"]);
    for (const [name, call] of forTraders) {
      const { reason } = await askTrap(call, operator.token);
      expect([name, reason]).toEqual([name, "SESSION_EXPIRED"]);
    }
    expect(ran).toEqual([]);
  });
});

describe("T85: role × call", () => {
  it.each(ROLES)("%s runs what its permissions name, and nothing else", async (role) => {
    const operator = await floor.openStaff([role]);
    const granted = permissionsOf([role]);
    for (const [name, call] of forStaff) {
      const { permission } = call;
      const may = permission === "any" || granted.has(permission as Permission);
      const { status, reason } = await askTrap(call, operator.token);
      // A picture is no list of fields.
      const heard = call.body === "image" ? "UNSUPPORTED_MEDIA" : "FIELD_INVALID";
      if (may) expect([name, reason]).toEqual([name, heard]);
      else expect([name, status, reason]).toEqual([name, 403, "NOT_PERMITTED"]);
    }
    const allowed = forStaff.filter(
      ([, { permission }]) => permission === "any" || granted.has(permission as Permission),
    );
    for (const name of ran) expect(allowed.map(([each]) => each)).toContain(name);
  });

  it("a support operator is refused on every call that decides, changes or exports", async () => {
    const operator = await floor.openStaff(["support"]);
    const mighty = forStaff.filter(([, { permission }]) =>
      /\.(decide|change|freeze|pii|make)$|^(identity|deposits|withdrawals|audit|staff|outbox)\./.test(
        String(permission),
      ),
    );
    expect(mighty.length).toBeGreaterThan(10);
    for (const [name, call] of mighty) {
      expect([name, (await askTrap(call, operator.token)).reason]).toEqual([name, "NOT_PERMITTED"]);
    }
    expect(ran).toEqual([]);
  });

  it("whoever has two roles has what either grants", () => {
    const both = permissionsOf(["support", "dealer"]);
    for (const permission of PERMISSIONS) {
      const either =
        permissionsOf(["support"]).has(permission) || permissionsOf(["dealer"]).has(permission);
      expect([permission, both.has(permission)]).toEqual([permission, either]);
    }
  });

  it("only admins have every permission, and nobody else changes staff or settings", () => {
    expect(permissionsOf(["admin"])).toEqual(new Set(PERMISSIONS));
    for (const role of ROLES.filter((each) => each !== "admin")) {
      expect(permissionsOf([role]).has("staff.change")).toBe(false);
      expect(permissionsOf([role]).has("settings.change")).toBe(false);
    }
  });
});

/** What needs a session of the staff and nothing more. A new one is a decision. */
const ANY_STAFF_MAY = [
  "getStaff",
  "staffLogOut",
  "getSummary",
  "getObjectHash",
  "listProposals",
  "showProposal",
  "submitProposal",
  "approveProposal",
  "rejectProposal",
  "withdrawProposal",
];

it("T85: what any of the staff may do is written down", () => {
  const open = forStaff.filter(([, { permission }]) => permission === "any");
  expect(open.map(([name]) => name).sort()).toEqual([...ANY_STAFF_MAY].sort());
});

it("all desk paths are for staff, but the ways in", () => {
  const desk = calls.filter(([, { path }]) => path.startsWith("/v1/api/desk/"));
  const open = desk.filter(([, { audience }]) => audience !== "staff").map(([name]) => name);
  expect(open.sort()).toEqual(["staffAccept", "staffEnrol", "staffLogIn", "staffMailCode"]);
  for (const [name, { path }] of forStaff) {
    expect([name, path.startsWith("/v1/api/desk/")]).toEqual([name, true]);
  }
});
