// What the plain lane reads itself, and what it leaves to node:http: of everything it reads,
// node:http reads the same, whatever was changed in it.

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPlain } from "./read-plain.ts";

const HEAD = "POST /v1/api/forex/close HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n";
const BODY = '{"id":"1"}';
const plain = (head = HEAD, body = BODY) => readPlain(Buffer.from(`${head}\r\n${body}`, "latin1"));

it("reads a request that is whole and plain", () => {
  const more = "lang: hk\r\nConnection: Keep-Alive\r\nX-A-1: a: b, c\r\n";
  expect(plain(HEAD + more)).toEqual({
    url: "/v1/api/forex/close",
    headers: {
      host: "a",
      "content-length": "10",
      lang: "hk",
      connection: "Keep-Alive",
      "x-a-1": "a: b, c",
    },
    body: Buffer.from(BODY),
  });
});

const instead = (from: string, to: string) => HEAD.replace(from, to);
it.each([
  ["another method", instead("POST", "PUT")],
  ["a method in small letters", instead("POST", "post")],
  ["another version", instead("1.1", "1.0")],
  ["two spaces", instead(" HTTP", "  HTTP")],
  ["no target", instead("/v1/api/forex/close ", "")],
  ["no host", instead("Host: a\r\n", "")],
  ["no length", instead("Content-Length: 10\r\n", "")],
  ["a length with a sign", instead("10", "+10")],
  ["a length with a zero before it", instead("10", "010")],
  ["a length in hex", instead("10", "0xa")],
  ["two lengths in one", instead("10", "10, 10")],
  ["a body that is shorter", instead("10", "11")],
  ["a body that is longer", instead("10", "9")],
  ["two of a header", `${HEAD}host: a\r\n`],
  ["two lengths", `${HEAD}content-length: 10\r\n`],
  ["chunks", `${HEAD}Transfer-Encoding: chunked\r\n`],
  ["an expectation", `${HEAD}Expect: 100-continue\r\n`],
  ["a proxy's last request", `${HEAD}Proxy-Connection: close\r\n`],
  ["an upgrade", `${HEAD}Upgrade: websocket\r\n`],
  ["a last request", `${HEAD}Connection: close\r\n`],
  ["names for one hop", `${HEAD}Connection: keep-alive, lang\r\n`],
  ["a space before the colon", `${HEAD}lang : en\r\n`],
  ["no space after the colon", `${HEAD}lang:en\r\n`],
  ["spaces at the end", `${HEAD}lang: en \r\n`],
  ["a folded line", `${HEAD}lang: en\r\n fr\r\n`],
  ["an empty name", `${HEAD}: en\r\n`],
  ["a name with a line below", `${HEAD}content_length: 10\r\n`],
  ["a name of every object", `${HEAD}__proto__: 1\r\n`],
  ["a line that ends in a line feed", `${HEAD}lang: en\n`],
  ["a carriage return within", `${HEAD}lang: e\rn\r\n`],
  ["a NUL", `${HEAD}lang: e\0n\r\n`],
  ["a byte beyond ASCII", `${HEAD}lang: \xe9\r\n`],
  ["a tab", `${HEAD}lang: e\tn\r\n`],
  ["a head without an end", `${HEAD}X: ${"x".repeat(9_000)}\r\n`],
])("leaves %s to node:http", (_what, head) => {
  expect(plain(head)).toBeNull();
});

it("reads each request by itself, whatever came before", () => {
  const asks = ["close", "CLOSE", "close", "amend"].flatMap((call) =>
    ["a", "b", "a"].flatMap((host) =>
      [`origin: http://${host}\r\nX-Own: ${host}\r\n`, ""].map((more) => ({ call, host, more })),
    ),
  );
  for (const { call, host, more } of asks) {
    const head = HEAD.replace("close", call).replace("Host: a", `Host: ${host}`) + more;
    const expected = more === "" ? {} : { origin: `http://${host}`, "x-own": host };
    expect(plain(head)).toEqual({
      url: `/v1/api/forex/${call}`,
      headers: { host, "content-length": "10", ...expected },
      body: Buffer.from(BODY),
    });
  }
});

it("leaves a body to node:http that is larger than fields may be", () => {
  const body = "x".repeat(16_385);
  expect(plain(instead("10", "16385"), body)).toBeNull();
  expect(plain(instead("10", "16384"), body.slice(1))?.body).toHaveLength(16_384);
});

type Heard = { url: string; headers: IncomingHttpHeaders; body: string };

let server: Server;
let heard: Heard[] = [];
beforeAll(async () => {
  server = createServer(
    { requireHostHeader: false, insecureHTTPParser: false },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString("latin1");
        heard.push({ url: request.url ?? "", headers: { ...request.headers }, body });
        response.setHeader("connection", "close").end();
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** What node:http makes of these bytes: its requests, of which there may be several or none. */
async function heardByNode(bytes: Buffer): Promise<readonly Heard[]> {
  heard = [];
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.on("error", () => undefined).on("close", () => resolve());
    socket.resume();
  });
  return heard;
}

const WORDS = [
  ..."\r\n: ,;\t\0\x7f\xff",
  ..."\r\n|\r|\n|\r\n\r\n|Host|lang|Connection: |Proxy-Connection: |close".split("|"),
  ..."keep-alive|Content-Length: |chunked".split("|"),
  ..."Transfer-Encoding: |0|1|10|11|POST / HTTP/1.1|HTTP/1.0|GET|__proto__: |X-A: b\r\n".split("|"),
];

it("reads what node:http reads, whatever was put in, taken out or doubled", async () => {
  let read = 0;
  const change = fc.record({
    at: fc.nat(),
    drop: fc.nat({ max: 3 }),
    word: fc.option(fc.constantFrom(...WORDS), { nil: "" }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), async (changes) => {
      let text = `${HEAD}lang: en\r\nX-B: c d\r\n\r\n${BODY}`;
      for (const { at, drop, word } of changes) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + word + text.slice(place + drop);
      }
      const bytes = Buffer.from(text, "latin1");
      const ours = readPlain(bytes);
      if (ours === null) return;
      read += 1;
      const body = ours.body.toString("latin1");
      expect(await heardByNode(bytes)).toEqual([{ ...ours, body }]);
    }),
    { numRuns: 2_000 },
  );
  // Otherwise it would prove nothing.
  expect(read).toBeGreaterThan(100);
});
