// Calls that are no fields and answers that are no envelopes: pictures that are read only when it
// is known who sends them, notices of providers as they came, files, and rows that wait for their
// reader.

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { type Call, file, stream } from "@truetick/contract/calls";
import { accountId } from "@truetick/engine";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { answerFile, answerStream, type CallContext } from "../../platform/handler.ts";
import { ask, type OpenGateway, openGateway, sayRaw } from "../testing/open-gateway.ts";

const base = { summary: "Test.", input: z.object({}), output: z.object({}), reasons: [] } as const;
const write = { ...base, method: "POST", effect: "write" } as const;
const read = { ...base, method: "GET", effect: "read", audience: "visitor" } as const;

const calls: Record<string, Call> = {
  takePicture: { ...write, path: "/v1/api/test/picture", audience: "member", body: "image" },
  takeNotice: { ...write, path: "/v1/api/test/notice", audience: "visitor", body: "raw" },
  getPicture: { ...read, path: "/v1/api/test/picture.png", output: file() },
  getRows: { ...read, path: "/v1/api/test/rows", output: stream() },
  getBroken: { ...read, path: "/v1/api/test/broken", output: stream() },
  getBrokenLater: { ...read, path: "/v1/api/test/broken_later", output: stream() },
  getFile: {
    ...read,
    path: "/files/{id}",
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string() }),
  },
};

const ROWS = 200_000;
const taken: NonNullable<CallContext["posted"]>[] = [];
let made = 0;
let hasEnded = false;
let hold: Promise<void> = Promise.resolve();
let gateway: OpenGateway;

async function* rows() {
  try {
    for (made = 0; made < ROWS; made += 1) yield `${made},${"x".repeat(50)}\r\n`;
  } finally {
    hasEnded = true;
  }
}

async function* broken(after: number) {
  for (let at = 0; at < after; at += 1) yield "a row of some length\r\n";
  throw new Error("the source broke");
}

beforeAll(async () => {
  const take = async (_fields: never, { posted }: CallContext) => {
    await hold;
    if (posted) taken.push(posted);
    return {};
  };
  gateway = await openGateway({
    calls,
    areas: [
      {
        takePicture: take,
        takeNotice: take,
        getPicture: () =>
          answerFile({ bytes: Buffer.from("PNG"), type: "image/png", name: '..\\"a\r\n.png' }),
        getRows: () =>
          answerStream({
            type: "text/csv; charset=utf-8",
            fileName: "rows.csv",
            rows: rows(),
            total: ROWS,
          }),
        getBroken: () => answerStream({ type: "text/csv", fileName: "b.csv", rows: broken(0) }),
        getBrokenLater: () =>
          answerStream({ type: "text/csv", fileName: "b.csv", rows: broken(5_000) }),
        getFile: ({ id }: { id: string }) => ({ id }),
      },
    ],
    findCaller: async (token) =>
      token?.startsWith("member")
        ? { sessionId: 1, userId: token.length, accountId: accountId(1), isDemo: false }
        : null,
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  taken.length = 0;
  hasEnded = false;
  hold = Promise.resolve();
});

const MULTIPART = "multipart/form-data; boundary=bound";
function form(content: Buffer): Buffer {
  const head = '--bound\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--bound--\r\n")]);
}

async function post(path: string, body: Buffer, headers: Record<string, string> = {}) {
  const reply = await ask(gateway, path, {
    method: "POST",
    headers: { "content-length": String(body.length), authorization: "member", ...headers },
    body,
  });
  return { status: reply.status, ...JSON.parse(reply.body) };
}

describe("a picture", () => {
  const picture = Buffer.alloc(3_000_000, 7);

  it("arrives to the byte, alone, and without a word of what its sender called it", async () => {
    const reply = await post("/v1/api/test/picture", form(picture), { "content-type": MULTIPART });
    expect(reply).toMatchObject({ status: 200, code: 1 });
    expect(taken).toHaveLength(1);
    expect(taken[0]?.bytes.equals(picture)).toBe(true);
    expect(taken[0]?.contentType).toBe("");
  });

  it("of a stranger is heard out and refused unread: the words arrive", async () => {
    const headers = { "content-type": MULTIPART, authorization: "nobody" };
    const reply = await post("/v1/api/test/picture", form(picture), headers);
    expect(reply).toMatchObject({ status: 200, code: 999, reason: "SESSION_EXPIRED" });
    expect(taken).toEqual([]);
  });

  it("of more than 10 MB is too large, announced or not", async () => {
    const large = form(Buffer.alloc(10_485_761));
    const headers = { "content-type": MULTIPART };
    expect(await post("/v1/api/test/picture", large, headers)).toMatchObject({ status: 413 });
    const chunked = { authorization: "member", "content-type": MULTIPART };
    const unannounced = await ask(gateway, "/v1/api/test/picture", {
      method: "POST",
      headers: { ...chunked, "transfer-encoding": "chunked" },
      body: Buffer.alloc(10_600_000),
    });
    expect(unannounced.status).toBe(413);
    expect(taken).toEqual([]);
  });

  it("in another form than its own is refused", async () => {
    const json = { "content-type": "application/json" };
    const path = "/v1/api/test/picture";
    expect(await post(path, Buffer.from("{}"), json)).toMatchObject({ status: 415 });
    expect(
      await post(path, form(picture), { "content-type": MULTIPART, "content-encoding": "gzip" }),
    ).toMatchObject({ status: 415 });
    expect(await post(path, Buffer.from("junk"), { "content-type": MULTIPART })).toMatchObject({
      status: 400,
      reason: "MALFORMED",
    });
    const empty = await ask(gateway, path, {
      method: "POST",
      headers: { authorization: "member" },
    });
    expect(empty.status).toBe(400);
  });

  it("T36: one member has two at once under way and no third; others go on", async () => {
    let letGo: () => void = () => undefined;
    hold = new Promise((resolve) => {
      letGo = resolve;
    });
    const headers = { "content-type": MULTIPART };
    const small = form(Buffer.from("small"));
    const first = [
      post("/v1/api/test/picture", small, headers),
      post("/v1/api/test/picture", small, headers),
    ];
    await new Promise((resolve) => setTimeout(resolve, 100));
    const third = await post("/v1/api/test/picture", small, headers);
    expect(third).toMatchObject({ status: 429, reason: "UPLOADS_BUSY" });
    const other = post("/v1/api/test/picture", small, { ...headers, authorization: "member 2" });
    letGo();
    for (const reply of await Promise.all([...first, other])) expect(reply.code).toBe(1);
    expect((await post("/v1/api/test/picture", small, headers)).code).toBe(1);
  });

  it("T36: one that never comes is not waited for when its sender leaves", async () => {
    const connection = connect(gateway.port, "127.0.0.1");
    const head = `POST /v1/api/test/picture HTTP/1.1\r\nHost: x\r\nAuthorization: member\r\n`;
    connection.write(`${head}Content-Type: ${MULTIPART}\r\nContent-Length: 9000000\r\n\r\n--bound`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const headers = { "content-type": MULTIPART };
    for (let count = 0; count < 3; count += 1) {
      expect((await post("/v1/api/test/picture", form(Buffer.from("x")), headers)).code).toBe(1);
    }
  });
});

describe("a provider's notice", () => {
  it("arrives as it was sent, with its signature", async () => {
    const body = Buffer.from('{ "id":  "evt_1",\n"nested": {"a": [1]} }');
    const headers = { "content-type": "application/json", "stripe-signature": "t=1,v1=ab" };
    expect((await post("/v1/api/test/notice", body, headers)).code).toBe(1);
    expect(taken[0]?.bytes.equals(body)).toBe(true);
    expect(taken[0]).toMatchObject({ contentType: "application/json", signature: "t=1,v1=ab" });
  });

  it("has up to 64 kB", async () => {
    expect(await post("/v1/api/test/notice", Buffer.alloc(65_536))).toMatchObject({ code: 1 });
    expect(await post("/v1/api/test/notice", Buffer.alloc(65_537))).toMatchObject({ status: 413 });
  });
});

describe("a file", () => {
  it("T34: is saved, not shown; runs nothing; is kept by nobody", async () => {
    const reply = await ask(gateway, "/v1/api/test/picture.png");
    expect(reply.body).toBe("PNG");
    expect(reply.headers).toMatchObject({
      "content-type": "image/png",
      "content-length": "3",
      "content-disposition": 'attachment; filename="__a__.png"',
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    const head = await ask(gateway, "/v1/api/test/picture.png", { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, body: "" });
  });

  it("is found by its id in the path, and nothing else is", async () => {
    const id = "AbCdEfGhIjKlMnOpQrS_-0";
    const found = await ask(gateway, `/files/${id}?id=other`);
    expect(JSON.parse(found.body).data).toEqual({ id });
    for (const path of ["{id}?id=a", "", `${id}/`, `${id}x`, `..%2f${id}`, `${id.slice(1)}%00`]) {
      expect((await ask(gateway, `/files/${path}`)).status, path).toBe(404);
    }
  });
});

describe("rows", () => {
  it("arrive all, with their number told before", async () => {
    const { headers, body } = await ask(gateway, "/v1/api/test/rows");
    expect(headers["x-total-rows"]).toBe(String(ROWS));
    expect(headers["content-disposition"]).toBe('attachment; filename="rows.csv"');
    expect(body.split("\r\n")).toHaveLength(ROWS + 1);
    expect(hasEnded).toBe(true);
  });

  it("wait for their reader, and end when it leaves", async () => {
    const sent = httpRequest({ port: gateway.port, path: "/v1/api/test/rows", agent: false });
    sent.end();
    const [response] = await once(sent, "response");
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 400));
    // What the kernel's buffers hold, not all.
    expect(made).toBeLessThan(ROWS * 0.9);
    expect(hasEnded).toBe(false);
    response.destroy();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(hasEnded).toBe(true);
  });

  it("that break at once are a refusal; later, a connection that is cut", async () => {
    const atOnce = await ask(gateway, "/v1/api/test/broken");
    expect([atOnce.status, JSON.parse(atOnce.body).reason]).toEqual([500, "INTERNAL"]);
    const head = "GET /v1/api/test/broken_later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const heard = await sayRaw(gateway, head);
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(gateway.logged.join("")).toContain("an answer broke on its way");
  });

  it("are not made for HEAD", async () => {
    const { status, body } = await ask(gateway, "/v1/api/test/rows", { method: "HEAD" });
    expect([status, body]).toEqual([200, ""]);
    expect(hasEnded).toBe(true);
  });
});
