// A public page may not be used against the house, nor be taken away by one trouble: files of rows
// hold up no figure, a figure that fails leaves the others and what was known of it, and a file has
// the rows that its figure was counted from. A query is held up or broken by its own table.

import { FIGURE_IDS, type FigureId } from "@truetick/contract/proof";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createFigureBook, type FigureBook } from "./figure-book.ts";

const MINUTE_MS = 60_000;
/** Far longer than any query of these takes. */
const PATIENCE_MS = 2_500;

let test: TestDatabase;
let owner: pg.Client;
let clock: FakeClock;
let book: FigureBook;
beforeEach(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  clock = createFakeClock();
  book = createFigureBook({ database: test.database, clock, log: createLog("fatal") });
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

/** Whoever reads the table waits, until `free`. */
const hold = (table: string) => owner.query(`begin; lock table ${table} in access exclusive mode`);
const free = () => owner.query("rollback");
/** Whoever reads the table fails. */
const takeAway = (table: string) => owner.query(`alter table ${table} rename to away`);

/** A line of a figure whose rows are what stands in its table. */
const lose = (count: number) =>
  owner.query("insert into order_arrival_lost (at_ms, count) values ($1, $2)", [
    clock.now() - 1,
    count,
  ]);

async function within<T>(answer: Promise<T>): Promise<T | "waits"> {
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<"waits">((resolve) => {
    patience = setTimeout(resolve, PATIENCE_MS, "waits");
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(patience));
}

const rowsOf = (id: FigureId, page = 1, address = "192.0.2.1") => book.rows(id, { page, address });

async function openFile(address = "192.0.2.1") {
  const file = await rowsOf("lost_arrivals", 1, address);
  if (isRefused(file)) throw new Error(file.reason);
  return file;
}

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const reasonOf = (answer: unknown) => (isRefused(answer) ? answer.reason : answer);

it("answers a figure while files wait for their rows", async () => {
  await book.one("lost_arrivals");
  await hold("order_arrival_lost");
  const files = [1, 2, 3].map(() => rowsOf("lost_arrivals"));
  expect(await within(book.one("refusals"))).toMatchObject({ id: "refusals" });
  await free();
  for (const file of await Promise.all(files)) expect(isRefused(file)).toBe(false);
});

it("goes on with the last reading while a new one is counted, then has the new one", async () => {
  await lose(3);
  const first = await book.one("lost_arrivals");
  clock.advance(6 * MINUTE_MS);
  await lose(4);
  await hold("order_arrival_lost");
  expect(await within(book.one("lost_arrivals"))).toBe(first);
  await free();
  await expect.poll(async () => (await book.one("lost_arrivals")).cells).toEqual([["7"]]);
});

it("keeps what it knew of a figure that fails, and lets the failure rest", async () => {
  const first = await book.one("lost_arrivals");
  clock.advance(6 * MINUTE_MS);
  await takeAway("order_arrival_lost");
  expect(await book.one("lost_arrivals")).toBe(first);
  // One query at a time: behind it, it has failed.
  await book.one("refusals");
  expect(await book.one("lost_arrivals")).toBe(first);
  await owner.query("alter table away rename to order_arrival_lost");
  await book.one("lost_arrivals");
  await book.one("stops");
  expect(await book.one("lost_arrivals")).toBe(first);
  clock.advance(MINUTE_MS);
  await expect.poll(() => book.one("lost_arrivals")).not.toBe(first);
});

it("says of a figure that could not be counted just that, and gives the others", async () => {
  await takeAway("refusal");
  const figures = await book.all();
  expect(figures.map(({ id }) => id)).toEqual(FIGURE_IDS);
  const unknown = figures.filter(({ rowCount }) => rowCount === null);
  expect(unknown).toMatchObject([{ id: "refusals", cells: [] }]);
  expect(reasonOf(await rowsOf("refusals"))).toBe("UNAVAILABLE");
  // Once it failed, nobody waits for it.
  clock.advance(MINUTE_MS);
  await owner.query("alter table away rename to refusal");
  await hold("refusal");
  expect(await within(book.one("refusals"))).toMatchObject({ rowCount: null });
  await free();
  await expect.poll(async () => (await book.one("refusals")).rowCount).toBe(0);
});

it("refuses a page that there is not, without a query", async () => {
  await book.one("lost_arrivals");
  await hold("order_arrival_lost");
  expect(reasonOf(await within(rowsOf("lost_arrivals", 2)))).toBe("FIELD_INVALID");
  await free();
});

it("has so many files open and no more, until they are read or given up", async () => {
  const addresses = [1, 2, 3, 4, 5, 6, 7, 8].map((last) => `192.0.2.${last}`);
  const files = await Promise.all(addresses.map(openFile));
  const parts = files.map(({ lines }) => lines[Symbol.asyncIterator]());
  for (const part of parts) await part.next();
  expect(reasonOf(await rowsOf("lost_arrivals"))).toBe("TOO_MANY");
  await parts[0]?.return?.();
  const ninth = await openFile();
  expect(reasonOf(await rowsOf("lost_arrivals"))).toBe("TOO_MANY");
  await linesOf(ninth.lines);
  await openFile();
});

it("leaves places for others, whatever one address keeps open", async () => {
  for (let n = 0; n < 3; n += 1) await openFile();
  expect(reasonOf(await rowsOf("lost_arrivals"))).toBe("TOO_MANY");
  await openFile("192.0.2.2");
});

it("gives back the place of a file that could not be read", async () => {
  await book.one("lost_arrivals");
  await takeAway("order_arrival_lost");
  for (let n = 0; n < 9; n += 1) {
    await expect(rowsOf("lost_arrivals")).rejects.toThrow("does not exist");
  }
});

it("H03: gives the rows that the figure was counted from, not those since", async () => {
  await lose(3);
  const { from, to, rowCount } = await book.one("lost_arrivals");
  clock.advance(2 * MINUTE_MS);
  await lose(4);
  const { reading, lineCount, lines } = await openFile();
  expect([reading.from, reading.to, rowCount]).toEqual([from, to, 1]);
  expect(await linesOf(lines)).toEqual([
    "row,time_utc,count\r\n",
    expect.stringMatching(/^1,2026-01-05 .*,3\r\n$/),
  ]);
  expect(lineCount).toBe(2);
});
