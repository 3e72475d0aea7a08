// Receipts on a real database: signed at once, proved after the next checkpoint, about the caller's
// own things alone (T56, T74), with every step of a deposit and nobody of the staff by name (H02,
// H14). That they hold under every check is for packages/verify and e2e/proof-files.test.ts.

import { CALLS } from "@truetick/contract/calls";
import { decodeEvents } from "@truetick/engine";
import { openCheckpoint, openFile, openRow, plainRecord, type ReceiptBody } from "@truetick/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveDeposit, newReference, submitCoin } from "../../cashier/testing/open-depositor.ts";
import { isRefused, type TraderContext } from "../../platform/handler.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper, type KeeperClient } from "../log/keeper-client.ts";
import { deriveSaltKey, openKey } from "../log/proof-keys.ts";
import { createProofLog, type ProofLog } from "../log/proof-log.ts";
import { createReceiptHandlers, type ReceiptHandlers } from "./receipts.routes.ts";

const SEAL_KEY = Buffer.alloc(32, 5);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
const ISSUER = { build: "test", mode: "SIMULATED", origin: "http://localhost" } as const;
const BUY = { type: 1, cont: "0.10", forex_id: 1, status: 1, multiple: 30 };

let floor: TradingFloor;
let client: KeeperClient;
let log: ProofLog;
let handlers: ReceiptHandlers;
let owner: Trader;
let stranger: Trader;
let finance: Operator;
let orderId: string;

beforeAll(async () => {
  floor = await openTradingFloor();
  const { database, appUrl } = floor.test;
  client = await connectKeeper({ url: appUrl, role: null }, () => undefined);
  const nowMs = floor.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  log = createProofLog({ database, signer, saltKey: SALT_KEY });
  const { clock } = floor;
  handlers = createReceiptHandlers({ database, log, issuer: ISSUER, everyMs: 60_000, clock });
  owner = await floor.openReal("5000");
  stranger = await floor.openReal("5000");
  finance = await floor.openStaff(["finance"]);
  floor.quote("EURUSD", "1.10000", "1.10010");
  orderId = (await owner.post("/v1/api/forex/submit", BUY)).data.Id;
}, 60_000);
afterAll(async () => {
  expect(await floor.broken()).toEqual({});
  await client.close();
  await floor.close();
});

async function checkpoint(): Promise<void> {
  await floor.sequencer().storeTape([]);
  const nowMs = () => floor.clock.now();
  await keepLogs({ client, signer: log.signer, saltKey: SALT_KEY, ...ISSUER, nowMs });
}

async function contextOf({ userId, token }: Trader): Promise<TraderContext> {
  const caller = await floor.members().findCaller(token);
  if (!caller) throw new Error(`the session of ${userId} is gone`);
  const nothing = { requestId: "", address: "", device: "", cookies: "", attempt: null };
  return { ...nothing, language: "en" as never, caller };
}

type Page = { readonly data: readonly { readonly id: string; readonly name: string }[] };

async function receiptsOf(trader: Trader, order: string) {
  const answer = await handlers.listReceipts({ order_id: order }, await contextOf(trader));
  if (isRefused(answer)) return answer.reason;
  return (answer as unknown as Page).data;
}

async function receiptOf(trader: Trader, id: string) {
  const answer = await handlers.getReceipt({ id }, await contextOf(trader));
  if (isRefused(answer)) return answer.reason;
  return answer as { file: string; proved: boolean; due: number | null };
}

/** Opened by its own signature; the body as it was sealed. */
async function bodyOf(file: string): Promise<ReceiptBody> {
  const opened = await openFile(file, await log.keys());
  if ("fault" in opened) throw new Error(opened.fault);
  return opened.body as unknown as ReceiptBody;
}

describe("a receipt", () => {
  it("is signed at once and says when its evidence will be there", async () => {
    const [opened] = await receiptsOf(owner, orderId);
    expect(opened).toMatchObject({ name: "OrderOpened" });
    const receipt = await receiptOf(owner, (opened as { id: string }).id);
    expect(receipt).toMatchObject({ proved: false });
    const { due, file } = receipt as { due: number; file: string };
    expect(due * 1_000).toBeGreaterThan(floor.clock.now());
    const body = await bodyOf(file);
    expect(body).toMatchObject({ ...ISSUER, evidence: null, kind: "event" });
    expect(body.what).toMatchObject({ type: "OrderOpened", orderId: Number(orderId) });
  });

  it("H02: has its row, its terms and its quotes proved after the next checkpoint", async () => {
    await checkpoint();
    const [opened] = (await receiptsOf(owner, orderId)) as Page["data"];
    const receipt = (await receiptOf(owner, opened?.id ?? "")) as { file: string; proved: boolean };
    expect(receipt.proved).toBe(true);
    const { evidence, what, terms } = await bodyOf(receipt.file);
    if (!evidence) throw new Error("it has its evidence");
    const under = await openCheckpoint(evidence.checkpoint, await log.keys());
    if ("fault" in under) throw new Error(under.fault);
    const headOf = (name: string) => under.checkpoint.logs.find((head) => head.log === name);
    const row = openRow(evidence.row, headOf("journal/0"));
    if ("fault" in row) throw new Error(row.fault);
    const [event] = decodeEvents(row.parts.get(1) ?? new Uint8Array());
    expect(event && plainRecord(event)).toEqual(what);
    expect(terms).toMatchObject({ marketId: 1, version: 1 });
    expect(evidence.terms && "fault" in openRow(evidence.terms, headOf("journal/0"))).toBe(false);
    expect(evidence.pieces.map(({ marketId }) => marketId)).toEqual([1]);
  });

  it("exists for a refusal, with what was asked and why not", async () => {
    const key = { "idempotency-key": "0123456789abcdef" };
    const fields = { ...BUY, cont: "40" };
    await owner.post("/v1/api/forex/submit", fields, key);
    await checkpoint();
    const page = await handlers.listReceipts({ kind: "refusal" }, await contextOf(owner));
    const [refusal] = (page as unknown as Page).data;
    expect(refusal?.name).toBe("MARGIN_EXCEEDS_FREE");
    const receipt = (await receiptOf(owner, refusal?.id ?? "")) as { file: string };
    const body = await bodyOf(receipt.file);
    expect(body.command).toMatchObject({ type: "PlaceOrder", lots: 400_000 });
    expect(body.evidence?.row.log).toBe("refusal");
    expect(await receiptOf(stranger, refusal?.id ?? "")).toBe("RECEIPT_UNKNOWN");
  });
});

describe("T56: a stranger's things", () => {
  it("are as unknown as what never was", async () => {
    const [opened] = (await receiptsOf(owner, orderId)) as Page["data"];
    expect(await receiptOf(stranger, opened?.id ?? "")).toBe("RECEIPT_UNKNOWN");
    expect(await receiptOf(stranger, "journal-999999-1")).toBe("RECEIPT_UNKNOWN");
    expect(await receiptsOf(stranger, orderId)).toBe("ORDER_UNKNOWN");
    expect(await receiptsOf(stranger, "999999")).toBe("ORDER_UNKNOWN");
  });

  it("are not in the files of all", async () => {
    const context = await contextOf(stranger);
    const answer = await handlers.downloadReceipts({}, context);
    const texts: string[] = [];
    for await (const line of (answer as { rows: AsyncIterable<string> }).rows) texts.push(line);
    const ids = await Promise.all(texts.map(async (text) => (await bodyOf(text.trim())).accountId));
    expect(new Set(ids)).toEqual(new Set([context.caller.accountId]));
    expect(texts.length).toBeGreaterThan(0);
  });
});

describe("H14: the steps of a deposit", () => {
  it("have a receipt each, and nobody of the staff is named", async () => {
    const { data } = await submitCoin(owner, "100");
    await approveDeposit(finance, data.id, newReference());
    await checkpoint();
    const fields = { of: "deposit", id: data.id } as const;
    const steps = await handlers.listStepReceipts(fields, await contextOf(owner));
    const found = steps as unknown as Page["data"];
    expect(found.map(({ name }) => name)).toEqual(["deposit.report", "deposit.approve"]);
    const { name: staffName } = await floor.test.database
      .selectFrom("staff")
      .select("name")
      .where("id", "=", BigInt(finance.staffId))
      .executeTakeFirstOrThrow();
    for (const { id } of found) {
      const receipt = (await receiptOf(owner, id)) as { file: string; proved: boolean };
      expect(receipt.proved).toBe(true);
      expect(receipt.file).not.toContain(staffName);
      const body = await bodyOf(receipt.file);
      expect(body.evidence?.row.parts.map(({ part }) => part)).not.toContain(1);
      expect(body.what).toMatchObject({ subject: { kind: "deposit", id: data.id } });
    }
    const others = await handlers.listStepReceipts(fields, await contextOf(stranger));
    expect(isRefused(others) && others.reason).toBe("RECEIPT_UNKNOWN");
    expect(await receiptOf(stranger, found[0]?.id ?? "")).toBe("RECEIPT_UNKNOWN");
  });
});

describe("T07: a stretch of the tape", () => {
  it("of a market whose number no table can hold is refused before it is looked for", async () => {
    const { input } = CALLS.downloadTape;
    expect(input.safeParse({ forex_id: "85212345678", seq: "2" }).success).toBe(false);
    const largest = input.parse({ forex_id: "999999999", seq: "2" });
    expect(await handlers.downloadTape(largest, await contextOf(owner))).toMatchObject({
      reason: "NOTHING_PROVED",
    });
  });
});

describe("files of all", () => {
  it("are bounded by the hour (T46)", async () => {
    const context = await contextOf(owner);
    const answers: unknown[] = [];
    for (let at = 0; at < 40; at += 1) answers.push(await handlers.downloadArchive({}, context));
    const last = answers.at(-1);
    expect(isRefused(last) && last.reason).toBe("TOO_MANY");
  });
});
