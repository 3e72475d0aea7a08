// A thousand random and hostile requests from a seed: bad methods, paths, encodings, sizes,
// headers and bytes that are no HTTP at all. None is answered with a 5xx or a stack, none stops
// the server. The seed is in the test's name; SEED below repeats a failure.

import type { Call } from "@truetick/contract/calls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import {
  ask,
  HANDLERS,
  MARKET_CALLS,
  type OpenGateway,
  openGateway,
  sayRaw,
} from "../testing/open-gateway.ts";

const SEED = 20_260_105;
const REQUESTS = 1_000;
const AT_ONCE = 100;
const SILENT_AFTER_MS = 1_000;

const submit: Call = {
  method: "GET",
  path: "/v1/api/test/submit",
  effect: "write",
  audience: "visitor",
  summary: "Takes anything that fits.",
  input: z.object({ cont: z.string().regex(/^\d{1,9}(\.\d{1,8})?$/) }),
  output: z.object({ cont: z.string() }),
  reasons: [],
};

let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway({
    calls: { ...MARKET_CALLS, submit },
    areas: [HANDLERS, { submit: ({ cont }: { cont: string }) => ({ cont }) }],
  });
});
afterAll(() => gateway.stop());

/** Mulberry32: small, and the same everywhere. */
function createDice(seed: number) {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(roll() * limit);
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const bytes = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(below(256))).join("");
  return { below, pick, bytes };
}
type Dice = ReturnType<typeof createDice>;

const METHODS =
  "GET GET GET HEAD POST PUT DELETE OPTIONS TRACE PATCH PURGE LINK get G\u00c9T FOO".split(" ");
const PATHS = [
  "/",
  "/v1/api/forex/trade_list",
  "/v1/api/forex/kline",
  "/v1/api/test/submit",
  "/v1/api/test/submit/",
  "/V1/API/TEST/SUBMIT",
  "/v1/ws",
  "/healthz",
  "/openapi.json",
  "//evil.example/v1/api/test/submit",
  "http://evil.example/v1/api/test/submit",
  "*",
  "",
  "v1/api",
  "/%",
  "/%00",
  "/%zz",
  "/%ff%fe",
  "/..%2f..%2fetc%2fpasswd",
  "/\\..\\..\\windows",
  "/#fragment",
  "/a b",
  `/${"a".repeat(2_000)}`,
  `/${"a/".repeat(7_000)}`,
];
const QUERIES = [
  "",
  "?",
  "?cont=1",
  "?cont=1&cont=2",
  "?cont[]=1",
  "?cont[$gt]=",
  "?__proto__[x]=1",
  "?constructor=1",
  "?cont=%",
  "?cont=%00",
  "?cont=%ed%a0%80",
  "?cont=1e308",
  "?forex_id=1%27%20OR%201=1--",
  "?searchCurrency=%25%25%25",
  `?cont=${"9".repeat(5_000)}`,
  `?${"a=1&".repeat(500)}`,
  "????&&&===",
];
const HEADERS = [
  "Connection: close",
  "Connection: keep-alive",
  "Connection: upgrade\r\nUpgrade: h2c",
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: bad\r\nSec-WebSocket-Version: 8",
  "Host: evil.example",
  "Host: ",
  "Origin: null",
  "Origin: https://evil.example",
  "Sec-Fetch-Site: cross-site",
  "Sec-Fetch-Mode: navigate",
  "lang: ../../etc/passwd",
  "lang: \u00ff\u00fe",
  "Accept-Encoding: br;q=abc, ,,;;",
  "If-None-Match: *",
  'If-None-Match: "",W/,,',
  "Range: bytes=0-1,5-9999999",
  "Expect: 100-continue",
  "Expect: the-unexpected",
  "Cookie: a=b; __proto__=c",
  "Authorization: Bearer \u0001",
  "X-Forwarded-For: 1.2.3.4, ::1, ';drop table",
  "X-HTTP-Method-Override: POST",
  "Content-Encoding: gzip",
  "Content-Type: application/json",
  "Content-Type: application/x-www-form-urlencoded",
  'Content-Type: multipart/form-data; boundary="',
  "Content-Type: ;;;",
  "Content-Length: -1",
  "Content-Length: 5, 6",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: x\r\nContent-Length: 3",
  "No colon at all",
  " Folded: yes",
  "Bad Name: 1",
  "NUL: \0",
  `Long: ${"x".repeat(20_000)}`,
  "TE: trailers\r\nTrailer: Host",
];
const TYPES = ["application/json", "application/x-www-form-urlencoded", "text/plain", "x"];
const BODIES = [
  "",
  "cont=1",
  '{"cont":"1"}',
  '{"cont":"1","cont":"2"}',
  `${"[".repeat(10_000)}`,
  '{"__proto__":{"x":1}}',
  "\u00ff\u00fe\u0000",
  "x".repeat(40_000),
  "5\r\nhello\r\n0\r\n\r\n",
  "ffffffffff\r\nhello",
  "-1\r\n",
];

function hostileRequest(dice: Dice): string {
  const { below, bytes } = dice;
  if (below(12) === 0) return bytes(1 + below(400));
  return below(2) === 0 ? subtleRequest(dice) : wildRequest(dice);
}

/** Sound but for one or two things, so that it gets past the first rules. */
function subtleRequest({ below, pick }: Dice): string {
  const isPost = below(2) === 0;
  const path = pick(["/v1/api/test/submit", "/v1/api/test/submit", ...PATHS.slice(0, 9)]);
  const lines = [
    `${isPost ? "POST" : pick(["GET", "GET", "HEAD"])} ${path}${pick(QUERIES)} HTTP/1.1`,
    "Host: localhost",
    pick(HEADERS),
  ];
  const body = isPost ? pick(BODIES) : "";
  if (isPost) lines.push(`Content-Length: ${body.length}`);
  if (isPost && below(2) === 0) lines.push(`Content-Type: ${pick(TYPES)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function wildRequest({ below, pick, bytes }: Dice): string {
  const version = pick(["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", ""]);
  const lines = [`${pick(METHODS)} ${pick(PATHS)}${pick(QUERIES)} ${version}`];
  if (below(8) !== 0) lines.push("Host: localhost");
  for (let count = below(4); count > 0; count -= 1) lines.push(pick(HEADERS));
  if (below(20) === 0) lines.push(bytes(30));
  const body = below(2) === 0 ? "" : pick(BODIES);
  if (body !== "" && below(2) === 0) lines.push(`Content-Length: ${body.length}`);
  const end = below(25) === 0 ? "" : "\r\n\r\n";
  return lines.join(below(20) === 0 ? "\n" : "\r\n") + end + body;
}

const STACK = /\bat .*\.[tj]s:\d+|node:internal|node_modules|Error:|\/src\//;

describe("hostile requests", () => {
  it(`${REQUESTS} from seed ${SEED}: no 5xx, no stack, and the server lives`, async () => {
    const dice = createDice(SEED);
    const statuses = new Map<number, number>();
    for (let done = 0; done < REQUESTS; done += AT_ONCE) {
      const sent = Array.from({ length: AT_ONCE }, () => hostileRequest(dice));
      const heard = await Promise.all(
        sent.map((raw) => sayRaw(gateway, Buffer.from(raw, "latin1"), { waitMs: SILENT_AFTER_MS })),
      );
      for (const [at, answer] of heard.entries()) {
        expect(answer, `after ${JSON.stringify(sent[at]?.slice(0, 300))}`).not.toMatch(STACK);
        for (const [, digits] of answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) {
          const status = Number(digits);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect(status, `after ${JSON.stringify(sent[at]?.slice(0, 300))}`).toBeLessThan(500);
        }
      }
    }
    // The dice reached every rule, not just one early refusal.
    for (const status of [200, 400, 403, 404, 405, 413, 415, 417, 431]) {
      expect(statuses.get(status), `some ${status}`).toBeGreaterThan(0);
    }
    expect((await ask(gateway, "/healthz")).status).toBe(200);
    expect((await ask(gateway, "/v1/api/test/submit?cont=1")).status).toBe(200);
    expect(gateway.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  }, 60_000);

  it("answers in our own shape even what is no HTTP", async () => {
    const answers = [
      await sayRaw(gateway, "hello\r\n\r\n"),
      await sayRaw(gateway, "GET / HTTP/9.9\r\nHost: x\r\n\r\n"),
      await sayRaw(gateway, `GET / HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`),
      await sayRaw(gateway, "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
      await sayRaw(gateway, "GET / HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n"),
      await sayRaw(gateway, "GET / HTTP/1.1\r\n\r\n", { waitMs: 200 }),
    ];
    const statuses = answers.map((answer) => Number(answer.slice(9, 12)));
    expect(statuses).toEqual([405, 400, 431, 405, 417, 400]);
    for (const answer of answers) {
      expect(answer).toContain("X-Content-Type-Options: nosniff");
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ data: null });
    }
  });

  it("T78: a connection that says nothing is closed, and so is a slow one", async () => {
    const startedAtMs = performance.now();
    const [silent, slow] = await Promise.all([
      sayRaw(gateway, "", { waitMs: 9_000 }),
      sayRaw(gateway, "GET / HTTP/1.1\r\nHo", { waitMs: 9_000 }),
    ]);
    expect(performance.now() - startedAtMs).toBeLessThan(8_000);
    expect(silent, "no answer before a question").toBe("");
    expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  }, 15_000);

  it("a live socket survives all of it", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/v1/ws`);
    await new Promise((resolve) => socket.once("open", resolve));
    socket.send("ping");
    const pong = await new Promise((resolve) =>
      socket.once("message", (data) => resolve(`${data}`)),
    );
    expect(pong).toBe("pong");
    socket.terminate();
  });
});
