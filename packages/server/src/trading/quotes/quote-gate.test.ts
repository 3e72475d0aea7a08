// The gate, reason by reason, and as a whole: bad ticks among good ones change nothing (F13, F15).

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tick } from "../feed/tick.ts";
import { createQuoteGate, type GateReason } from "./quote-gate.ts";

const NOW = Date.UTC(2026, 4, 20, 12);
const MARKETS = [{ code: "EURUSD", jumpLimitBps: 50 }];

function tick(own: Partial<Tick> = {}): Tick {
  return { code: "EURUSD", atMs: NOW, bid: 115_800, ask: 115_807, sourceSeq: 10, ...own };
}

function openGate(good: Tick = tick()) {
  const gate = createQuoteGate(MARKETS);
  expect(gate.judge(good, NOW)).toBeNull();
  return gate;
}

describe("the gate", () => {
  it.each<[string, Partial<Tick>, GateReason]>([
    ["a market nobody knows", { code: "NOPE" }, "UNKNOWN_MARKET"],
    ["a bid that is no number", { bid: Number.NaN }, "NOT_FINITE"],
    ["an endless ask", { ask: Number.POSITIVE_INFINITY }, "NOT_FINITE"],
    ["no time", { atMs: Number.NaN }, "NOT_FINITE"],
    ["a zero", { bid: 0 }, "NOT_POSITIVE"],
    ["a negative price", { bid: -115_800, ask: -115_790 }, "NOT_POSITIVE"],
    ["half a point", { bid: 115_800.5 }, "NOT_WHOLE"],
    ["a bid above the ask", { bid: 115_808 }, "CROSSED"],
    ["a time far ahead", { atMs: NOW + 5_001 }, "FROM_THE_FUTURE"],
    ["the same tick again", { sourceSeq: 10 }, "DUPLICATE"],
    ["an earlier number", { sourceSeq: 9 }, "OUT_OF_ORDER"],
    ["an earlier time", { sourceSeq: 12, atMs: NOW - 1 }, "OUT_OF_ORDER"],
    ["a thousandfold price", { bid: 115_800_000, ask: 115_807_000 }, "JUMP"],
    ["a price in other units", { bid: 1_158, ask: 1_159 }, "JUMP"],
  ])("refuses %s", (_what, own, reason) => {
    const gate = openGate();
    expect(gate.judge(tick({ sourceSeq: 11, ...own }), NOW)).toBe(reason);
    expect(gate.refused().get(reason)).toBe(1);
    expect([...gate.refused().values()].reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it("lets a locked market pass: the bid may equal the ask", () => {
    expect(openGate().judge(tick({ sourceSeq: 11, ask: 115_800 }), NOW)).toBeNull();
  });

  it("lets the limit itself pass and not a point more", () => {
    const far = { bid: 115_800 + 579, ask: 115_807 + 579 };
    expect(openGate().judge(tick({ sourceSeq: 11, ...far }), NOW)).toBeNull();
    const farther = { bid: far.bid + 1, ask: far.ask + 1 };
    expect(openGate().judge(tick({ sourceSeq: 11, ...farther }), NOW)).toBe("JUMP");
  });
});

describe("a true gap (F14)", () => {
  const gapped = { bid: 100_000, ask: 100_007 };

  it("passes with the second tick that says so", () => {
    const gate = openGate();
    expect(gate.judge(tick({ sourceSeq: 11, atMs: NOW + 1, ...gapped }), NOW)).toBe("JUMP");
    expect(gate.judge(tick({ sourceSeq: 12, atMs: NOW + 2, ...gapped }), NOW)).toBeNull();
    expect(gate.judge(tick({ sourceSeq: 13, atMs: NOW + 3 }), NOW)).toBe("JUMP");
  });

  it("is not confirmed by the same tick twice, nor at the same moment", () => {
    const gate = openGate();
    expect(gate.judge(tick({ sourceSeq: 11, atMs: NOW + 1, ...gapped }), NOW)).toBe("JUMP");
    expect(gate.judge(tick({ sourceSeq: 11, atMs: NOW + 1, ...gapped }), NOW)).toBe("DUPLICATE");
    expect(gate.judge(tick({ sourceSeq: 12, atMs: NOW + 1, ...gapped }), NOW)).toBe("JUMP");
  });

  it("is forgotten when the next tick is where the price was", () => {
    const gate = openGate();
    gate.judge(tick({ sourceSeq: 11, atMs: NOW + 1, ...gapped }), NOW);
    expect(gate.judge(tick({ sourceSeq: 12, atMs: NOW + 2 }), NOW)).toBeNull();
    expect(gate.judge(tick({ sourceSeq: 13, atMs: NOW + 3, ...gapped }), NOW)).toBe("JUMP");
  });

  it("held with an absurd number, does not shut out the good ticks that follow", () => {
    const gate = openGate();
    gate.judge(tick({ sourceSeq: 9_000_000, atMs: NOW + 1, ...gapped }), NOW);
    expect(gate.judge(tick({ sourceSeq: 11, atMs: NOW + 2 }), NOW)).toBeNull();
  });
});

describe("a source that begins to count anew", () => {
  it("is believed when it has said nothing else for ten seconds", () => {
    const gate = openGate(tick({ sourceSeq: 9_000_000 }));
    for (let second = 0; second < 10; second += 1) {
      const atMs = NOW + 1_000 * second;
      expect(gate.judge(tick({ sourceSeq: 11 + second, atMs }), atMs)).toBe("OUT_OF_ORDER");
    }
    const atMs = NOW + 10_000;
    expect(gate.judge(tick({ sourceSeq: 21, atMs }), atMs)).toBeNull();
    expect(gate.judge(tick({ sourceSeq: 22, atMs }), atMs)).toBeNull();
  });

  it("F15: is no late tick, however late, and none among good ones", () => {
    const gate = openGate(tick({ sourceSeq: 1_000 }));
    for (let second = 1; second < 30; second += 1) {
      const atMs = NOW + 1_000 * second;
      expect(gate.judge(tick({ sourceSeq: 500 + second, atMs }), atMs)).toBe("OUT_OF_ORDER");
      expect(gate.judge(tick({ sourceSeq: 1_000 + second, atMs }), atMs)).toBeNull();
    }
    const later = NOW + 60_000;
    expect(gate.judge(tick({ sourceSeq: 999, atMs: later }), later)).toBe("OUT_OF_ORDER");
  });
});

describe("a source that says its first word", () => {
  const LAST = { bid: 115_800, ask: 115_807 };

  it("is measured by what the market was last quoted at (F13)", () => {
    const gate = createQuoteGate(MARKETS, () => LAST);
    const far = { bid: 1_158, ask: 1_159 };
    expect(gate.judge(tick({ sourceSeq: 1, ...far }), NOW, "a")).toBe("JUMP");
    expect(gate.judge(tick({ sourceSeq: 2 }), NOW, "a")).toBeNull();
  });

  it("is believed where the market has no price yet, or when it says so twice", () => {
    expect(createQuoteGate(MARKETS).judge(tick({ bid: 1, ask: 2 }), NOW, "a")).toBeNull();
    const gate = createQuoteGate(MARKETS, () => LAST);
    const gapped = { bid: 100_000, ask: 100_007 };
    expect(gate.judge(tick({ sourceSeq: 1, ...gapped }), NOW, "a")).toBe("JUMP");
    expect(gate.judge(tick({ sourceSeq: 2, atMs: NOW + 1, ...gapped }), NOW, "a")).toBeNull();
  });
});

const [GOOD, CORRUPT] = [1_000_000, 10_000];

/** All that threats F13 names, each just before the good tick it was made of. */
const CORRUPTIONS: readonly ((near: Tick) => Tick)[] = [
  (near) => ({ ...near, bid: 0, ask: 0 }),
  (near) => ({ ...near, bid: -near.ask, ask: -near.bid }),
  (near) => ({ ...near, ask: Number.NaN }),
  (near) => ({ ...near, ask: Number.POSITIVE_INFINITY }),
  (near) => ({ ...near, bid: near.ask + 1 }),
  (near) => ({ ...near, bid: near.bid + 0.5 }),
  (near) => ({
    ...near,
    sourceSeq: near.sourceSeq - 1,
    bid: 1_000 * near.bid,
    ask: 1_000 * near.ask,
  }),
  (near) => ({ ...near, sourceSeq: near.sourceSeq - 1, bid: 1_158, ask: 1_159 }),
];

describe("bad ticks among good ones", () => {
  const good = Array.from({ length: 200 }, (_, i) =>
    tick({ sourceSeq: 2 * i, atMs: NOW + 100 * i, bid: 115_800 + (i % 7), ask: 115_808 + (i % 7) }),
  );
  const corruption = fc.constantFrom<(near: Tick) => Tick>(
    (near) => ({ ...near, bid: Number.NaN }),
    (near) => ({ ...near, bid: 0 }),
    (near) => ({ ...near, bid: near.ask + 1 }),
    (near) => ({
      ...near,
      sourceSeq: near.sourceSeq + 1,
      bid: near.bid * 1_000,
      ask: near.ask * 1_000,
    }),
    (near) => near,
    (near) => ({ ...near, sourceSeq: near.sourceSeq - 3 }),
    (near) => ({ ...near, atMs: near.atMs + 3_600_000 }),
  );

  it("F15: in any order and however often repeated, what passes was newest when it came", () => {
    const shuffled = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.nat(9)), {
        minLength: 200,
        maxLength: 200,
      })
      .map((moves) =>
        good
          .flatMap((each, i) => {
            const [late = 0, again = 0] = moves[i] ?? [];
            const place = i + late;
            return again === 0
              ? [
                  { each, place },
                  { each, place: place + 7 },
                ]
              : [{ each, place }];
          })
          .sort((a, b) => a.place - b.place)
          .map(({ each }) => each),
      );
    fc.assert(
      fc.property(shuffled, (arriving) => {
        const gate = createQuoteGate(MARKETS);
        let newest = -1;
        for (const each of arriving) {
          const isNewest = each.sourceSeq > newest;
          expect(gate.judge(each, NOW + 1_000_000) === null).toBe(isNewest);
          newest = Math.max(newest, each.sourceSeq);
        }
      }),
      { numRuns: 50 },
    );
  });

  it(`F13: ${CORRUPT} corrupt ticks among ${GOOD} good ones change nothing`, () => {
    const gate = createQuoteGate(MARKETS);
    const every = GOOD / CORRUPT;
    const [passed, expected] = [createHash("sha256"), createHash("sha256")];
    let refused = 0;
    for (let i = 1; i <= GOOD; i += 1) {
      const bid = 115_800 + Math.round(400 * Math.sin(i / 997) + 30 * Math.sin(i / 7));
      const near = tick({ sourceSeq: 2 * i, atMs: NOW + 100 * i, bid, ask: bid + 6 + (i % 5) });
      const bad = i % every === 0 ? CORRUPTIONS[(i / every) % CORRUPTIONS.length]?.(near) : null;
      for (const next of bad ? [bad, near] : [near]) {
        if (gate.judge(next, near.atMs) === null) passed.update(`${next.bid}/${next.ask};`);
        else refused += 1;
      }
      expected.update(`${near.bid}/${near.ask};`);
    }
    expect(refused).toBe(CORRUPT);
    expect(passed.digest("hex")).toBe(expected.digest("hex"));
  }, 120_000);

  it("leave exactly the good ones (F13, F15)", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(199), corruption), { maxLength: 60 }), (planted) => {
        const gate = createQuoteGate(MARKETS);
        const passed: Tick[] = [];
        for (const [i, each] of good.entries()) {
          const bad = planted.filter(([at]) => at === i).map(([, corrupt]) => corrupt(each));
          for (const next of [each, ...bad]) {
            if (gate.judge(next, each.atMs) === null) passed.push(next);
          }
        }
        expect(passed).toEqual(good);
      }),
    );
  });
});
