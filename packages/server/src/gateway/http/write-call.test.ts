// T02 to T08 on a call that changes something, declared here and nowhere in the product: what
// must not run it, what must, and what nobody may learn from doing so.

import type { Call } from "@truetick/contract/calls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ask,
  HANDLERS,
  MARKET_CALLS,
  type OpenGateway,
  openGateway,
  PUBLIC_ORIGIN,
} from "../testing/open-gateway.ts";

const PATH = "/v1/api/test/move";

const move: Call = {
  method: "GET",
  path: PATH,
  effect: "write",
  audience: "visitor",
  summary: "Moves a piece.",
  input: z.object({ cont: z.string().max(8), memo: z.string().max(200).optional() }),
  output: z.object({ moved: z.string() }),
  reasons: [],
};
const postOnly: Call = { ...move, method: "POST", path: "/v1/api/test/post" };
const readOnly: Call = { ...move, effect: "read", path: "/v1/api/test/read" };

let gateway: OpenGateway;
const runs: unknown[] = [];

function run(input: { cont: string; memo?: string }) {
  runs.push(input);
  return { moved: input.cont };
}

beforeAll(async () => {
  gateway = await openGateway({
    calls: { ...MARKET_CALLS, move, postOnly, readOnly },
    areas: [HANDLERS, { move: run, postOnly: run, readOnly: run }],
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  runs.length = 0;
});

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

describe("T02: methods", () => {
  it.each(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])(
    "%s answers 405 and runs nothing",
    async (method) => {
      const heard = await ask(gateway, `${PATH}?cont=1`, { method });
      expect(heard.status).toBe(405);
      expect(heard.headers.allow).toBe("GET, POST");
      expect(runs).toEqual([]);
    },
  );

  it.each(["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])(
    "%s answers 405 and runs nothing",
    async (name) => {
      for (const method of ["GET", "POST"]) {
        const heard = await ask(gateway, `${PATH}?cont=1`, { method, headers: { [name]: "GET" } });
        expect(heard.status).toBe(405);
      }
      expect(runs).toEqual([]);
    },
  );

  it("GET and its POST twin run the same, from a query, JSON or a form", async () => {
    const answers = [
      await ask(gateway, `${PATH}?cont=0.01&t=1700000000`),
      await ask(gateway, PATH, { method: "POST", headers: JSON_TYPE, body: '{"cont":"0.01"}' }),
      await ask(gateway, PATH, { method: "POST", headers: FORM_TYPE, body: "cont=0.01" }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual({ code: 1, msg: "", data: { moved: "0.01" } });
    }
    expect(runs).toEqual([{ cont: "0.01" }, { cont: "0.01" }, { cont: "0.01" }]);
  });

  it("HEAD of a read runs it and sends the length of what GET would", async () => {
    const got = await ask(gateway, "/v1/api/test/read?cont=1");
    const head = await ask(gateway, "/v1/api/test/read?cont=1", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.body).toBe("");
    expect(head.headers["content-length"]).toBe(String(got.bytes.length));
  });

  it("a POST call takes no GET, a reading GET no POST", async () => {
    expect((await ask(gateway, "/v1/api/test/post?cont=1")).status).toBe(405);
    expect((await ask(gateway, "/v1/api/test/read", { method: "POST" })).status).toBe(405);
    expect(runs).toEqual([]);
  });

  it("a GET with a body is refused: proxies and servers read it differently", async () => {
    const heard = await ask(gateway, `${PATH}?cont=1`, {
      headers: { ...FORM_TYPE, "content-length": "6" },
      body: "cont=9",
    });
    expect(heard.status).toBe(400);
    expect(runs).toEqual([]);
  });

  it("a POST reads its body alone, never the query", async () => {
    const body = '{"cont":"0.01"}';
    await ask(gateway, `${PATH}?cont=99`, { method: "POST", headers: JSON_TYPE, body });
    expect(runs).toEqual([{ cont: "0.01" }]);
  });
});

describe("T03: senders", () => {
  it.each([
    ["a link", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }],
    ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    ["another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }],
    ["a prefetch", { "sec-purpose": "prefetch", "sec-fetch-site": "same-origin" }],
    ["another origin", { origin: "https://evil.example" }],
    ["a sandboxed frame", { origin: "null" }],
  ])("%s is refused on GET and POST", async (_what, headers) => {
    const answers = [
      await ask(gateway, `${PATH}?cont=1`, { headers }),
      await ask(gateway, PATH, {
        method: "POST",
        headers: { ...headers, ...FORM_TYPE },
        body: "cont=1",
      }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(JSON.parse(body).reason).toBe("CROSS_SITE");
    }
    expect(runs).toEqual([]);
  });

  it("our own page and a program that is no browser are let in", async () => {
    const own = {
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "cors",
      origin: PUBLIC_ORIGIN,
    };
    await ask(gateway, `${PATH}?cont=1`, { headers: { ...own, "sec-fetch-dest": "empty" } });
    await ask(gateway, `${PATH}?cont=2`);
    expect(runs).toEqual([{ cont: "1" }, { cont: "2" }]);
  });
});

describe("T04: caches", () => {
  it("every answer to a program forbids keeping it, refused or not", async () => {
    const answers = [
      await ask(gateway, `${PATH}?cont=1`),
      await ask(gateway, `${PATH}?cont=1&cont=2`),
      await ask(gateway, PATH, { method: "PUT" }),
      await ask(gateway, "/v1/api/forex/trade_list"),
      await ask(gateway, "/v1/api/nothing/here"),
    ];
    for (const { headers } of answers) {
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers.vary).toBe("authorization, lang, Origin, Sec-Fetch-Site");
      expect(headers.etag).toBeUndefined();
    }
  });
});

describe("T05: logs", () => {
  it("never hold a query, a body, a header or an address", async () => {
    gateway.logged.length = 0;
    const headers = { authorization: "canary-token", lang: "canary-lang", cookie: "canary-cookie" };
    await ask(gateway, `${PATH}?cont=canary1&memo=canary2`, { headers });
    await ask(gateway, `${PATH}?cont=canary-too-long`, { headers });
    await ask(gateway, PATH, {
      method: "POST",
      headers: { ...JSON_TYPE, ...headers },
      body: '{"cont":"canary3","canary4":"canary5"}',
    });
    await ask(gateway, "/canary-path?canary=6", { headers });
    const log = gateway.logged.join("");
    expect(log).not.toContain("canary");
    expect(log).not.toContain("127.0.0.1");
    const lines = gateway.logged.map((line) => JSON.parse(line));
    expect(lines.map(({ call, status }) => `${call} ${status}`)).toEqual([
      "move 200",
      "move 200",
      "move 200",
      "none 404",
    ]);
  });
});

describe("T06, T07: fields", () => {
  it.each([
    ["cont=0.01&cont=99", 400, "DUPLICATE_PARAMETER"],
    ["cont[]=1", 400, "MALFORMED"],
    ["cont[$gt]=1", 400, "MALFORMED"],
    ["cont=1&__proto__=2", 400, "MALFORMED"],
    ["cont=%zz", 400, "MALFORMED"],
    ["cont=%00", 400, "MALFORMED"],
    ["cont=%ff", 400, "MALFORMED"],
    ["memo=1", 200, "FIELD_INVALID"],
    ["cont=123456789", 200, "FIELD_INVALID"],
    [`cont=1&memo=${"x".repeat(5_000)}`, 413, "TOO_LARGE"],
  ])("GET ?%s answers %i %s", async (query, status, reason) => {
    const heard = await ask(gateway, `${PATH}?${query}`);
    expect(heard.status).toBe(status);
    expect(JSON.parse(heard.body)).toMatchObject({ reason });
    expect(JSON.parse(heard.body).code).not.toBe(1);
    expect(runs).toEqual([]);
  });

  it.each([
    ["application/json", '{"cont":"1","cont":"2"}', 400, "DUPLICATE_PARAMETER"],
    ["application/json", '{"cont":1}', 200, "FIELD_INVALID"],
    ["application/json", '{"cont":["1"]}', 200, "FIELD_INVALID"],
    ["application/json", "[]", 400, "MALFORMED"],
    ["application/json", "", 400, "MALFORMED"],
    ["application/json; charset=utf-16", '{"cont":"1"}', 415, "UNSUPPORTED_MEDIA"],
    ["text/plain", '{"cont":"1"}', 415, "UNSUPPORTED_MEDIA"],
    ["multipart/form-data; boundary=x", "--x--", 415, "UNSUPPORTED_MEDIA"],
    ["application/x-www-form-urlencoded", "cont=1&cont=2", 400, "DUPLICATE_PARAMETER"],
    ["application/x-www-form-urlencoded", Buffer.from([0x63, 0x3d, 0xff]), 400, "MALFORMED"],
    ["application/json", `{"cont":"${"x".repeat(20_000)}"}`, 413, "TOO_LARGE"],
    ["application/json", `{"cont":"${"x".repeat(2_000_000)}"}`, 413, "TOO_LARGE"],
  ])("POST %s %s answers %i %s", async (type, body, status, reason) => {
    const headers = { "content-type": type };
    const heard = await ask(gateway, PATH, { method: "POST", headers, body });
    expect(heard.status).toBe(status);
    expect(JSON.parse(heard.body)).toMatchObject({ reason });
    expect(runs).toEqual([]);
  });

  it("reads a body that comes in pieces, and refuses a compressed one", async () => {
    const headers = { ...JSON_TYPE, "transfer-encoding": "chunked" };
    await ask(gateway, PATH, { method: "POST", headers, body: '{"cont":"1"}' });
    expect(runs).toEqual([{ cont: "1" }]);
    const zipped = { ...JSON_TYPE, "content-encoding": "gzip" };
    const heard = await ask(gateway, PATH, { method: "POST", headers: zipped, body: "{}" });
    expect(heard.status).toBe(415);
  });

  it("T07: fields nobody declared change nothing", async () => {
    const extra = ["is_demo", "balance", "review_status", "Price", "uid", "token", "toString"];
    const query = extra.map((name) => `${name}=1`).join("&");
    const heard = await ask(gateway, `${PATH}?cont=1&${query}`);
    expect(JSON.parse(heard.body)).toEqual({ code: 1, msg: "", data: { moved: "1" } });
    expect(runs).toEqual([{ cont: "1" }]);
  });
});

describe("T08: the lang header", () => {
  const askIn = (lang: string) => ask(gateway, `${PATH}?cont=1&cont=2`, { headers: { lang } });

  it("speaks the reader's language, and the default for what nobody knows", async () => {
    const english = JSON.parse((await askIn("en")).body);
    expect(english).toMatchObject({ code: 1007, data: { field: "cont" } });
    expect(english.msg).toBe("The field “cont” was sent more than once.");
    const standard = (await askIn("hk")).body;
    expect(JSON.parse(standard).msg).toBe("欄位「cont」重複提交。");
    for (const lang of [
      "tw",
      "../../etc/passwd",
      "xx",
      "en, hk",
      "x".repeat(10_000),
      "__proto__",
    ]) {
      expect((await askIn(lang)).body).toBe(standard);
    }
    const categories = await ask(gateway, "/v1/api/forex/getCategories", {
      headers: { lang: "jp" },
    });
    expect(JSON.parse(categories.body).data[0].NameShowTrans).toBe("jp");
  });
});
