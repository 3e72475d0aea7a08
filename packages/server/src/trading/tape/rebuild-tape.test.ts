// The next writer of the tape asks everybody who may have heard the last one: not before the line
// carries its question, and not before those have it too who lost it together with this process.

import { setTimeout as sleep } from "node:timers/promises";
import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createCutBus } from "../../testing/cut-bus.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { answerRecalls } from "./answer-recalls.ts";
import { QuoteMemory } from "./quote-memory.ts";
import { rebuildTape } from "./rebuild-tape.ts";

const QUOTE = { marketId: marketId(1), seq: 1, bid: price(10), ask: price(11), atMs: 5 } as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

function open() {
  const bus = createCutBus(createMemoryBus());
  const memory = new QuoteMemory();
  memory.put(1, { type: "TakeQuote", ...QUOTE });
  const rebuild = (lineUpMs: number) => {
    const tape = { lineUpMs: () => lineUpMs };
    return rebuildTape({ database: test.database, bus, tape }, []);
  };
  return { bus, memory, rebuild };
}

it("rejects while nobody could answer", async () => {
  const { bus, memory, rebuild } = open();
  answerRecalls(bus, memory);
  bus.cut();
  await expect(rebuild(60_000)).rejects.toThrow("the line is down");
  bus.mend();
  expect(await rebuild(60_000)).toMatchObject([QUOTE]);
});

it("rejects when the line was lost while it asked", async () => {
  const { bus, memory, rebuild } = open();
  const asked = rebuild(60_000);
  await sleep(50);
  bus.cut();
  bus.mend();
  answerRecalls(bus, memory);
  await expect(asked).rejects.toThrow("the line was lost");
});

it("leaves others the time to come back, when the line has just done so", async () => {
  const { bus, memory, rebuild } = open();
  const asked = rebuild(0);
  await sleep(500);
  answerRecalls(bus, memory);
  expect(await asked).toMatchObject([QUOTE]);
});
