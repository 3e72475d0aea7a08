// Nearly every answer is written as bytes that were joined beforehand. They must be those that
// node:http would write itself, and connections must go on as it would let them.

import { afterAll, beforeAll, expect, it } from "vitest";
import { HANDLERS, type OpenGateway, openGateway, sayRaw } from "../testing/open-gateway.ts";

let gateway: OpenGateway;

beforeAll(async () => {
  const listCategories = () => [{ Id: "1", NameShowTrans: name }];
  gateway = await openGateway({ areas: [{ ...HANDLERS, listCategories }] });
});
afterAll(() => gateway.stop());

/** Plain letters take the prepared bytes; others take node's own way. */
let name = "";

const ask = (rest = "", version = "1.1") =>
  `GET /v1/api/forex/getCategories HTTP/${version}\r\nHost: a\r\n${rest}\r\n`;

/** What differs from answer to answer is taken out. */
function shapeOf(answer: string): string[] {
  const [head = ""] = answer.split("\r\n\r\n");
  return head.replace(/(Content-Length|X-Request-Id|Date): .*/g, "$1").split("\r\n");
}

it("writes the same head as node:http does", async () => {
  name = "Forex";
  const prepared = await sayRaw(gateway, ask(), { waitMs: 200 });
  name = "外匯";
  const own = await sayRaw(gateway, ask(), { waitMs: 200 });
  expect(prepared).toContain("keep-alive");
  expect(shapeOf(prepared).sort()).toEqual(shapeOf(own).sort());
  for (const [answer, spelled] of [
    [prepared, "Forex"],
    [own, "外匯"],
  ] as const) {
    const body = Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1");
    expect(Number(/Content-Length: (\d+)/.exec(answer)?.[1])).toBe(body.length);
    expect(JSON.parse(body.toString("utf8")).data[0].NameShowTrans).toBe(spelled);
  }
  expect(prepared).toMatch(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  expect(prepared.endsWith('"NameShowTrans":"Forex"}]}')).toBe(true);
});

it("answers what was asked in one breath in its order, and keeps the connection", async () => {
  name = "Forex";
  const said = await sayRaw(gateway, ask() + ask("lang: en\r\n") + ask(), { waitMs: 300 });
  expect(said.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  expect(said.match(/"NameShowTrans":"Forex"\}\]\}/g)).toHaveLength(3);
});

it.each([
  ["asked to", ask("Connection: close\r\n")],
  ["spoken to in HTTP/1.0", ask("", "1.0")],
])("closes the connection when %s", async (_why, request) => {
  name = "Forex";
  const startedAt = performance.now();
  const said = await sayRaw(gateway, request, { waitMs: 5_000 });
  expect(said).toMatch(/Connection: close\r\n/);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

it("answers HEAD without a body", async () => {
  name = "Forex";
  const said = await sayRaw(gateway, ask().replace("GET", "HEAD"), { waitMs: 200 });
  expect(said.endsWith("\r\n\r\n")).toBe(true);
});
