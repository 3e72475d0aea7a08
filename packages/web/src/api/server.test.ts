// Asking the server: what every request carries, and what becomes of every kind of answer. Against
// a real HTTP server on this machine.
// @vitest-environment node

import { once } from "node:events";
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { requestCandles, requestDemoLogin, requestLogOut } from "@truetick/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createServer, type EndedSession, type Server } from "./server.ts";

const request = requestCandles({ marketId: "7", periodId: "15min" });

let http: HttpServer;
let server: Server;
let seen: IncomingMessage[];
let bodies: string[];
let token: string | null;
let ended: EndedSession[];
let reply: { status: number; body: string } | null;

beforeEach(async () => {
  seen = [];
  bodies = [];
  ended = [];
  token = null;
  http = createHttpServer(async (asked, answer) => {
    seen.push(asked);
    bodies.push(await text(asked));
    if (!reply) return;
    answer.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  // A listening server on a port of its own always has this form of address.
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  server = createServer({
    origin,
    language: () => "jp",
    token: () => token,
    onSessionEnded: (how) => ended.push(how),
    now: () => 1234,
  });
});

afterEach(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

const envelope = (code: number, rows: unknown, msg = "") =>
  JSON.stringify({ code, msg, data: rows });

describe("an answer", () => {
  test("that succeeds is read into our own words", async () => {
    reply = { status: 200, body: envelope(1, []) };
    expect(await server.read(request)).toEqual({ isOk: true, value: [] });
    const url = new URL(seen[0]?.url ?? "", "http://x");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ period: "15min", t: "1234" });
    expect(seen[0]?.headers).toMatchObject({ lang: "jp", authorization: "" });
  });

  test("that refuses carries the server's words, name and numbers", async () => {
    const refusal = { code: 2000, msg: "この市場は存在しません", reason: "MARKET_UNKNOWN" };
    reply = { status: 200, body: JSON.stringify({ ...refusal, data: { seconds: 7 } }) };
    expect(await server.read(request)).toEqual({
      isOk: false,
      failure: {
        kind: "refused",
        code: "2000",
        reason: "MARKET_UNKNOWN",
        numbers: { seconds: 7 },
        text: "この市場は存在しません",
      },
    });
    reply = { status: 200, body: envelope(2000, null, "…") };
    expect(await server.read(request)).toMatchObject({ failure: { reason: null, numbers: {} } });
  });

  test.each([
    [502, "<html>", "HTTP 502"],
    [408, envelope(1001, null, "only half of it came in time"), "HTTP 408"],
    [200, "null", "HTTP 200"],
    [200, envelope(1, "no list"), "UNREADABLE"],
  ])("of status %d that is not ours is no answer", async (status, body, code) => {
    reply = { status, body };
    expect(await server.read(request)).toEqual({
      isOk: false,
      failure: { kind: "unreachable", code },
    });
  });
});

describe("no answer", () => {
  test("because nobody is there", async () => {
    const nowhere = createServer({
      origin: "http://127.0.0.1:1",
      language: () => "en",
    });
    expect(await nowhere.read(request)).toMatchObject({
      failure: { kind: "unreachable", code: "NETWORK" },
    });
  });

  test("because the asker lost interest: nobody is told", async () => {
    reply = null;
    const interest = new AbortController();
    const answer = server.read(request, { signal: interest.signal });
    interest.abort();
    expect(await answer).toEqual({ isOk: false, failure: { kind: "cancelled" } });
  });
});

describe("a write", () => {
  test("is a form with a key of its own, and carries the session", async () => {
    token = "secret";
    reply = { status: 200, body: envelope(1, {}) };
    await server.write({ path: "/x", fields: { a: "1 & 2", b: "ü" }, read: () => null });
    await server.write(requestLogOut(), { key: "again" });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /x",
      `POST ${requestLogOut().path}`,
    ]);
    expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({ a: "1 & 2", b: "ü" });
    expect(seen[0]?.headers).toMatchObject({
      lang: "jp",
      authorization: "secret",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    });
    expect(seen[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(seen[1]?.headers["idempotency-key"]).toBe("again");
  });

  test("T01: every attempt of its own has another key", async () => {
    reply = { status: 200, body: envelope(2402, null, "busy") };
    const demo = requestDemoLogin("0".repeat(32));
    await server.write(demo);
    await server.write(demo);
    const [first, second] = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(first).not.toBe(second);
  });
});

describe("999", () => {
  test("is told with the token that was sent, and whether it was asked at the start", async () => {
    token = "old";
    reply = { status: 200, body: envelope(999, null, "ログインし直してください。") };
    const answer = server.read(request, { isInitial: true });
    token = "new";
    expect(await answer).toMatchObject({ isOk: false, failure: { code: "999" } });
    await server.write(requestLogOut());
    expect(ended).toEqual([
      { token: "old", text: "ログインし直してください。", isInitial: true },
      { token: "new", text: "ログインし直してください。", isInitial: false },
    ]);
  });

  test("T19: nothing else ends a session", async () => {
    token = "mine";
    for (const [status, code] of [
      [500, 1500],
      [503, 1503],
      [429, 1004],
      [401, 1000],
    ] as const) {
      reply = { status, body: envelope(code, null, "…") };
      await server.read(request);
    }
    expect(ended).toEqual([]);
  });
});
