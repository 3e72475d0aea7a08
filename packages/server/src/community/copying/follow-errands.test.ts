// The slow look at everything: what nobody has told is found in the table, also where one process
// is the whole platform.

import { expect, it, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { createFollowBook } from "./follow-book.ts";
import { serveErrands } from "./follow-errands.ts";
import { openFaultyCopying } from "./testing/faulty-copying.ts";

const FIVE_MINUTES_MS = 300_000;

it("a process that is alone reads its follows again every five minutes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const test = await createTestDatabase();
  const book = createFollowBook(test.database);
  let rounds = 0;
  const stop = serveErrands({
    news: createAloneNews(),
    book,
    tender: {
      tend: async () => {
        rounds += 1;
      },
      fireStops: async () => undefined,
      resume: () => undefined,
      changed: async () => undefined,
      stop: async () => undefined,
    },
    log: createLog("silent"),
  });
  vi.advanceTimersByTime(FIVE_MINUTES_MS);
  vi.useRealTimers();
  await expect.poll(() => rounds).toBe(1);
  stop();
  await test.close();
});

it("reading all of them forgets what is over, and whom nobody follows any more", async () => {
  const lab = await openFaultyCopying(2);
  const book = createFollowBook(lab.database);
  await book.load();
  expect([[...book.all()].length, book.isLeader(lab.leader)]).toEqual([2, true]);
  await lab.database
    .updateTable("follow")
    .set({ status: "stopped", stop_reason: "owner", stopped_at: new Date(), final_cash: 0n })
    .execute();
  await book.load();
  expect([[...book.all()].length, book.isLeader(lab.leader)]).toEqual([0, false]);
  // The crowd's money is still where it was: nothing has settled them.
  await lab.close();
});
