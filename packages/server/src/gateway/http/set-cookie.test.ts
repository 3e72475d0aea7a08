// A handler that sets a cookie: the header is there with every attribute, the answer is the plain
// envelope, and what the browser sends back reaches the handler.

import type { Call } from "@truetick/contract/calls";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { answerWith, type CallContext, refuse } from "../../platform/handler.ts";
import { ask, type OpenGateway, openGateway } from "../testing/open-gateway.ts";
import { setCookie } from "./set-cookie.ts";

const choose: Call = {
  method: "GET",
  path: "/v1/api/test/choose",
  effect: "write",
  audience: "visitor",
  summary: "Chooses.",
  input: z.object({ id: z.string() }),
  output: z.object({ heard: z.string() }),
  reasons: ["MARKET_UNKNOWN"],
};

const area = {
  choose: ({ id }: { id: string }, { cookies }: CallContext) =>
    id === "0"
      ? refuse("MARKET_UNKNOWN")
      : answerWith(
          { heard: cookies },
          { cookie: { name: "choice", value: `${id}.x`, maxAgeSec: 60 } },
        ),
};

let gateway: OpenGateway;
afterEach(() => gateway.stop());

const open = async (publicOrigin: string) => {
  gateway = await openGateway({ calls: { choose }, areas: [area] }, { publicOrigin });
};

describe("an answer with a cookie", () => {
  it("sets it for our origin alone, out of reach of scripts, and over https only", async () => {
    await open("https://trade.example.test");
    const heard = await ask(gateway, "/v1/api/test/choose?id=7", {
      headers: { cookie: "choice=old; other=1" },
    });
    expect(heard.headers["set-cookie"]).toEqual([
      "__Host-choice=7.x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
    ]);
    expect(JSON.parse(heard.body)).toEqual({
      code: 1,
      msg: "",
      data: { heard: "choice=old; other=1" },
    });
  });

  it("also works on a laptop without https", async () => {
    await open("http://localhost:8080");
    const { headers } = await ask(gateway, "/v1/api/test/choose?id=7");
    expect(headers["set-cookie"]).toEqual([
      "choice=7.x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
    ]);
  });

  it("a refusal sets none", async () => {
    await open("https://trade.example.test");
    const heard = await ask(gateway, "/v1/api/test/choose?id=0");
    expect(heard.headers["set-cookie"]).toBeUndefined();
    expect(JSON.parse(heard.body)).toMatchObject({ reason: "MARKET_UNKNOWN" });
  });

  it.each(["a b", "a;Path=/x", "a\r\nX: y", 'a"', "ü"])("refuses to carry %j", (value) => {
    expect(() => setCookie({ name: "choice", value, maxAgeSec: 1 }, { isEncrypted: true })).toThrow(
      "plain",
    );
  });
});
