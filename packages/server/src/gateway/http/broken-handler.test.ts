// T90, T92: what a handler does wrong stays inside. The caller learns that it was our fault and
// nothing more; the log learns the rest, under the id the caller was given.

import type { Call } from "@truetick/contract/calls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { refuse } from "../../platform/handler.ts";
import {
  ask,
  HANDLERS,
  MARKET_CALLS,
  type OpenGateway,
  openGateway,
} from "../testing/open-gateway.ts";

const base: Call = {
  method: "GET",
  path: "/v1/api/test/base",
  effect: "read",
  audience: "visitor",
  summary: "Breaks.",
  input: z.object({}),
  output: z.object({ kept: z.string() }),
  reasons: ["MARKET_UNKNOWN"],
};
const BREAKING = {
  throws: () => {
    throw new Error("secret detail");
  },
  rejects: async () => {
    throw new Error("secret detail");
  },
  throwsText: () => {
    throw "secret detail";
  },
  answersElse: () => ({ kept: 1 }),
  answersMore: () => ({ kept: "1", passwordHash: "secret detail" }),
  refusesUndeclared: () => refuse("TOPIC_UNKNOWN"),
  refusesWithout: () => refuse("FIELD_INVALID"),
  answersCircle: () => {
    const circle: Record<string, unknown> = { kept: "1" };
    circle.self = circle;
    return circle;
  },
};

const calls = Object.fromEntries(
  Object.keys(BREAKING).map((name) => [name, { ...base, path: `/v1/api/test/${name}` as const }]),
);

let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway({
    calls: { ...MARKET_CALLS, ...calls, base },
    areas: [HANDLERS, BREAKING, { base: () => refuse("MARKET_UNKNOWN") }],
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.logged.length = 0;
});

describe("T90, T92: a handler that breaks", () => {
  it.each(Object.keys(BREAKING))("%s", async (name) => {
    const heard = await ask(gateway, `/v1/api/test/${name}`, { headers: { lang: "en" } });
    expect(heard.status).toBe(500);
    expect(JSON.parse(heard.body)).toEqual({
      code: 1500,
      msg: "Something went wrong on our side. Nothing was changed.",
      data: null,
      reason: "INTERNAL",
    });
    const requestId = heard.headers["x-request-id"];
    const lines = gateway.logged.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "error", requestId, call: name, msg: "a call broke" }),
    );
    expect((await ask(gateway, "/healthz")).status).toBe(200);
  });

  it("a refusal that is declared is an answer", async () => {
    const heard = await ask(gateway, "/v1/api/test/base", { headers: { lang: "en" } });
    expect(heard.status).toBe(200);
    expect(JSON.parse(heard.body)).toEqual({
      code: 2000,
      msg: "This market does not exist.",
      data: null,
      reason: "MARKET_UNKNOWN",
    });
  });
});

describe("audiences", () => {
  it.each(["trader", "member"] as const)("%s: denied until sessions exist", async (who) => {
    let runs = 0;
    const guarded = await openGateway({
      calls: { ...MARKET_CALLS, guarded: { ...base, audience: who } },
      areas: [
        HANDLERS,
        {
          guarded: () => {
            runs += 1;
            return { kept: "1" };
          },
        },
      ],
    });
    for (const headers of [{}, { authorization: "Bearer anything" }]) {
      const heard = await ask(guarded, base.path, { headers });
      expect(heard.status).toBe(200);
      expect(JSON.parse(heard.body)).toMatchObject({ code: 999, reason: "SESSION_EXPIRED" });
    }
    expect(runs).toBe(0);
    await guarded.stop();
  });
});
