// A witness against a platform that tells the truth, and against one that shows another past with
// every signature in order (H04, H06).

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Act } from "@truetick/engine/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestPlatform } from "../testing/test-platform.ts";
import type { OwnKey } from "./witness-memory.ts";
import { witnessRound } from "./witness-round.ts";

/** Only quotes and orders of the journal: the tape of all markets is one log here as there. */
const actsFrom = (salt: number): Act[] =>
  Array.from(
    { length: 60 },
    (_, at): Act => [[50, 66, 72, 90][at % 4] ?? 50, at * 5, salt, at, at],
  );

const truth = TestPlatform.live(actsFrom(0).slice(0, 30));
const later = TestPlatform.live(actsFrom(0));
const forked = TestPlatform.live([...actsFrom(7).slice(0, 20), ...actsFrom(3)]);

let shown = truth;
let server: Server;
let origin = "";
const cosigned: string[] = [];
const own: OwnKey = { publicKey: "", sign: () => "00" };

function answer(url: URL): unknown {
  const { checkpoint } = shown.logs;
  const name = url.pathname.split("/").at(-1);
  if (name === "checkpoint") return { body: checkpoint.text, signature: checkpoint.signature };
  if (name === "keys") {
    const [key] = shown.keys;
    const valid = { valid_from_ms: 0, valid_until_ms: null, endorsed_by: null, endorsement: null };
    return { data: [{ key_id: key?.keyId, public_key: key?.publicKey, ...valid }] };
  }
  const from = Number(url.searchParams.get("from"));
  const log = url.searchParams.get("log") === "tape" ? "tape" : "journal/0";
  return { path: shown.logs.consistency(from, log) };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (request.method === "POST") cosigned.push(url.pathname);
    const data = request.method === "POST" ? {} : answer(url);
    response.end(JSON.stringify({ code: 1, msg: "", data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

it("signs what extends, and raises the alarm at the first row that was changed", async () => {
  const witness = { origin, name: "friend", own };
  const first = await witnessRound(witness, null);
  if ("alarm" in first) throw new Error(first.alarm);
  shown = later;
  const second = await witnessRound(witness, first.memory);
  expect(second).toMatchObject({ number: later.rows.length });
  expect(cosigned).toHaveLength(2);
  shown = forked;
  const third = await witnessRound(witness, first.memory);
  expect(third).toMatchObject({ alarm: expect.stringContaining("the past was changed") });
  expect(cosigned).toHaveLength(2);
});

it("raises the alarm when a key it knew is no longer listed", async () => {
  const witness = { origin, name: "friend", own };
  shown = truth;
  const first = await witnessRound(witness, null);
  if ("alarm" in first) throw new Error(first.alarm);
  const [key] = first.memory.keys;
  const other = { ...first.memory, keys: key ? [{ ...key, keyId: "0".repeat(16) }] : [] };
  const second = await witnessRound(witness, other);
  expect(second).toMatchObject({ alarm: expect.stringContaining("no longer listed") });
});
