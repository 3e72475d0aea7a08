// The verifier over a busy day under signed checkpoints, and after every kind of tampering with
// superuser rights (T86): each time it names the log and the first bad number.

import { marketId } from "@truetick/engine";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import { EURUSD, type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper } from "../log/keeper-client.ts";
import { deriveSaltKey, type OwnKey, openKey } from "../log/proof-keys.ts";
import { replaceCheckpoints, rewriteTiles } from "../testing/forged-log.ts";
import { type Tampering, tamper } from "../testing/tampering.ts";
import type { Fault } from "./fault.ts";
import { type RecordVerdict, verifyRecord } from "./verify-record.ts";

const SEAL_KEY = Buffer.alloc(32, 7);
const SALT_KEY = deriveSaltKey(SEAL_KEY);

let exchange: Exchange;
let owner: pg.Client;
let signer: OwnKey;
const seen = new Map<number, string>();

beforeEach(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await owner.connect();
  const { database } = exchange.test;
  const nowMs = exchange.clock.now();
  signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  seen.clear();
  await writeCheckpoint();
  for (let nth = 0; nth < 5; nth += 1) exchange.quote(EURUSD, 110_000 + nth, 110_010 + nth);
  await exchange.sequencer().storeTape([EURUSD]);
  exchange.quote(EURUSD, 110_007, 110_017);
  await exchange.sequencer().storeTape([EURUSD]);
  await exchange.openAccount("demo");
  await writeCheckpoint();
});
afterEach(async () => {
  await owner.end();
  await exchange.close();
});

async function writeCheckpoint(): Promise<void> {
  const { database, appUrl } = exchange.test;
  await database.transaction().execute((trx) =>
    appendAudit(trx, {
      actor: SYSTEM_ACTOR,
      action: "test.note",
      subject: { kind: "test", id: 1 },
      detail: {},
    }),
  );
  const client = await connectKeeper({ url: appUrl, role: null }, () => undefined);
  await keepLogs({
    client,
    signer,
    saltKey: SALT_KEY,
    origin: "http://localhost",
    mode: "SIMULATED",
    build: "test",
    nowMs: () => exchange.clock.now(),
  });
  await client.close();
}

function verify(): Promise<RecordVerdict> {
  return verifyRecord({
    address: { url: exchange.test.appUrl, role: null },
    saltKey: SALT_KEY,
    heads: {
      journalSeq: () => exchange.sequencer().figures().journalSeq,
      tapeSeq: (id) => exchange.sequencer().newestQuote(marketId(id))?.seq ?? 0,
    },
    seen,
    pause: async () => undefined,
  });
}

async function firstFault(): Promise<Fault | undefined> {
  return (await verify()).faults[0];
}

describe("a record that nobody touched", () => {
  it("is whole, and all of it was looked at", async () => {
    const { faults, checked, checkpoint } = await verify();
    expect(faults).toEqual([]);
    expect(checkpoint).toBe(2);
    const counts = await owner.query<{ journal: string; ledger: string; pieces: string }>(
      `select (select count(*) from journal) as journal,
        (select count(*) from ledger_posting) as ledger,
        (select count(*) from tape_piece) as pieces`,
    );
    expect(checked).toMatchObject({
      journal: Number(counts.rows[0]?.journal),
      ledger: Number(counts.rows[0]?.ledger),
      tape: Number(counts.rows[0]?.pieces),
      "tape-leaf": Number(counts.rows[0]?.pieces),
      checkpoint: 2,
      key: 1,
    });
    for (const log of ["fill", "stop-out", "financing", "terms", "session", "order", "quote"]) {
      expect([log, checked[log]]).not.toEqual([log, 0]);
    }
    expect(checked.refusal).toBeGreaterThan(0);
    expect(checked.audit).toBeGreaterThan(0);
  });
});

describe("T86, H07: with superuser rights and the triggers off", () => {
  it.each<Tampering>([
    "change-tape",
    "change-fill",
    "change-ledger",
    "delete-event",
    "insert-event",
    "insert-ledger",
    "insert-tape",
    "change-command",
  ])("%s is found, and its first bad number named", async (deed) => {
    const { log, marketId, seq } = await tamper(owner, deed);
    expect(await firstFault()).toMatchObject({ log, marketId, seq });
  });

  it.each<Tampering>(["change-tape", "change-command", "delete-event"])(
    "%s is found when every link after it was made anew: the log has other leaves",
    async (deed) => {
      const { log, marketId, seq } = await tamper(owner, deed, { isChainRewritten: true });
      expect(await firstFault()).toMatchObject({ log, marketId, seq });
    },
  );

  it.each<["change-tape" | "change-command", "tape" | "journal/0"]>([
    ["change-tape", "tape"],
    ["change-command", "journal/0"],
  ])("%s is found when the tiles were made anew too: signed roots differ", async (deed, log) => {
    const { seq } = await tamper(owner, deed, { isChainRewritten: true });
    await rewriteTiles(owner, { log, saltKey: SALT_KEY });
    const { faults } = await verify();
    expect(faults).toMatchObject([{ log, what: "root" }]);
    // The first row that the last good checkpoint did not cover: nothing tells more.
    expect(faults[0]?.seq).toBeLessThanOrEqual(seq);
  });

  it("H05: is found when even checkpoints were signed anew: one seen before differs", async () => {
    expect((await verify()).faults).toEqual([]);
    await tamper(owner, "change-command", { isChainRewritten: true });
    await rewriteTiles(owner, { log: "journal/0", saltKey: SALT_KEY });
    await replaceCheckpoints(owner, { log: "journal/0", signer, saltKey: SALT_KEY });
    const { faults } = await verify();
    expect(faults).toMatchObject([{ log: "checkpoint", seq: 1, what: "changed" }]);
    // Nobody who came later can know: that is what witnesses are for.
    seen.clear();
    expect((await verify()).faults).toEqual([]);
  });
});
