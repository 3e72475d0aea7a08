// Two sides of a conversation say something at the same moment: what was not on a screen is never
// counted as seen, since the numbers of what was said follow the chain.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../platform/database.ts";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { insertMessage, lockThread, moveReadMark } from "./support-table.ts";

const SEND = "/v1/api/support/send";

let floor: TradingFloor;
let agent: Operator;
beforeAll(async () => {
  floor = await openTradingFloor();
  agent = await floor.openStaff(["support"]);
});
afterAll(() => floor.close());

it("what a member says while it is answered is unread, and stands after the answer", async () => {
  const ann = await floor.openReal();
  await ann.post(SEND, { text: "first" });
  const { id } = await floor.test.database
    .selectFrom("support_thread")
    .select("id")
    .executeTakeFirstOrThrow();
  const sent = await floor.test.database.transaction().execute(async (trx) => {
    await lockThread(trx, Number(id));
    const sending = ann.post(SEND, { text: "second" });
    await expect.poll(() => countWaiting(floor.test.database)).toBe(1);
    await answer(trx, id);
    return { sending };
  });
  expect((await sent.sending).code).toBe(1);
  const { data } = await agent.get("/v1/api/desk/support/list", { box: "all" });
  expect(data.data).toMatchObject([{ last_text: "second", unread: 1 }]);
  const told: { text: string }[] = (await ann.get("/v1/api/support/thread")).data.data;
  expect(told.map(({ text }) => text)).toEqual(["second", "answer", "first"]);
  expect(await floor.broken()).toEqual({});
});

/** As the desk does: said, and everything up to it is read. */
async function answer(trx: Database, threadId: bigint): Promise<void> {
  const said = await insertMessage(trx, {
    threadId,
    author: "staff",
    staffId: agent.staffId,
    text: "answer",
    uploadId: null,
    attempt: null,
    atMs: floor.clock.now(),
  });
  if (!("id" in said)) throw new Error("Invariant: it is said");
  await moveReadMark(trx, { threadIds: [threadId], side: "staff", messageId: said.id });
}

async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ waiting: string }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return Number(rows[0]?.waiting);
}
