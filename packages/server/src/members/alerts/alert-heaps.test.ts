// The heaps of price alerts against the plainest way to do it: over random tapes, with alerts that
// come and go in between, the same ones fire at the same rows.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlertHeaps, isReached, type WaitingAlert } from "./alert-heaps.ts";

type Step =
  | { readonly kind: "row"; readonly marketId: number; readonly bid: number }
  | { readonly kind: "add"; readonly marketId: number; readonly price: number }
  | { readonly kind: "remove"; readonly nth: number };

const market = fc.integer({ min: 1, max: 3 });
const points = fc.integer({ min: 1, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("row" as const), marketId: market, bid: points }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("add" as const), marketId: market, price: points }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), nth: fc.nat(100) }) },
);

/** What fires where: "alert@row". */
function run(steps: readonly Step[], take: (row: Row, waiting: WaitingAlert[]) => WaitingAlert[]) {
  const heaps = new AlertHeaps();
  const waiting: WaitingAlert[] = [];
  const newest = new Map<number, Row>();
  const fired: string[] = [];
  let nextId = 1;
  for (const one of steps) {
    if (one.kind === "row") {
      const row = { ...one, seq: (newest.get(one.marketId)?.seq ?? 0) + 1 };
      newest.set(one.marketId, row);
      const all = take(row, waiting).concat([...heaps.take(row)]);
      for (const { id } of all) fired.push(`${id}@${row.marketId}/${row.seq}`);
    } else if (one.kind === "add") {
      const now = newest.get(one.marketId);
      if (!now || now.bid === one.price) continue;
      const direction = one.price > now.bid ? ("above" as const) : ("below" as const);
      const alert = { ...one, id: nextId, userId: 1, direction, afterSeq: now.seq };
      nextId += 1;
      if (take === byHeaps) heaps.add(alert);
      else waiting.push(alert);
    } else {
      const id = one.nth % nextId;
      heaps.remove(id);
      const at = waiting.findIndex((alert) => alert.id === id);
      if (at >= 0) waiting.splice(at, 1);
    }
  }
  return fired.sort();
}

type Row = { readonly marketId: number; readonly seq: number; readonly bid: number };

const byHeaps = () => [];

/** Looks at every alert at every row. */
function byForce(row: Row, waiting: WaitingAlert[]): WaitingAlert[] {
  const reached = waiting.filter(
    (alert) =>
      alert.marketId === row.marketId && row.seq > alert.afterSeq && isReached(alert, row.bid),
  );
  for (const alert of reached) waiting.splice(waiting.indexOf(alert), 1);
  return reached;
}

describe("alerts that wait", () => {
  it("fire at the same rows as when each is looked at every time", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        expect(run(steps, byHeaps)).toEqual(run(steps, byForce));
      }),
      { numRuns: 300 },
    );
  });

  it("cost a calm tick next to nothing, a hundred thousand of them", () => {
    const heaps = new AlertHeaps();
    for (let id = 1; id <= 100_000; id += 1) {
      const direction = id % 2 === 0 ? "above" : "below";
      const price = direction === "above" ? 1_000_000 + id : 900_000 - id;
      heaps.add({ id, userId: id, marketId: 1, price, direction, afterSeq: 0 });
    }
    const startedAt = performance.now();
    let fired = 0;
    for (let seq = 1; seq <= 100_000; seq += 1) {
      fired += heaps.take({ marketId: 1, seq, bid: 950_000 }).length;
    }
    // A look at each would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(fired).toBe(0);
    expect(heaps.take({ marketId: 1, seq: 100_001, bid: 1_000_010 })).toHaveLength(5);
    expect(heaps.size).toBe(99_995);
  });
});
