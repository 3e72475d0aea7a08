// The public calls about the logs, and witnesses: what is answered can be checked with nothing but
// packages/proof; a witness in a process of its own countersigns; keys rotate with overlap and each
// is endorsed by the one before (H01, H03, H05, H06, T46).

import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { promisify } from "node:util";
import type { CheckpointWire, ProvedTapeWire } from "@truetick/contract/proof";
import {
  cosignatureMessage,
  findKeyFault,
  fromHex,
  isExtension,
  isIncluded,
  isSigned,
  openCheckpoint,
  pieceHash,
  pieceLeaf,
} from "@truetick/proof";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { StartRefusal } from "../../platform/start-refusal.ts";
import { EURUSD, type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { keepLogs } from "./keep-logs.ts";
import { connectKeeper, type KeeperClient } from "./keeper-client.ts";
import { createLogHandlers, type LogHandlers } from "./log.routes.ts";
import { deriveKey, deriveSaltKey, listKeys, openKey } from "./proof-keys.ts";
import { createProofLog } from "./proof-log.ts";

const SEAL_KEY = Buffer.alloc(32, 5);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
const WITNESS = generateKeyPairSync("ed25519");
const WITNESS_KEY = WITNESS.publicKey
  .export({ format: "der", type: "spki" })
  .subarray(-32)
  .toString("hex");
const OVERLAP_MS = 604_800_000;

let exchange: Exchange;
let client: KeeperClient;
let calls: LogHandlers;
beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  const { test, clock } = exchange;
  const { database } = test;
  client = await connectKeeper({ url: test.appUrl, role: null }, () => undefined);
  const own = { sealKey: SEAL_KEY, generation: 1, nowMs: clock.now() };
  const signer = await openKey(database, own);
  const proofLog = createProofLog({ database, signer, saltKey: SALT_KEY });
  const witnesses = [{ name: "notary.example", publicKey: WITNESS_KEY }];
  const markets = [{ id: Number(EURUSD), code: "EURUSD" }];
  calls = createLogHandlers({ database, proofLog, clock, witnesses, markets });
  await turn(1);
  exchange.clock.advance(60_000);
  await turn(1);
});
afterAll(async () => {
  await client.close();
  await exchange.close();
});

function turn(generation: number) {
  return keepLogs({
    client,
    signer: deriveKey(SEAL_KEY, generation),
    saltKey: SALT_KEY,
    origin: "http://localhost",
    mode: "SIMULATED",
    build: "test",
    nowMs: () => exchange.clock.now(),
  });
}

type Fields = Readonly<Record<string, string>>;

/** As a visitor; the context of one is never looked at here. */
function askAs(name: keyof LogHandlers, fields: Fields): Promise<unknown> {
  // The union of the handlers' fields is not known to be those of this one.
  const handler = calls[name] as unknown as (fields: Fields, context: null) => Promise<unknown>;
  return handler(fields, null);
}

/** What the call answers; whoever asks names it, as a client of the wire does. */
async function ask<Answer>(name: keyof LogHandlers, fields: Fields = {}): Promise<Answer> {
  const answer = await askAs(name, fields);
  if (isRefused(answer)) throw new Error(`refused: ${answer.reason}`);
  return answer as Answer;
}

async function refusalOf(name: keyof LogHandlers, fields: Fields): Promise<string> {
  const answer = await askAs(name, fields);
  return isRefused(answer) ? answer.reason : "not refused";
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (!bytes) throw new Error("hexadecimal");
  return bytes;
}

it("H01, H05: a visitor checks two checkpoints and that one extends the other", async () => {
  const keys = await listKeys(exchange.test.database);
  const first = await ask<CheckpointWire>("getCheckpoint", { number: "1" });
  const newest = await ask<CheckpointWire>("getCheckpoint");
  expect(newest.number).toBe(2);
  const opened = await openCheckpoint({ text: newest.body, signature: newest.signature }, keys);
  const before = await openCheckpoint({ text: first.body, signature: first.signature }, keys);
  if (!("checkpoint" in opened) || !("checkpoint" in before)) throw new Error("both are signed");
  for (const { log, size: to, root } of opened.checkpoint.logs) {
    const old = before.checkpoint.logs.find((head) => head.log === log);
    if (!old) throw new Error("the same logs");
    const fields = { log, from: String(old.size), to: String(to) };
    const { path } = await ask<{ path: string[] }>("getConsistency", fields);
    const roots = { fromRoot: bytesOf(old.root), toRoot: bytesOf(root) };
    expect(isExtension({ from: old.size, to, ...roots, path: path.map(bytesOf) })).toBe(true);
  }
  expect(await ask("listCheckpoints", { after: "1" })).toEqual({ data: [newest] });
  expect(await refusalOf("getCheckpoint", { number: "9" })).toBe("CHECKPOINT_UNKNOWN");
});

it("H03: a visitor checks a quote of the tape", async () => {
  const tape = await ask<ProvedTapeWire>("getProvedTape", { code: "EURUSD", seq: "2" });
  const { logs } = JSON.parse(tape.checkpoint.body);
  const { root, size } = logs.find((head: { log: string }) => head.log === "tape");
  const [piece] = tape.pieces;
  if (!piece) throw new Error("the quote is proved");
  const record = {
    marketId: piece.market,
    firstSeq: piece.first_seq,
    lastSeq: piece.last_seq,
    packed: Buffer.from(piece.packed, "base64"),
  };
  const leaf = pieceLeaf(pieceHash(bytesOf(piece.prev_hash), record));
  const place = { leaf, index: piece.leaf_index, size, path: piece.path.map(bytesOf) };
  expect(isIncluded({ ...place, root: bytesOf(root) })).toBe(true);
  const all = await ask<ProvedTapeWire>("getProvedTape", {
    market: "1",
    from: "1",
    to: "1000000",
  });
  expect(all.pieces.length).toBeGreaterThan(1);
  expect(all.pieces.length).toBeLessThanOrEqual(20);
  expect(await refusalOf("getProvedTape", { code: "NOPE", seq: "1" })).toBe("MARKET_UNKNOWN");
  const late = { code: "EURUSD", seq: "999999" };
  expect(await refusalOf("getProvedTape", late)).toBe("TAPE_NOT_PROVED");
});

it("T46: nothing is proved that no checkpoint covers", async () => {
  const fields = { log: "journal/0", index: "0", size: "99999999" } as const;
  expect(await refusalOf("getInclusion", fields)).toBe("LEAF_UNKNOWN");
  const past = { ...fields, index: "5", size: "5" };
  expect(await refusalOf("getInclusion", past)).toBe("LEAF_UNKNOWN");
  const sizes = { log: "tape", from: "3", to: "2" } as const;
  expect(await refusalOf("getConsistency", sizes)).toBe("LEAF_UNKNOWN");
});

it("H06: a witness in a process of its own countersigns, nobody else can", async () => {
  const { number, body } = await ask<CheckpointWire>("getCheckpoint");
  const message = cosignatureMessage("notary.example", body);
  const key = WITNESS.privateKey.export({ format: "pem", type: "pkcs8" });
  const program =
    "const [key, message] = process.argv.slice(1);" +
    "const { sign } = require('node:crypto');" +
    "console.log(sign(null, Buffer.from(message, 'hex'), key).toString('hex'))";
  const text = Buffer.from(message).toString("hex");
  const { stdout } = await promisify(execFile)(process.execPath, [
    "-e",
    program,
    "--",
    String(key),
    text,
  ]);
  const signature = stdout.trim();
  const fields = { checkpoint: String(number), witness: "notary.example", signature };
  const forged = `${signature.slice(0, -1)}${signature.endsWith("0") ? "1" : "0"}`;
  expect(await refusalOf("addCosignature", { ...fields, signature: forged })).toBe(
    "COSIGNATURE_INVALID",
  );
  expect(await refusalOf("addCosignature", { ...fields, witness: "stranger" })).toBe(
    "WITNESS_UNKNOWN",
  );
  expect(await refusalOf("addCosignature", { ...fields, checkpoint: "1" })).toBe(
    "COSIGNATURE_INVALID",
  );
  for (let time = 0; time < 2; time += 1) expect(await ask("addCosignature", fields)).toBeNull();
  const { cosignatures } = await ask<CheckpointWire>("getCheckpoint", { number: String(number) });
  expect(cosignatures).toHaveLength(1);
  const [shown] = cosignatures;
  const signed = bytesOf(shown?.signature ?? "x");
  expect(await isSigned(bytesOf(shown?.public_key ?? "x"), message, signed)).toBe(true);
});

it("H06: a new key is endorsed by the old one, both hold for a while, logged", async () => {
  const { database } = exchange.test;
  exchange.clock.advance(60_000);
  const rotatedMs = exchange.clock.now();
  await openKey(database, { sealKey: SEAL_KEY, generation: 2, nowMs: rotatedMs });
  await turn(2);
  const keys = await listKeys(database);
  expect(keys.map(({ validUntilMs }) => validUntilMs)).toEqual([rotatedMs + OVERLAP_MS, null]);
  expect(await findKeyFault(keys)).toBeNull();
  const [first, second] = keys;
  if (!first || !second) throw new Error("two keys");
  const forged = { ...second, validFromMs: second.validFromMs + 1 };
  expect(await findKeyFault([first, forged])).toBe(second.keyId);
  const newest = await ask<CheckpointWire>("getCheckpoint", { number: "3" });
  expect(newest.key_id).toBe(second.keyId);
  const signed = { text: newest.body, signature: newest.signature };
  expect(await openCheckpoint(signed, keys)).toHaveProperty("checkpoint");
  expect(await openCheckpoint(signed, [first])).toHaveProperty("fault");
  const lines = await database
    .selectFrom("audit_log")
    .select("subject_id")
    .where("action", "=", "proof_key.add")
    .orderBy("seq")
    .execute();
  expect(lines.map(({ subject_id }) => subject_id)).toEqual([first.keyId, second.keyId]);
  const back = openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs: rotatedMs });
  await expect(back).rejects.toThrow(StartRefusal);
  const listed = await ask<{ data: unknown[] }>("listProofKeys");
  expect(listed.data).toHaveLength(2);
});
