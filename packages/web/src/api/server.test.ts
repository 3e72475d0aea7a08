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
import { requestCandles } from "@truetick/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createServer, type Server } from "./server.ts";

const request = requestCandles({ marketId: "7", periodId: "15min" });

let http: HttpServer;
let server: Server;
let seen: IncomingMessage[];
let reply: { status: number; body: string } | null;

beforeEach(async () => {
  seen = [];
  http = createHttpServer((asked, answer) => {
    seen.push(asked);
    if (!reply) return;
    answer.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  // A listening server on a port of its own always has this form of address.
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  server = createServer({ origin, language: () => "jp", now: () => 1234 });
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

  test("that refuses carries the server's words and number", async () => {
    reply = { status: 200, body: envelope(2000, null, "この市場は存在しません") };
    expect(await server.read(request)).toEqual({
      isOk: false,
      failure: { kind: "refused", code: "2000", text: "この市場は存在しません" },
    });
  });

  test.each([
    [502, "<html>", "HTTP 502"],
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
    const answer = server.read(request, interest.signal);
    interest.abort();
    expect(await answer).toEqual({ isOk: false, failure: { kind: "cancelled" } });
  });
});
