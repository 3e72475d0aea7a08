// Packed quotes read back as they were, whatever their steps.
import fc from "fast-check";
import { expect, it } from "vitest";
import { QuoteRun, readRun } from "./quote-run.ts";

const step = fc.record({
  waitMs: fc.oneof(fc.nat(2_000), fc.nat(10_000_000_000)),
  bid: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 2 ** 50 })),
  spread: fc.nat(100_000),
});

it("reads back every quote that was packed", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let atMs = 1_767_000_000_000;
      const run = new QuoteRun();
      const quotes = steps.map(({ waitMs, bid, spread }) => {
        atMs += waitMs;
        return { bid, ask: bid + spread, atMs };
      });
      for (const quote of quotes) run.append(quote);
      expect(run.count).toBe(quotes.length);
      expect(readRun(run.cut())).toEqual(quotes);
      expect(run.count).toBe(0);
    }),
  );
});

it("packs a usual tick into at most six bytes", () => {
  const run = new QuoteRun();
  run.append({ bid: 108_500, ask: 108_510, atMs: 1_767_000_000_000 });
  const start = run.byteLength;
  for (let tick = 1; tick <= 100; tick += 1) {
    const bid = 108_500 + (tick % 7) * 3;
    run.append({ bid, ask: bid + 10 + (tick % 2), atMs: 1_767_000_000_000 + tick * 137 });
  }
  expect((run.byteLength - start) / 100).toBeLessThanOrEqual(6);
});

it("refuses a run that was cut off", () => {
  const run = new QuoteRun();
  run.append({ bid: 108_500, ask: 108_510, atMs: 1_767_000_000_000 });
  const bytes = run.cut();
  expect(() => readRun(bytes.subarray(0, bytes.length - 1))).toThrow("whole");
});
