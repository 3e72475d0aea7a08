// Several sources of one market on a clock the test moves: who is the quote, who takes over, when
// there is none, and what is kept of it. Markup on top, in the open.

import { describe, expect, it } from "vitest";
import type { Tick } from "../feed/tick.ts";
import { marketOf, openSourceRoom } from "./testing/source-room.ts";

const CODE = "EURUSD";
const [PRIORITY, MEDIAN] = [{ kind: "priority" }, { kind: "median", quorum: 2 }] as const;

function raise(
  rule: typeof PRIORITY | typeof MEDIAN,
  { names = ["a", "b", "c"], markup = 0 } = {},
) {
  const instruments = new Map([[CODE, "EUR_USD"]]);
  const feeds = names.map((source) => ({ source, instruments }));
  const market = { ...marketOf(CODE), markupPoints: markup };
  const room = openSourceRoom({ feeds, rule, markets: [market] });
  const seqs = new Map<string, number>();
  const say = (source: string, bid: number, own: Partial<Tick> = {}) => {
    const sourceSeq = (seqs.get(source) ?? 0) + 1;
    seqs.set(source, sourceSeq);
    const tick = { code: CODE, atMs: room.clock.now(), bid, ask: bid + 10, sourceSeq, ...own };
    return room.intake.take(tick, source);
  };
  const newest = () => {
    const { bid, ask, raw } = room.quotes.at(-1) ?? {};
    return [bid, ask, raw?.sources.join()];
  };
  return { ...room, say, newest };
}

describe("by priority", () => {
  it("the first source is the quote, the others stand by", () => {
    const { say, quotes, newest, clock } = raise(PRIORITY);
    expect(say("b", 115_700)).toBeNull();
    expect(say("a", 115_800)).toBeNull();
    clock.advance(100);
    expect(say("b", 115_710)).toBe("STANDBY");
    expect(say("c", 115_720)).toBe("STANDBY");
    expect(newest()).toEqual([115_800, 115_810, "a"]);
    expect(quotes.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("F11: the next one takes over when the first falls silent, at once and without a tick", () => {
    const { say, newest, clock, refresh, board, sources } = raise(PRIORITY);
    say("a", 115_800);
    say("b", 115_790);
    clock.advance(9_000);
    sources.hear("b");
    refresh();
    expect(newest()).toEqual([115_800, 115_810, "a"]);
    clock.advance(2_000);
    sources.hear("b");
    refresh();
    expect(newest()).toEqual([115_790, 115_800, "b"]);
    expect(board.isStale(CODE)).toBe(false);
    clock.advance(100);
    expect(say("a", 115_801)).toBeNull();
    expect(newest()).toEqual([115_801, 115_811, "a"]);
  });

  it("F12: the next one takes over when the first is alive and its price is frozen", () => {
    const { say, newest, clock, refresh, sources, board } = raise(PRIORITY);
    say("a", 115_800);
    for (let second = 0; second < 61; second += 1) {
      clock.advance(1_000);
      sources.hear("a");
      expect(say("b", 115_700 + second)).toBe(second < 60 ? "STANDBY" : null);
    }
    expect(newest()).toEqual([115_760, 115_770, "b"]);
    refresh();
    expect(board.isStale(CODE)).toBe(false);
  });

  it("F12: a price that is frozen while the next source's has moved away is stale at once", () => {
    const { say, newest, clock, sources, refresh, board } = raise(PRIORITY);
    say("a", 115_800);
    for (let second = 0; second < 12; second += 1) {
      clock.advance(1_000);
      sources.hear("a");
      say("b", 115_800 + 100 * second);
      refresh();
    }
    expect(newest()).toEqual([115_800, 115_810, "a"]);
    expect(board.isStale(CODE)).toBe(true);
    expect(say("b", 117_000)).toBe("SOURCES_DISAGREE");
    expect(say("a", 115_900)).toBeNull();
    refresh();
    expect(board.isStale(CODE)).toBe(false);
  });

  it("F11, F12: when all are silent, or all are frozen, the market is stale", () => {
    const silent = raise(PRIORITY);
    silent.say("a", 115_800);
    silent.clock.advance(10_001);
    silent.refresh();
    expect(silent.board.isStale(CODE)).toBe(true);
    const frozen = raise(PRIORITY);
    frozen.say("a", 115_800);
    for (let second = 0; second < 61; second += 1) {
      frozen.clock.advance(1_000);
      for (const source of ["a", "b", "c"]) frozen.sources.hear(source);
      frozen.refresh();
    }
    expect(frozen.board.isStale(CODE)).toBe(true);
  });

  it("F13: a source's first word far from the market's last price waits for a second", () => {
    const { say, quotes, clock } = raise(PRIORITY);
    say("b", 115_800);
    expect(say("a", 150_000)).toBe("JUMP");
    expect(quotes).toHaveLength(1);
    clock.advance(10);
    expect(say("a", 150_000)).toBeNull();
  });

  it("judges each source by its own numbers and prices", () => {
    const { say, clock, gate } = raise(PRIORITY);
    say("a", 115_800, { sourceSeq: 9_000_000 });
    expect(say("b", 115_800, { sourceSeq: 3 })).toBe("STANDBY");
    clock.advance(100);
    expect(say("b", 115_801, { sourceSeq: 2 })).toBe("OUT_OF_ORDER");
    const refused = gate.refusedBySource().filter(({ count }) => count > 0);
    expect(refused).toEqual([{ source: "b", reason: "OUT_OF_ORDER", count: 1 }]);
  });
});

describe("by median", () => {
  it("F13: below the quorum nothing is quoted, and the reason is counted", () => {
    const { say, quotes, newest, gate } = raise(MEDIAN);
    expect(say("a", 115_800)).toBe("BELOW_QUORUM");
    expect(quotes).toHaveLength(0);
    expect(gate.refused().get("BELOW_QUORUM")).toBe(1);
    expect(say("c", 115_804)).toBeNull();
    expect(newest()).toEqual([115_802, 115_812, "a,c"]);
    expect(say("b", 115_803)).toBeNull();
    expect(newest()).toEqual([115_803, 115_813, "a,b,c"]);
  });

  it("F11: goes on with those that remain, and stops when they are too few", () => {
    const { say, newest, clock, refresh, board, sources } = raise(MEDIAN);
    for (const source of ["a", "b", "c"]) say(source, 115_800);
    clock.advance(11_000);
    sources.hear("b");
    sources.hear("c");
    refresh();
    expect(newest()).toEqual([115_800, 115_810, "b,c"]);
    expect(board.isStale(CODE)).toBe(false);
    clock.advance(11_000);
    sources.hear("c");
    refresh();
    expect(board.isStale(CODE)).toBe(true);
    expect(say("c", 115_801)).toBe("BELOW_QUORUM");
  });

  it("H15: a spike that one source insists on is nobody's quote", () => {
    const { say, quotes, clock, newest } = raise(MEDIAN);
    for (const source of ["a", "b", "c"]) say(source, 115_800);
    clock.advance(100);
    expect(say("a", 150_000)).toBe("JUMP");
    clock.advance(100);
    // Its second word confirms the first, for itself alone: the others still disagree.
    expect(say("a", 150_000)).toBe("STANDBY");
    clock.advance(100);
    expect(say("b", 115_801)).toBeNull();
    expect(newest()[2]).toBe("b,c");
    expect(quotes.every(({ bid }) => bid < 116_000)).toBe(true);
  });

  it("F14: a true gap that the quorum confirms is the quote", () => {
    const { say, clock, newest } = raise(MEDIAN);
    for (const source of ["a", "b", "c"]) say(source, 120_000);
    for (const [source, expected] of [
      ["a", "STANDBY"],
      ["b", null],
      ["c", null],
    ] as const) {
      clock.advance(10);
      expect(say(source, 85_000)).toBe("JUMP");
      clock.advance(10);
      expect(say(source, 85_000), source).toBe(expected);
    }
    expect(newest()).toEqual([85_000, 85_010, "a,b,c"]);
  });
});

describe("what is kept", () => {
  it("H02: raw quote, markup and result of every quote; the same points on both sides", () => {
    const { say, quotes } = raise(PRIORITY, { markup: 3 });
    say("a", 115_800);
    expect(quotes[0]).toMatchObject({
      bid: 115_797,
      ask: 115_813,
      markupPoints: 3,
      raw: { bid: 115_800, ask: 115_810, sources: ["a"] },
    });
  });

  it("a markup that leaves nothing of the bid leaves no quote", () => {
    const { say, quotes } = raise(PRIORITY, { markup: 5 });
    expect(say("a", 5)).toBe("NOT_POSITIVE");
    expect(quotes).toHaveLength(0);
  });

  it("every tick of every source with what became of it, refused ones too", () => {
    const { say, ticks, clock } = raise(PRIORITY);
    say("a", 115_800);
    clock.advance(10);
    say("a", Number.NaN);
    say("b", 115_801, { sourceAtMs: 77 });
    expect(ticks.map(({ source, outcome }) => [source, outcome])).toEqual([
      ["a", null],
      ["a", "NOT_FINITE"],
      ["b", "STANDBY"],
    ]);
    expect(ticks[2]?.tick).toMatchObject({ bid: 115_801, sourceAtMs: 77 });
  });

  it("a late price is as old as it is: it grows stale by when it was made", () => {
    const { say, clock, sources, refresh, board } = raise(PRIORITY, { names: ["a"] });
    expect(say("a", 115_800, { atMs: clock.now() - 50_000 })).toBeNull();
    refresh();
    expect(board.isStale(CODE)).toBe(false);
    clock.advance(10_001);
    sources.hear("a");
    refresh();
    expect(board.isStale(CODE)).toBe(true);
  });
});
