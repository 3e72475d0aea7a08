// What the calls about the public figures answer: a file says in its name which days and moments
// its rows are from, every page that a figure has can be asked for, and the risk warning stands
// also while nobody knows the number.

import { CALLS } from "@truetick/contract/calls";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CallContext, isRefused, isSent } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createFigureBook } from "./figure-book.ts";
import { createTransparencyHandlers } from "./transparency.routes.ts";

const CONTEXT = { language: { id: "en" } } as CallContext;

let test: TestDatabase;
let handlers: ReturnType<typeof createTransparencyHandlers>;
beforeAll(async () => {
  test = await createTestDatabase();
  const clock = createFakeClock(Date.UTC(2026, 1, 4, 9, 30, 15, 250));
  const book = createFigureBook({ database: test.database, clock, log: createLog("fatal") });
  handlers = createTransparencyHandlers({ book, isSimulated: false });
});
afterAll(() => test.close());

it("names a file after its figure and its window", async () => {
  const file = await handlers.downloadFigureRows({ figure: "stop_outs" }, CONTEXT);
  if (isRefused(file) || !isSent(file) || file.sent !== "stream") throw new Error("no file");
  expect(file.fileName).toBe("stop-outs-20260105T000000Z-20260204T093015Z.csv");
  expect(file.total).toBe(1);
});

it("takes every page that a figure may have, and refuses those that it has not", async () => {
  const { input } = CALLS.downloadFigureRows;
  expect(input.safeParse({ figure: "latency", page: "12345" }).success).toBe(true);
  for (const page of ["0", "01", "-1", "1000000"]) {
    expect(input.safeParse({ figure: "latency", page }).success).toBe(false);
  }
  const answer = await handlers.downloadFigureRows({ figure: "latency", page: "2" }, CONTEXT);
  expect(isRefused(answer) && answer.reason).toBe("FIELD_INVALID");
});

it("H17: warns of the risk also while the number cannot be counted, and claims none", async () => {
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await owner.query("alter table trading_day rename to away");
  await owner.end();
  const share = CALLS.getLosingShare.output.parse(await handlers.getLosingShare({}, CONTEXT));
  expect(share).toMatchObject({ lost_percent: "", clients: null });
  expect(share.warning).toContain("high risk of losing money");
  const all = CALLS.getTransparency.output.parse(await handlers.getTransparency({}, CONTEXT));
  const unknown = all.figures.filter(({ row_count }) => row_count === null);
  expect(unknown.map(({ id }) => id)).toEqual(["losing_year", "losing_quarter"]);
});
