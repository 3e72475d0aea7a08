// What a process knows of orders by hand, however slow its readings are.

import { expect, it } from "vitest";
import { createStandingBook, type Standing } from "./hand-orders.ts";

const HALTED: Standing = { haltReason: "A fault", closingOnlyReason: null };
const OPEN: Standing = { haltReason: null, closingOnlyReason: null };

/** A table whose readings are answered when the test says so, with what it holds at their start. */
function createSlowTable() {
  let standing = OPEN;
  const waiting: (() => void)[] = [];
  return {
    write: (next: Standing) => {
      standing = next;
    },
    waiting,
    answer: async () => {
      waiting.shift()?.();
      await new Promise(setImmediate);
    },
    recorded: () => {
      const found = [["1", standing] as const];
      return new Promise<typeof found>((resolve) => waiting.push(() => resolve(found)));
    },
  };
}

it("what is known is not undone by a reading that began before", async () => {
  const table = createSlowTable();
  const book = createStandingBook(table.recorded);
  const reading = book.read();
  table.write(HALTED);
  book.put("1", HALTED);
  await table.answer();
  expect(book.of("1")).toEqual(HALTED);
  await table.answer();
  expect([await reading, book.of("1")]).toEqual([[], HALTED]);
});

it("who asks during a reading hears of one that began later, together with others", async () => {
  const table = createSlowTable();
  const book = createStandingBook(table.recorded);
  const first = book.read();
  table.write(HALTED);
  const others = [book.read(), book.read(), book.read()];
  expect(table.waiting).toHaveLength(1);
  await table.answer();
  expect([await first, table.waiting.length]).toEqual([[], 1]);
  await table.answer();
  expect(await Promise.all(others)).toEqual([["1"], ["1"], ["1"]]);
  expect([book.of("1"), table.waiting.length]).toEqual([HALTED, 0]);
});

it("a market that was let go is known too: an engine may still have it halted", async () => {
  const table = createSlowTable();
  const book = createStandingBook(table.recorded);
  const reading = book.read();
  await table.answer();
  expect([await reading, book.all()]).toEqual([[], [["1", OPEN]]]);
});
