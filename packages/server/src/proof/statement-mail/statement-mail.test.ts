// The statement of a New York day by mail: once for each member with something on the account, with
// figures that are the ledger's, and a checkpoint whose signature anybody can check (H05).

import { LANGUAGES } from "@truetick/contract";
import { formatMoney, money } from "@truetick/money";
import { checkpointText, openCheckpoint, type SignedCheckpoint } from "@truetick/proof";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHARDS_MAX } from "../../config-cluster.ts";
import { createLog } from "../../platform/log.ts";
import type { OutgoingMessage } from "../../platform/outbox/message.ts";
import { createOutbox } from "../../platform/outbox/outbox.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper } from "../log/keeper-client.ts";
import { journalLog } from "../log/log-table.ts";
import { deriveSaltKey, openKey } from "../log/proof-keys.ts";
import { createProofLog, type ProofLog, type StoredCheckpoint } from "../log/proof-log.ts";
import { type StatementMail, startStatementMail } from "./statement-mail.ts";

const SEAL_KEY = Buffer.alloc(32, 9);
const saltKey = deriveSaltKey(SEAL_KEY);
const DAY_MS = 86_400_000;

/** With every journal that there can be, each longer than any will ever be. */
const LARGEST = largestCheckpoint();

let floor: TradingFloor;
let log: ProofLog;
let mail: StatementMail;
let cutDate = 20_260_105;
const sent: OutgoingMessage[] = [];
/** What the outbox has not sent yet, each time that it is asked. */
const backlogs: number[] = [];
let onSent = (): void => undefined;

beforeAll(async () => {
  floor = await openTradingFloor();
  const { database } = floor.test;
  const nowMs = floor.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  log = createProofLog({ database, signer, saltKey });
  mail = startMail();
});
afterAll(async () => {
  await mail.stop();
  expect(await floor.broken()).toEqual({});
  await floor.close();
});

function startMail(own: Partial<Parameters<typeof startStatementMail>[0]> = {}): StatementMail {
  return startStatementMail({
    database: floor.test.database,
    messenger: {
      canSend: () => true,
      backlog: async () => backlogs.shift() ?? 0,
      sendIn: async (_trx, letters) => {
        sent.push(...letters);
        onSent();
      },
    },
    clock: floor.clock,
    log: { warn: () => undefined } as unknown as Parameters<typeof startStatementMail>[0]["log"],
    runsJobs: true,
    publicOrigin: "https://trade.example.test",
    newestCheckpoint: log.newest,
    ...own,
  });
}

function largestCheckpoint(): StoredCheckpoint {
  const journals = Array.from({ length: SHARDS_MAX }, (_, shard) => journalLog(shard));
  const logs = ["audit", ...journals, "refusal", "tape"].map((log) => {
    return { log, size: Number.MAX_SAFE_INTEGER, root: "f".repeat(64) };
  });
  const place = { number: Number.MAX_SAFE_INTEGER, atMs: 1_800_000_000_000 };
  const own = { mode: "SIMULATED", build: "x".repeat(40), keyId: "f".repeat(16) } as const;
  const checkpoint = { ...place, ...own, origin: `https://${"x".repeat(200)}`, logs };
  const text = checkpointText(checkpoint);
  return { ...place, text, signature: "f".repeat(128), checkpoint };
}

async function writeCheckpoint(): Promise<void> {
  const client = await connectKeeper({ url: floor.test.appUrl, role: null }, () => undefined);
  const own = { origin: "http://localhost", mode: "SIMULATED", build: "test" } as const;
  const nowMs = () => floor.clock.now();
  await keepLogs({ client, signer: log.signer, saltKey, ...own, nowMs });
  await client.close();
}

async function endDay(): Promise<void> {
  floor.clock.advance(DAY_MS);
  cutDate += 1;
  await floor.sequencer().submit({ type: "StartDay", cutDate });
}

function buy(trader: Trader) {
  return trader.post("/v1/api/forex/submit", {
    forex_id: 1,
    type: 1,
    status: 1,
    cont: "0.1",
    multiple: 100,
  });
}

async function emailOf(trader: Trader): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user where id = ${trader.userId}::bigint`.execute(floor.test.database);
  return rows[0]?.email ?? "";
}

const lettersTo = (email: string) => sent.filter(({ to }) => to === email);

describe("H05: the daily statement", () => {
  it("waits for a checkpoint that covers the day, then goes to each member once", async () => {
    floor.quote("EURUSD", "1.10000", "1.10010");
    const ann = await floor.openReal("10000");
    const quiet = await floor.openReal();
    const demo = await floor.openDemo();
    await endDay();
    expect(await mail.send()).toBe(0);
    await writeCheckpoint();
    expect(await mail.send()).toBe(1);
    expect(await mail.send()).toBe(0);
    const [letter] = lettersTo(await emailOf(ann));
    expect(letter).toMatchObject({ channel: "email", kind: "dailyStatement" });
    expect(letter?.subject).toContain("2026-01-06");
    expect(lettersTo(await emailOf(quiet))).toEqual([]);
    expect(demo.userId).not.toBe("");
  });

  it("carries a checkpoint that anybody can check", async () => {
    const newest = await log.newest();
    const text = sent[0]?.text ?? "";
    const line = text.split("\n").find((one) => one.startsWith("{")) ?? "";
    const signed = JSON.parse(line) as SignedCheckpoint;
    expect(signed).toEqual({ text: newest?.text, signature: newest?.signature });
    const opened = await openCheckpoint(signed, await log.keys());
    expect(opened).toMatchObject({ checkpoint: { number: 1 } });
    for (const { root } of newest?.checkpoint.logs ?? []) expect(text).toContain(root);
    expect(text).toContain("https://trade.example.test/transparency");
  });

  it("has the ledger's figures, in the reader's language", async () => {
    const bob = await floor.openReal("5000");
    await bob.post("/v1/api/main/setting", { language: "en" });
    floor.quote("EURUSD", "1.10000", "1.10010");
    expect((await buy(bob)).code).toBe(1);
    floor.quote("EURUSD", "1.10100", "1.10110");
    const before = sent.length;
    await endDay();
    await writeCheckpoint();
    await mail.send();
    const { rows } = await sql<{ balance: bigint; equity: bigint }>`
      select p.balance, e.equity from trading_account a
      cross join lateral (
        select balance from ledger_posting where account_id = a.account_id
        order by journal_seq desc, position desc limit 1
      ) p
      join day_equity e on e.account_id = a.account_id
      where a.owner_id = ${bob.userId}::bigint
      order by e.journal_seq desc limit 1`.execute(floor.test.database);
    const shown = (millionths: bigint) =>
      Number(formatMoney(money(millionths))).toLocaleString("en", { minimumFractionDigits: 2 });
    const email = await emailOf(bob);
    const letter = sent.slice(before).find(({ to }) => to === email);
    expect(letter?.text).toContain("Deposits: +5,000.00 USD");
    expect(letter?.text).toContain(`Closing cash: ${shown(rows[0]?.balance ?? 0n)} USD`);
    expect(letter?.text).toContain(`Net value: ${shown(rows[0]?.equity ?? 0n)} USD`);
    expect(rows[0]?.equity).not.toBe(rows[0]?.balance);
  });

  it("goes out for an open position alone, and not to who turned it off", async () => {
    const cleo = await floor.openReal("5000");
    floor.quote("EURUSD", "1.10000", "1.10010");
    await buy(cleo);
    await endDay();
    await writeCheckpoint();
    await mail.send();
    const email = await emailOf(cleo);
    expect(lettersTo(email)).toHaveLength(1);
    await endDay();
    await writeCheckpoint();
    await mail.send();
    expect(lettersTo(email)).toHaveLength(2);
    await cleo.post("/v1/api/main/setting", { statement_email: 0 });
    await endDay();
    await writeCheckpoint();
    await mail.send();
    expect(lettersTo(email)).toHaveLength(2);
  });

  it("goes on where it was stopped, and sends nothing more until then", async () => {
    const crowd = 60;
    const people: Trader[] = [];
    for (let nth = 0; nth < crowd; nth += 1) people.push(await floor.openReal("100"));
    await endDay();
    await writeCheckpoint();
    const before = sent.length;
    onSent = () => void mail.stop();
    const first = await mail.send();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(crowd);
    expect(sent.length - before).toBe(first);
    onSent = (): void => undefined;
    mail = startMail();
    expect(first + (await mail.send())).toBeGreaterThanOrEqual(crowd);
    for (const one of people) expect(lettersTo(await emailOf(one))).toHaveLength(1);
  });

  it("lets go first what waits to be sent", async () => {
    const dora = await floor.openReal("100");
    await endDay();
    await writeCheckpoint();
    backlogs.push(5_000, 25, 24, 0);
    await mail.send();
    expect(lettersTo(await emailOf(dora))).toHaveLength(1);
    expect(backlogs).toEqual([0]);
  });

  it("finds its way out with as many shards as there can be, in every language", async () => {
    const { database } = floor.test;
    for (const { id } of LANGUAGES) {
      const reader = await floor.openReal("100");
      await reader.post("/v1/api/main/setting", { language: id });
    }
    await endDay();
    const { clock } = floor;
    const outbox = createOutbox({
      database,
      seal: createSeal(SEAL_KEY, "outbox"),
      carriers: { email: { name: "none", deliver: async () => ({ outcome: "sent" }) } },
      clock,
      log: createLog("silent"),
      news: createAloneNews(),
      runsJobs: false,
    });
    const large = startMail({ messenger: outbox, newestCheckpoint: async () => LARGEST });
    expect(await large.send()).toBeGreaterThanOrEqual(LANGUAGES.length);
    await large.stop();
    await outbox.stop();
  });

  it("stops in the middle once the day is long over", async () => {
    for (let nth = 0; nth < 30; nth += 1) await floor.openReal("100");
    await endDay();
    await writeCheckpoint();
    onSent = () => floor.clock.advance(DAY_MS);
    expect(await mail.send()).toBeLessThan(30);
    onSent = (): void => undefined;
  });

  it("is not sent for a day that is long over", async () => {
    await endDay();
    floor.clock.advance(DAY_MS);
    await writeCheckpoint();
    expect(await mail.send()).toBe(0);
  });
});
