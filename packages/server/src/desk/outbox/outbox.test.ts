// Messages as the desk sees them: their fate for who may read it, what they say in the sandbox only
// (T13). A real outbox on a real database, with the sandbox's files.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LanguageId, languageOf } from "@truetick/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createFileCarrier } from "../../platform/outbox/file-carrier.ts";
import { createOutbox, type Outbox } from "../../platform/outbox/outbox.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { openTradingFloor } from "../../testing/trading-floor.ts";
import { createOutboxHandlers } from "./outbox.routes.ts";

let test: TestDatabase;
let folder: string;
let outbox: Outbox;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "truetick-outbox-"));
  outbox = createOutbox({
    database: test.database,
    seal: createSeal(randomBytes(32), "outbox"),
    carriers: { email: await createFileCarrier({ folder, channel: "email" }) },
    clock: systemClock,
    log: createLog("fatal"),
    news: createAloneNews(),
    runsJobs: true,
  });
});
afterAll(async () => {
  await outbox.stop();
  await test.close();
  await rm(folder, { recursive: true });
});

const english = languageOf("en" satisfies LanguageId);

async function sendOne(count: number): Promise<void> {
  await outbox.send({
    channel: "email",
    to: `m${count}@example.test`,
    kind: "verifyCode",
    language: english,
    subject: "Your code",
    text: `Your code is ${100_000 + count}`,
    code: String(100_000 + count),
  });
}

/** The calls' own context says nothing that this one reads. */
const list = (letterFolder: string | null, fields: { state?: "sent"; cursor?: string } = {}) => {
  const { listOutbox } = createOutboxHandlers({ database: test.database, letterFolder });
  // Only the fields are read; who may call is the gateway's matter and tested below.
  return listOutbox(fields, {} as Parameters<typeof listOutbox>[1]) as Promise<{
    data: { id: string; state: string; text: string; code: string; to: string }[];
    next: string;
  }>;
};

describe("the outbox", () => {
  it("shows the fate of every message, in the sandbox also what it says", async () => {
    for (let count = 0; count < 53; count += 1) await sendOne(count);
    await expect
      .poll(async () => (await list(folder, { state: "sent" })).data.length, { timeout: 20_000 })
      .toBe(50);
    await expect
      .poll(async () => (await list(folder)).data.every(({ state }) => state === "sent"), {
        timeout: 20_000,
      })
      .toBe(true);
    const first = await list(folder);
    const second = await list(folder, { cursor: first.next });
    expect(second).toMatchObject({ next: "" });
    const all = [...first.data, ...second.data];
    expect(all).toHaveLength(53);
    expect(all[0]).toMatchObject({
      to: "m52@example.test",
      text: "Your code is 100052",
      code: "100052",
    });
  });

  it("T13: shows neither recipient nor text nor code where providers deliver", async () => {
    const { data } = await list(null);
    expect(data).toHaveLength(50);
    expect(JSON.stringify(data)).not.toMatch(/1000\d\d"|example\.test/);
  });

  it("T13, T85: is nobody's but the administrator's", async () => {
    const floor = await openTradingFloor();
    const path = "/v1/api/desk/outbox/list";
    const other = await floor.openStaff(["support", "finance", "compliance", "dealer"]);
    const admin = await floor.openStaff(["admin"]);
    expect(await other.get(path)).toMatchObject({ status: 403, reason: "NOT_PERMITTED" });
    expect((await admin.get(path)).code).toBe(1);
    await floor.close();
  });
});
