// The verifier's life: a check in its own thread, the verdict public and kept, an alarm for who
// watches, and a check on request of the staff with a line in the audit log (H07, T85, T86).

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { marketId } from "@truetick/engine";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StaffContext } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { deriveSaltKey } from "../log/proof-keys.ts";
import { tamper } from "../testing/tampering.ts";
import type { Fault } from "./fault.ts";
import { createVerdictHandlers } from "./verdict.routes.ts";
import { startVerifier, type Verifier, type VerifierParts } from "./verifier.ts";
import { verifyInThread } from "./verify-in-thread.ts";

const PROGRAM = join(import.meta.dirname, "../../../programs/verify-thread.mjs");
const CONTEXT = { staff: { staffId: 7, name: "Operator" } } as unknown as StaffContext;

let exchange: Exchange;
let verifier: Verifier;
let looks = 0;

beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  await exchange.restart();
  verifier = await open();
});
afterAll(async () => {
  await verifier.stop();
  await exchange.close();
});

function open(own: Partial<VerifierParts> = {}): Promise<Verifier> {
  const { test, clock, sequencer } = exchange;
  const verify = verifyInThread(PROGRAM);
  return startVerifier({
    address: { url: test.appUrl, role: null },
    database: test.database,
    saltKey: deriveSaltKey(Buffer.alloc(32, 7)),
    heads: {
      journalSeq: () => sequencer().figures().journalSeq,
      tapeSeq: (id) => sequencer().newestQuote(marketId(id))?.seq ?? 0,
    },
    clock,
    log: createLog("silent"),
    codeOf: (id) => `M${id}`,
    verify: (parts) => {
      looks += 1;
      return verify(parts);
    },
    verifyAtHour: 3,
    verifyEverySec: null,
    ...own,
  });
}

describe("the verifier", () => {
  it("claims nothing before its first check", async () => {
    expect(await verifier.verdict()).toMatchObject({ finishedAt: null, isRunning: false });
    expect(verifier.reading()).toMatchObject({ finishedAt: 0, isWhole: true });
  });

  it("checks in a thread of its own, once however often it is asked", async () => {
    const first = verifier.run();
    expect(verifier.run()).toBe(first);
    expect((await verifier.verdict()).isRunning).toBe(true);
    await first;
    expect(looks).toBe(1);
    const verdict = await verifier.verdict();
    expect(verdict).toMatchObject({ isWhole: true, firstBad: null, isRunning: false });
    expect(verdict.checked.journal).toBeGreaterThan(50);
    expect(verifier.reading()).toMatchObject({ isWhole: true, faults: 0 });
  }, 60_000);

  it("runs when staff asks, and the audit log remembers who", async () => {
    const { database } = exchange.test;
    const handlers = createVerdictHandlers({ database, verifier });
    const before = looks;
    expect(await handlers.verifyRecord({}, CONTEXT)).toMatchObject({ is_whole: 1 });
    await verifier.run();
    expect(looks).toBeGreaterThan(before);
    const line = await database
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ action: "record.verify", actor_id: 7n });
  }, 60_000);

  it("T86: a fault that a second look finds too is told to everybody, and kept", async () => {
    const owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
    await owner.connect();
    const { seq } = await tamper(owner, "change-fill");
    await owner.end();
    const before = looks;
    await verifier.run();
    expect(looks).toBe(before + 2);
    const firstBad = { log: "fill", market: null, seq, what: "changed" };
    expect(await verifier.verdict()).toMatchObject({ isWhole: false, firstBad });
    const handlers = createVerdictHandlers({ database: exchange.test.database, verifier });
    const shown = await handlers.getVerdict({}, CONTEXT);
    expect(shown, "nobody reads of a person's money here").toMatchObject({
      first_bad: { log: "fill", seq, detail: "" },
    });
    expect(await handlers.getDeskVerdict({}, CONTEXT)).toMatchObject({
      first_bad: { detail: expect.stringContaining("the journal says") },
    });
    expect(verifier.reading()).toMatchObject({ isWhole: false });
    expect(verifier.reading().faults).toBeGreaterThan(0);
    // Another start knows it from the table.
    const next = await open();
    expect(next.reading()).toMatchObject({ isWhole: false });
    await next.stop();
  }, 60_000);

  it.each([
    { what: "passed", found: [["tape/1"], []], told: [] },
    { what: "are another each time", found: [["tape/1"], ["order/2"], ["fill/3"]], told: [] },
    { what: "stay", found: [["tape/1", "order/2"], ["tape/1"]], told: ["tape/1"] },
    {
      what: "stay while others come and go",
      found: [["tape/1"], ["tape/1", "order/2"], ["tape/1", "fill/3"]],
      told: ["tape/1"],
    },
    { what: "came in between", found: [["tape/1"], ["order/2"], ["order/2"]], told: ["order/2"] },
    { what: "move on", found: [["order/1"], ["order/2"], ["order/3"]], told: ["order/3"] },
  ])("of faults that $what tells $told", async ({ found, told }) => {
    const faultOf = (name: string): Fault => {
      const [log = "", seq] = name.split("/");
      return { log, marketId: null, seq: Number(seq), what: "changed", detail: "" };
    };
    let looked = 0;
    const verify: VerifierParts["verify"] = async () => {
      const faults = (found[looked] ?? []).map(faultOf);
      looked += 1;
      return { faults, checked: {}, checkpoint: 0 };
    };
    const own = await open({ verify });
    await own.run();
    const { allBad } = await own.verdict();
    await own.stop();
    expect(allBad.map(({ log, seq }) => `${log}/${seq}`)).toEqual(told);
    expect(looked).toBe(found.length);
  });

  it("comes again by itself, and ends at once when it is stopped", async () => {
    const often = await open({ verifyEverySec: 1 });
    const before = looks;
    while (looks === before) await sleep(50);
    const startedMs = performance.now();
    await often.stop();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  }, 60_000);
});
